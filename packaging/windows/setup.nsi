; The setup program: for one user, without administrator rights.
; Compiled by packaging/windows_setup.py, which defines VERSION, SIZE_KB, ICON and OUTFILE and writes files.nsh.
;
; Switches: /S silent, /D=FOLDER (last, without quotes), /DESKTOP also an icon on the desktop.
; Uninstaller: /S silent, /DATA=remove also conversations, models and settings.
Unicode true
Target amd64-unicode
ManifestDPIAware true
ManifestLongPathAware true
RequestExecutionLevel user
SetCompressor zlib
SetDateSave off
AllowSkipFiles off

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include Sections.nsh
!include files.nsh

Name "Kvasir"
OutFile "${OUTFILE}"
InstallDir "$LOCALAPPDATA\Programs\Kvasir"
InstallDirRegKey HKCU "Software\Kvasir" "InstallDir"
BrandingText "Kvasir ${VERSION}"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Kvasir"
!define DATA "$LOCALAPPDATA\kvasir"
!define IN_USE_ERROR 3

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\Kvasir.exe"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNNING ${LANG_ENGLISH} "Kvasir is running. Close it, then try again."
LangString RUNNING ${LANG_GERMAN} "Kvasir läuft noch. Schließen Sie es und versuchen Sie es erneut."
LangString REMOVE_DATA ${LANG_ENGLISH} "Remove your conversations, models and settings too? They lie in ${DATA} and cannot be brought back."
LangString REMOVE_DATA ${LANG_GERMAN} "Auch Ihre Unterhaltungen, Modelle und Einstellungen entfernen? Sie liegen in ${DATA} und lassen sich nicht zurückholen."
LangString DESKTOP_ICON ${LANG_ENGLISH} "Icon on the desktop"
LangString DESKTOP_ICON ${LANG_GERMAN} "Symbol auf dem Schreibtisch"

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductName" "Kvasir"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileDescription" "Kvasir setup"
VIAddVersionKey /LANG=${LANG_ENGLISH} "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=${LANG_ENGLISH} "CompanyName" "The Kvasir maintainers"
VIAddVersionKey /LANG=${LANG_ENGLISH} "LegalCopyright" "The Kvasir maintainers"

; A library that is loaded cannot be opened for writing: so a running Kvasir is found whatever its processes are called.
!macro StopIfRunning NAME
    ${If} ${FileExists} "$INSTDIR\libraries\PySide6\QtCore.pyd"
        check_${NAME}:
        ClearErrors
        FileOpen $0 "$INSTDIR\libraries\PySide6\QtCore.pyd" a
        ${If} ${Errors}
            MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY check_${NAME}
            SetErrorLevel ${IN_USE_ERROR}
            Quit
        ${EndIf}
        FileClose $0
    ${EndIf}
!macroend

Section "Kvasir" SEC_PROGRAM
    SectionIn RO
    !insertmacro StopIfRunning install
    ; Files of an older version that this one does not have are its own uninstaller's to remove.
    ${If} ${FileExists} "$INSTDIR\uninstall.exe"
        ExecWait '"$INSTDIR\uninstall.exe" /S /UPGRADE _?=$INSTDIR'
    ${EndIf}
    !insertmacro InstallFiles
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Kvasir.lnk" "$INSTDIR\Kvasir.exe"
    WriteRegStr HKCU "Software\Kvasir" "InstallDir" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Kvasir"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\Kvasir.exe"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The Kvasir maintainers"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KB}
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
SectionEnd

Section /o "$(DESKTOP_ICON)" SEC_DESKTOP
    CreateShortcut "$DESKTOP\Kvasir.lnk" "$INSTDIR\Kvasir.exe"
SectionEnd

Function .onInit
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/DESKTOP" $1
    ${IfNot} ${Errors}
        !insertmacro SelectSection ${SEC_DESKTOP}
    ${EndIf}
FunctionEnd

Section "Uninstall"
    !insertmacro StopIfRunning uninstall
    !insertmacro RemoveFiles
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/UPGRADE" $1
    ${If} ${Errors}
        RMDir /r "$INSTDIR\window"
        RMDir /r "$INSTDIR\python"
        RMDir /r "$INSTDIR\cache"
        Delete "$INSTDIR\uninstall.exe"
        RMDir "$INSTDIR"
        Delete "$SMPROGRAMS\Kvasir.lnk"
        Delete "$DESKTOP\Kvasir.lnk"
        DeleteRegKey HKCU "${UNINSTALL_KEY}"
        DeleteRegKey HKCU "Software\Kvasir"
        ClearErrors
        ${GetOptions} $0 "/DATA=" $1
        ${If} $1 == "remove"
            RMDir /r "${DATA}"
        ${ElseIf} ${FileExists} "${DATA}\*"
            MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "$(REMOVE_DATA)" /SD IDNO IDNO keep
            RMDir /r "${DATA}"
            keep:
        ${EndIf}
    ${EndIf}
SectionEnd

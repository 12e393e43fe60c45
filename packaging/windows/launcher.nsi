; Kvasir.exe: starts the program in the interpreter beside it; the first time it lets uv fetch that interpreter.
; Compiled by packaging/windows_setup.py, which defines VERSION, PYTHON, ICON and OUTFILE.
Unicode true
Target amd64-unicode
ManifestDPIAware true
ManifestLongPathAware true
RequestExecutionLevel user
SetCompressor lzma

!include LogicLib.nsh
!include FileFunc.nsh

Name "Kvasir"
Caption "Kvasir"
OutFile "${OUTFILE}"
Icon "${ICON}"
BrandingText " "
AutoCloseWindow true
ShowInstDetails show
SubCaption 3 ": fetching Python, once"

LoadLanguageFile "${NSISDIR}/Contrib/Language files/English.nlf"
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=1033 "ProductName" "Kvasir"
VIAddVersionKey /LANG=1033 "FileDescription" "Kvasir"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "CompanyName" "The Kvasir maintainers"
VIAddVersionKey /LANG=1033 "LegalCopyright" "The Kvasir maintainers"

Page instfiles

!define INTERPRETER "$EXEDIR\window\Scripts\pythonw.exe"

Function StartProgram
    ${GetParameters} $R0
    SetOutPath "$EXEDIR"
    SetErrorLevel 0 ; Quit alone counts as an installation that was given up
    Exec '"${INTERPRETER}" -E "$EXEDIR\start.py" $R0'
    ${If} ${Errors}
        MessageBox MB_ICONSTOP "Kvasir could not be started. Install it again; your conversations stay as they are."
        SetErrorLevel 1
    ${EndIf}
FunctionEnd

Function .onInit
    ${If} ${FileExists} "${INTERPRETER}"
    ${AndIf} ${FileExists} "$EXEDIR\window\pyvenv.cfg"
        Call StartProgram
        Quit
    ${EndIf}
FunctionEnd

Section
    System::Call 'kernel32::SetEnvironmentVariable(t "UV_PYTHON_INSTALL_DIR", t "$EXEDIR\python")'
    System::Call 'kernel32::SetEnvironmentVariable(t "UV_CACHE_DIR", t "$EXEDIR\cache")'
    System::Call 'kernel32::SetEnvironmentVariable(t "UV_NO_PROGRESS", t "1")'
    System::Call 'kernel32::SetEnvironmentVariable(t "NO_COLOR", t "1")'
    DetailPrint "Kvasir is written in Python. Version ${PYTHON} of it, about 25 MB, is fetched now and kept beside Kvasir."
    again:
    RMDir /r "$EXEDIR\window"
    nsExec::ExecToLog '"$EXEDIR\uv.exe" venv --managed-python --python ${PYTHON} "$EXEDIR\window"'
    Pop $0
    ${If} $0 != 0
    ${OrIfNot} ${FileExists} "${INTERPRETER}"
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Python could not be fetched. Is there a network connection? What went wrong stands in the window behind this message." /SD IDCANCEL IDRETRY again
        RMDir /r "$EXEDIR\window"
        SetErrorLevel 1
        Abort
    ${EndIf}
    RMDir /r "$EXEDIR\cache"
    Call StartProgram
SectionEnd

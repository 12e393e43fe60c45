<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="sk" sourcelanguage="en">
    <context>
        <name>Kvasir</name>
        <message>
            <source>{problem} The chat starts here in the terminal instead.</source>
            <translation>{problem} Namiesto toho sa rozhovor začne tu, v termináli.</translation>
        </message>
        <message>
            <source>The model saw only the beginning and the newest part of this chat.</source>
            <translation>Model videl len začiatok a najnovšiu časť tohto rozhovoru.</translation>
        </message>
        <message>
            <source>The engine was restarted. The answer so far is kept.</source>
            <translation>Jadro bolo reštartované. Doterajšia odpoveď zostala zachovaná.</translation>
        </message>
        <message>
            <source>Waiting for the model to be loaded.</source>
            <translation>Čaká sa na načítanie modelu.</translation>
        </message>
        <message>
            <source>Waiting for the starter model to be fetched.</source>
            <translation>Čaká sa na stiahnutie úvodného modelu.</translation>
        </message>
        <message>
            <source>Waiting for the answers of another model, before the model of this chat is loaded.</source>
            <translation>Čaká sa na odpovede iného modelu; potom sa načíta model tohto rozhovoru.</translation>
        </message>
        <message>
            <source>No model was loaded to answer this.</source>
            <translation>Nebol načítaný žiadny model, ktorý by odpovedal.</translation>
        </message>
        <message>
            <source>The fetch of the starter model was stopped.</source>
            <translation>Sťahovanie úvodného modelu bolo zastavené.</translation>
        </message>
        <message>
            <source>Conversations could not be saved to {path} and are only in memory. If you close Kvasir now, what was written since then is lost.</source>
            <translation>Rozhovory sa nepodarilo uložiť do {path} a sú iba v pamäti. Ak teraz program Kvasir zavriete, stratí sa to, čo odvtedy pribudlo.</translation>
        </message>
        <message>
            <source>The folder {path} cannot be made: {reason}. What belongs there is not kept.</source>
            <translation>Priečinok {path} sa nedá vytvoriť: {reason}. Čo doň patrí, sa neuchová.</translation>
        </message>
        <message>
            <source>{sentence} The chats of this session are kept in memory only.</source>
            <translation>{sentence} Rozhovory z tohto spustenia sú iba v pamäti.</translation>
        </message>
        <message>
            <source>Save now</source>
            <translation>Uložiť teraz</translation>
        </message>
        <message>
            <source>Copy them now</source>
            <translation>Skopírovať teraz</translation>
        </message>
        <message>
            <source>Your conversations are saved in {path} again.</source>
            <translation>Rozhovory sa opäť ukladajú do {path}.</translation>
        </message>
        <message>
            <source>{model} has arrived and is complete.</source>
            <translation>Model {model} je celý stiahnutý.</translation>
        </message>
        <message>
            <source>Load it</source>
            <translation>Načítať</translation>
        </message>
        <message numerus="yes">
            <source>A message can have %n attachments; the others are left out.</source>
            <translation>
                <numerusform>Správa môže mať %n prílohu; ostatné sa vynechajú.</numerusform>
                <numerusform>Správa môže mať %n prílohy; ostatné sa vynechajú.</numerusform>
                <numerusform>Správa môže mať %n príloh; ostatné sa vynechajú.</numerusform>
            </translation>
        </message>
        <message>
            <source>“{name}” is attached already.</source>
            <translation>„{name}“ už je priložený.</translation>
        </message>
        <message>
            <source>“{name}” is too long to go with the others: the attachments of a message may have {count} characters together.</source>
            <translation>„{name}“ sa k ostatným nezmestí: prílohy jednej správy môžu mať spolu {count} znakov.</translation>
        </message>
        <message>
            <source>a file that holds no text</source>
            <translation>súbor bez textu</translation>
        </message>
        <message>
            <source>a Word document</source>
            <translation>dokument programu Word</translation>
        </message>
        <message>
            <source>an old Word document</source>
            <translation>starý dokument programu Word</translation>
        </message>
        <message>
            <source>Save it as DOCX, and attach that.</source>
            <translation>Uložte ho ako DOCX a priložte ten.</translation>
        </message>
        <message>
            <source>a spreadsheet</source>
            <translation>tabuľkový hárok</translation>
        </message>
        <message>
            <source>Save the sheet as CSV, and attach that.</source>
            <translation>Uložte hárok ako CSV a priložte ten.</translation>
        </message>
        <message>
            <source>a presentation</source>
            <translation>prezentácia</translation>
        </message>
        <message>
            <source>Save it as PDF, and attach that.</source>
            <translation>Uložte súbor ako PDF a priložte ten.</translation>
        </message>
        <message>
            <source>an OpenDocument text</source>
            <translation>textový dokument OpenDocument</translation>
        </message>
        <message>
            <source>rich text (RTF)</source>
            <translation>formátovaný text (RTF)</translation>
        </message>
        <message>
            <source>Save it as DOCX or as plain text, and attach that.</source>
            <translation>Uložte súbor ako DOCX alebo ako obyčajný text a priložte ten.</translation>
        </message>
        <message>
            <source>an e-book (EPUB)</source>
            <translation>elektronická kniha (EPUB)</translation>
        </message>
        <message>
            <source>Save it as PDF or as plain text, and attach that.</source>
            <translation>Uložte súbor ako PDF alebo ako obyčajný text a priložte ten.</translation>
        </message>
        <message>
            <source>a document that is protected with a password</source>
            <translation>dokument chránený heslom</translation>
        </message>
        <message>
            <source>Save a copy without it, and attach that.</source>
            <translation>Uložte kópiu bez hesla a priložte tú.</translation>
        </message>
        <message>
            <source>The model reads text only.</source>
            <translation>Model číta iba text.</translation>
        </message>
        <message>
            <source>Unpack it, and attach the files in it that matter.</source>
            <translation>Rozbaľte ho a priložte súbory, na ktorých záleží.</translation>
        </message>
        <message>
            <source>To talk to it, choose it in the list of models.</source>
            <translation>Ak sa s ním chcete rozprávať, vyberte ho v zozname modelov.</translation>
        </message>
        <message>
            <source>an archive (ZIP)</source>
            <translation>archív (ZIP)</translation>
        </message>
        <message>
            <source>a picture (PNG)</source>
            <translation>obrázok (PNG)</translation>
        </message>
        <message>
            <source>a picture (JPEG)</source>
            <translation>obrázok (JPEG)</translation>
        </message>
        <message>
            <source>a picture (GIF)</source>
            <translation>obrázok (GIF)</translation>
        </message>
        <message>
            <source>a picture (BMP)</source>
            <translation>obrázok (BMP)</translation>
        </message>
        <message>
            <source>a picture (TIFF)</source>
            <translation>obrázok (TIFF)</translation>
        </message>
        <message>
            <source>an icon</source>
            <translation>ikona</translation>
        </message>
        <message>
            <source>a picture (PSD)</source>
            <translation>obrázok (PSD)</translation>
        </message>
        <message>
            <source>a picture (WebP)</source>
            <translation>obrázok (WebP)</translation>
        </message>
        <message>
            <source>a picture (HEIC)</source>
            <translation>obrázok (HEIC)</translation>
        </message>
        <message>
            <source>a picture (AVIF)</source>
            <translation>obrázok (AVIF)</translation>
        </message>
        <message>
            <source>a sound (WAV)</source>
            <translation>zvuk (WAV)</translation>
        </message>
        <message>
            <source>a sound (MP3)</source>
            <translation>zvuk (MP3)</translation>
        </message>
        <message>
            <source>a sound (FLAC)</source>
            <translation>zvuk (FLAC)</translation>
        </message>
        <message>
            <source>a sound (Ogg)</source>
            <translation>zvuk (Ogg)</translation>
        </message>
        <message>
            <source>a film or a sound (MP4)</source>
            <translation>film alebo zvuk (MP4)</translation>
        </message>
        <message>
            <source>a film (AVI)</source>
            <translation>film (AVI)</translation>
        </message>
        <message>
            <source>a film (Matroska)</source>
            <translation>film (Matroska)</translation>
        </message>
        <message>
            <source>an archive (gzip)</source>
            <translation>archív (gzip)</translation>
        </message>
        <message>
            <source>an archive (bzip2)</source>
            <translation>archív (bzip2)</translation>
        </message>
        <message>
            <source>an archive (xz)</source>
            <translation>archív (xz)</translation>
        </message>
        <message>
            <source>an archive (Zstandard)</source>
            <translation>archív (Zstandard)</translation>
        </message>
        <message>
            <source>an archive (7z)</source>
            <translation>archív (7z)</translation>
        </message>
        <message>
            <source>an archive (RAR)</source>
            <translation>archív (RAR)</translation>
        </message>
        <message>
            <source>an archive (tar)</source>
            <translation>archív (tar)</translation>
        </message>
        <message>
            <source>a program</source>
            <translation>program</translation>
        </message>
        <message>
            <source>a program for Windows</source>
            <translation>program pre Windows</translation>
        </message>
        <message>
            <source>a program for macOS</source>
            <translation>program pre macOS</translation>
        </message>
        <message>
            <source>a program for macOS or Java</source>
            <translation>program pre macOS alebo Javu</translation>
        </message>
        <message>
            <source>a program (WebAssembly)</source>
            <translation>program (WebAssembly)</translation>
        </message>
        <message>
            <source>a model (GGUF)</source>
            <translation>model (GGUF)</translation>
        </message>
        <message>
            <source>the weights of a model (safetensors)</source>
            <translation>váhy modelu (safetensors)</translation>
        </message>
        <message>
            <source>data or the weights of a model (HDF5)</source>
            <translation>dáta alebo váhy modelu (HDF5)</translation>
        </message>
        <message>
            <source>data (NumPy)</source>
            <translation>dáta (NumPy)</translation>
        </message>
        <message>
            <source>data (Parquet)</source>
            <translation>dáta (Parquet)</translation>
        </message>
        <message>
            <source>a database (SQLite)</source>
            <translation>databáza (SQLite)</translation>
        </message>
        <message>
            <source>data of a Python program (pickle)</source>
            <translation>dáta programu v Pythone (pickle)</translation>
        </message>
        <message>
            <source>a font</source>
            <translation>písmo</translation>
        </message>
        <message>
            <source>a program for Android</source>
            <translation>program pre Android</translation>
        </message>
        <message>
            <source>a program for Java</source>
            <translation>program v Jave</translation>
        </message>
        <message>
            <source>the weights of a model (PyTorch)</source>
            <translation>váhy modelu (PyTorch)</translation>
        </message>
        <message>
            <source>“{name}” has no text. {note}</source>
            <translation>„{name}“ neobsahuje text. {note}</translation>
        </message>
        <message>
            <source>“{name}” cannot be read as a Word document; it may be damaged. Save it as DOCX again, and attach that.</source>
            <translation>Súbor „{name}“ sa nedá prečítať ako dokument programu Word; môže byť poškodený. Uložte ho znova ako DOCX a priložte ten.</translation>
        </message>
        <message>
            <source>“{name}” unpacks to {size} MB, which is more than can be read. Attach the part of it that matters.</source>
            <translation>„{name}“ má po rozbalení {size} MB, čo je viac, než sa dá prečítať. Priložte časť, na ktorej záleží.</translation>
        </message>
        <message numerus="yes">
            <source>%n pictures</source>
            <translation>
                <numerusform>%n obrázok</numerusform>
                <numerusform>%n obrázky</numerusform>
                <numerusform>%n obrázkov</numerusform>
            </translation>
        </message>
        <message>
            <source>footnotes</source>
            <translation>poznámky pod čiarou</translation>
        </message>
        <message>
            <source>endnotes</source>
            <translation>koncové poznámky</translation>
        </message>
        <message>
            <source> and </source>
            <translation> a </translation>
        </message>
        <message>
            <source>The document also has {what}, which cannot be attached.</source>
            <translation>Dokument obsahuje aj {what}; to sa nedá priložiť.</translation>
        </message>
        <message>
            <source>Reading the file was stopped.</source>
            <translation>Čítanie súboru bolo zastavené.</translation>
        </message>
        <message>
            <source>“{name}” is a folder. Choose the files in it that you want to attach.</source>
            <translation>„{name}“ je priečinok. Vyberte v ňom súbory, ktoré chcete priložiť.</translation>
        </message>
        <message>
            <source>“{name}” is a device or a pipe, not a file, and cannot be attached.</source>
            <translation>„{name}“ je zariadenie alebo rúra, nie súbor, a nedá sa priložiť.</translation>
        </message>
        <message>
            <source>“{name}” is too large: a file that is attached may have {size} MB.</source>
            <translation>„{name}“ je príliš veľký: prikladaný súbor môže mať {size} MB.</translation>
        </message>
        <message>
            <source>“{name}” is a link to a file that does not exist.</source>
            <translation>„{name}“ je odkaz na súbor, ktorý neexistuje.</translation>
        </message>
        <message>
            <source>“{name}” does not exist. It may have been moved or deleted.</source>
            <translation>„{name}“ neexistuje. Možno bol presunutý alebo odstránený.</translation>
        </message>
        <message>
            <source>You are not allowed to read “{name}”. Change its permissions, or attach a copy of it.</source>
            <translation>Chýba povolenie čítať súbor „{name}“. Zmeňte povolenia alebo priložte kópiu.</translation>
        </message>
        <message>
            <source>“{name}” is a link that leads back to itself.</source>
            <translation>„{name}“ je odkaz, ktorý vedie sám na seba.</translation>
        </message>
        <message>
            <source>“{name}” cannot be read: {reason}.</source>
            <translation>Súbor „{name}“ sa nedá prečítať: {reason}.</translation>
        </message>
        <message>
            <source>“{name}” takes too long to read. It may be damaged; try a copy of it as text.</source>
            <translation>Čítanie súboru „{name}“ trvá príliš dlho. Môže byť poškodený; skúste jeho kópiu ako text.</translation>
        </message>
        <message>
            <source>“{name}” is too long: an attachment may have {count} characters of text. Attach the part of it that matters.</source>
            <translation>„{name}“ je príliš dlhý: príloha môže mať {count} znakov textu. Priložte časť, na ktorej záleží.</translation>
        </message>
        <message>
            <source>Pasted text</source>
            <translation>Vložený text</translation>
        </message>
        <message>
            <source>The pasted text is too long: an attachment may have {count} characters. Paste the part that matters.</source>
            <translation>Vložený text je príliš dlhý: príloha môže mať {count} znakov. Vložte časť, na ktorej záleží.</translation>
        </message>
        <message>
            <source>“{name}” is protected with a password. Save a copy without it, and attach that.</source>
            <translation>„{name}“ je chránený heslom. Uložte kópiu bez hesla a priložte tú.</translation>
        </message>
        <message>
            <source>“{name}” is encrypted in a way that Kvasir cannot read. Attach a copy of it.</source>
            <translation>„{name}“ je zašifrovaný spôsobom, ktorý Kvasir nevie prečítať. Priložte nezašifrovanú kópiu.</translation>
        </message>
        <message>
            <source>“{name}” is damaged: it begins like a PDF, but cannot be read as one.</source>
            <translation>„{name}“ je poškodený: začína sa ako PDF, ale nedá sa tak prečítať.</translation>
        </message>
        <message>
            <source>No text could be found on {pages} of {count}.</source>
            <translation>Text sa nenašiel ({pages} z {count}).</translation>
        </message>
        <message>
            <source>{pages} of {count} could not be read.</source>
            <translation>Časť dokumentu sa nepodarilo prečítať ({pages} z {count}).</translation>
        </message>
        <message>
            <source>“{name}” is damaged: none of its pages can be read.</source>
            <translation>„{name}“ je poškodený: nedá sa prečítať ani jedna strana.</translation>
        </message>
        <message>
            <source>“{name}” is scanned: its pages are pictures, without text that could be read. Let a program for text recognition (OCR) add the text first.</source>
            <translation>„{name}“ je naskenovaný: jeho strany sú obrázky bez textu. Najprv nechajte text doplniť program na rozpoznávanie textu (OCR).</translation>
        </message>
        <message>
            <source>“{name}” has no text on any of its pages.</source>
            <translation>„{name}“ nemá text na žiadnej strane.</translation>
        </message>
        <message>
            <source>page {numbers}</source>
            <translation>strana {numbers}</translation>
        </message>
        <message>
            <source>pages {numbers}</source>
            <translation>strany {numbers}</translation>
        </message>
        <message>
            <source>Windows-1252 (Western European)</source>
            <translation>Windows-1252 (západoeurópske)</translation>
        </message>
        <message>
            <source>Windows-1250 (Central European)</source>
            <translation>Windows-1250 (stredoeurópske)</translation>
        </message>
        <message>
            <source>Windows-1251 (Cyrillic)</source>
            <translation>Windows-1251 (cyrilika)</translation>
        </message>
        <message>
            <source>Shift JIS (Japanese)</source>
            <translation>Shift JIS (japonské)</translation>
        </message>
        <message>
            <source>GB 18030 (Chinese)</source>
            <translation>GB 18030 (čínske)</translation>
        </message>
        <message>
            <source>Big5 (Chinese)</source>
            <translation>Big5 (čínske)</translation>
        </message>
        <message>
            <source>Windows-949 (Korean)</source>
            <translation>Windows-949 (kórejské)</translation>
        </message>
        <message>
            <source>EUC-JP (Japanese)</source>
            <translation>EUC-JP (japonské)</translation>
        </message>
        <message>
            <source>KOI8-R (Cyrillic)</source>
            <translation>KOI8-R (cyrilika)</translation>
        </message>
        <message>
            <source>Windows-1254 (Turkish)</source>
            <translation>Windows-1254 (turecké)</translation>
        </message>
        <message>
            <source>Windows-1253 (Greek)</source>
            <translation>Windows-1253 (grécke)</translation>
        </message>
        <message>
            <source>Windows-1255 (Hebrew)</source>
            <translation>Windows-1255 (hebrejské)</translation>
        </message>
        <message>
            <source>Windows-1256 (Arabic)</source>
            <translation>Windows-1256 (arabské)</translation>
        </message>
        <message numerus="yes">
            <source>%n of its characters are broken and shown as �.</source>
            <translation>
                <numerusform>%n znak je poškodený a zobrazený ako �.</numerusform>
                <numerusform>%n znaky sú poškodené a zobrazené ako �.</numerusform>
                <numerusform>%n znakov je poškodených a zobrazených ako �.</numerusform>
            </translation>
        </message>
        <message>
            <source>It does not say how its letters are encoded; it was read as {encoding}.</source>
            <translation>Súbor neuvádza kódovanie znakov; bol prečítaný ako {encoding}.</translation>
        </message>
        <message>
            <source>Text file</source>
            <translation>Textový súbor</translation>
        </message>
        <message>
            <source>Markdown file</source>
            <translation>Súbor Markdown</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>Kód</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>Tabuľka</translation>
        </message>
        <message>
            <source>PDF document</source>
            <translation>Dokument PDF</translation>
        </message>
        <message>
            <source>Word document</source>
            <translation>Dokument Word</translation>
        </message>
        <message>
            <source>Attachment</source>
            <translation>Príloha</translation>
        </message>
        <message>
            <source>“{name}” is empty.</source>
            <translation>„{name}“ je prázdny.</translation>
        </message>
        <message>
            <source>“{name}” holds no text, only blanks.</source>
            <translation>„{name}“ neobsahuje text, iba medzery.</translation>
        </message>
        <message numerus="yes">
            <source>The table has %n lines; a model rarely keeps track of so many.</source>
            <translation>
                <numerusform>Tabuľka má %n riadok; model málokedy udrží prehľad v takej dlhej.</numerusform>
                <numerusform>Tabuľka má %n riadky; model málokedy udrží prehľad v takej dlhej.</numerusform>
                <numerusform>Tabuľka má %n riadkov; model málokedy udrží prehľad v takej dlhej.</numerusform>
            </translation>
        </message>
        <message>
            <source>“{name}” is a damaged archive (ZIP), and cannot be attached.</source>
            <translation>„{name}“ je poškodený archív (ZIP) a nedá sa priložiť.</translation>
        </message>
        <message>
            <source>“{name}” seems to be {kind} and cannot be attached. {way_on}</source>
            <translation>„{name}“ je zrejme {kind} a nedá sa priložiť. {way_on}</translation>
        </message>
        <message>
            <source>on the card</source>
            <translation>na karte</translation>
        </message>
        <message>
            <source>in memory</source>
            <translation>v pamäti</translation>
        </message>
        <message>
            <source>in RAM</source>
            <translation>v RAM</translation>
        </message>
        <message>
            <source>on disk</source>
            <translation>na disku</translation>
        </message>
        <message numerus="yes">
            <source>%n tokens</source>
            <translation>
                <numerusform>%n token</numerusform>
                <numerusform>%n tokeny</numerusform>
                <numerusform>%n tokenov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens of {model}</source>
            <translation>
                <numerusform>%n token modelu {model}</numerusform>
                <numerusform>%n tokeny modelu {model}</numerusform>
                <numerusform>%n tokenov modelu {model}</numerusform>
            </translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>pripnuté</translation>
        </message>
        <message>
            <source>No graphics card with its driver was found here, so models run on the processor.</source>
            <translation>Nenašla sa grafická karta s ovládačom, takže modely bežia na procesore.</translation>
        </message>
        <message>
            <source>{card} is here, but this build of torch ({version}) is made for processors. Set the engine up again and choose the build for the card.</source>
            <translation>Je tu {card}, ale toto zostavenie torch ({version}) je pre procesory. Nastavte jadro znova a vyberte zostavenie pre kartu.</translation>
        </message>
        <message>
            <source>No driver of a graphics card was found. Install the maker's driver, and start Kvasir again.</source>
            <translation>Nenašiel sa ovládač grafickej karty. Nainštalujte ovládač výrobcu a spustite Kvasir znova.</translation>
        </message>
        <message>
            <source>{card} is here, but torch cannot use it: {trouble}. A newer driver, or another start of the computer, is what mostly helps.</source>
            <translation>Je tu {card}, ale torch ju nemôže použiť: {trouble}. Zvyčajne pomôže novší ovládač alebo reštart počítača.</translation>
        </message>
        <message>
            <source>it does not say why</source>
            <translation>neuvádza prečo</translation>
        </message>
        <message>
            <source>The variable {name} has quotation marks in it ({value}), so no card has that name. Set it without them, or remove it, and start Kvasir again.</source>
            <translation>Premenná {name} obsahuje úvodzovky ({value}), takže žiadna karta sa tak nevolá. Nastavte ju bez nich alebo ju odstráňte a spustite Kvasir znova.</translation>
        </message>
        <message>
            <source>The variable {name} is set to “{value}”, which hides the card. Remove it, and start Kvasir again.</source>
            <translation>Premenná {name} má hodnotu „{value}“, ktorá kartu skrýva. Odstráňte ju a spustite Kvasir znova.</translation>
        </message>
        <message>
            <source>Nothing of this chat has been read yet, so nothing has to be read again.</source>
            <translation>Z tohto rozhovoru sa zatiaľ nič neprečítalo, takže netreba nič čítať znova.</translation>
        </message>
        <message numerus="yes">
            <source> (%n tokens)</source>
            <translation>
                <numerusform> (%n token)</numerusform>
                <numerusform> (%n tokeny)</numerusform>
                <numerusform> (%n tokenov)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>That model still has %n tokens of this chat, and reads only what came since.</source>
            <translation>
                <numerusform>Ten model má ešte %n token tohto rozhovoru a prečíta iba to, čo pribudlo.</numerusform>
                <numerusform>Ten model má ešte %n tokeny tohto rozhovoru a prečíta iba to, čo pribudlo.</numerusform>
                <numerusform>Ten model má ešte %n tokenov tohto rozhovoru a prečíta iba to, čo pribudlo.</numerusform>
            </translation>
        </message>
        <message>
            <source>Another model has to read the whole chat{tokens} with your next message.</source>
            <translation>Iný model musí pri ďalšej správe prečítať celý rozhovor{tokens}.</translation>
        </message>
        <message>
            <source>The system prompt comes first, so the whole chat{tokens} is read again with your next message.</source>
            <translation>Systémový prompt je na začiatku, preto sa pri ďalšej správe celý rozhovor{tokens} prečíta znova.</translation>
        </message>
        <message>
            <source>In another cache format the whole chat{tokens} is read again with your next message.</source>
            <translation>V inom formáte vyrovnávacej pamäte sa pri ďalšej správe celý rozhovor{tokens} prečíta znova.</translation>
        </message>
        <message numerus="yes">
            <source> (about %n tokens)</source>
            <translation>
                <numerusform> (asi %n token)</numerusform>
                <numerusform> (asi %n tokeny)</numerusform>
                <numerusform> (asi %n tokenov)</numerusform>
            </translation>
        </message>
        <message>
            <source>At most the last turn{turn} is read again with your next message.</source>
            <translation>Pri ďalšej správe sa znova prečíta nanajvýš posledná výmena{turn}.</translation>
        </message>
        <message>
            <source>Nothing has to be read again.</source>
            <translation>Nič netreba čítať znova.</translation>
        </message>
        <message>
            <source>the answer ends, and you choose</source>
            <translation>odpoveď sa skončí a rozhodnete vy</translation>
        </message>
        <message>
            <source>the oldest messages are left out</source>
            <translation>najstaršie správy sa vynechajú</translation>
        </message>
        <message>
            <source>the oldest messages are summarised</source>
            <translation>najstaršie správy sa zhrnú</translation>
        </message>
        <message>
            <source>the model sees only the beginning and the newest part</source>
            <translation>model vidí iba začiatok a najnovšiu časť</translation>
        </message>
        <message numerus="yes">
            <source>The model's context was full: of this conversation it no longer sees %n messages.</source>
            <translation>
                <numerusform>Kontext modelu bol plný: z tohto rozhovoru už nevidí %n správu.</numerusform>
                <numerusform>Kontext modelu bol plný: z tohto rozhovoru už nevidí %n správy.</numerusform>
                <numerusform>Kontext modelu bol plný: z tohto rozhovoru už nevidí %n správ.</numerusform>
            </translation>
        </message>
        <message>
            <source>It goes on with a summary of them.</source>
            <translation>Namiesto nich vidí ich zhrnutie.</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>Nový rozhovor</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>Model</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>Názov</translation>
        </message>
        <message>
            <source>Path</source>
            <translation>Cesta</translation>
        </message>
        <message>
            <source>Variables of the environment</source>
            <translation>Premenné prostredia</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>Verzia</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Beží</translation>
        </message>
        <message>
            <source>installed</source>
            <translation>nainštalovaný</translation>
        </message>
        <message>
            <source>from its sources</source>
            <translation>zo zdrojových súborov</translation>
        </message>
        <message>
            <source>System</source>
            <translation>Systém</translation>
        </message>
        <message>
            <source>Cores</source>
            <translation>Jadrá procesora</translation>
        </message>
        <message>
            <source>Locale</source>
            <translation>Miestne nastavenie</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Pamäť</translation>
        </message>
        <message>
            <source>{total}, {free} of it free</source>
            <translation>{total}, z toho voľné {free}</translation>
        </message>
        <message>
            <source>This computer</source>
            <translation>Tento počítač</translation>
        </message>
        <message>
            <source>driver {version}</source>
            <translation>ovládač {version}</translation>
        </message>
        <message>
            <source>Card with a driver</source>
            <translation>Karta s ovládačom</translation>
        </message>
        <message>
            <source>none</source>
            <translation>žiadna</translation>
        </message>
        <message>
            <source>Graphics card</source>
            <translation>Grafická karta</translation>
        </message>
        <message>
            <source>The engine has not told yet what it can use.</source>
            <translation>Jadro ešte neoznámilo, čo môže použiť.</translation>
        </message>
        <message>
            <source>torch can use</source>
            <translation>torch môže použiť</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Stav</translation>
        </message>
        <message>
            <source>for processors</source>
            <translation>pre procesory</translation>
        </message>
        <message>
            <source>Threads</source>
            <translation>Vlákna</translation>
        </message>
        <message>
            <source>Memory of the process</source>
            <translation>Pamäť procesu</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>Jadro</translation>
        </message>
        <message>
            <source>Runs on</source>
            <translation>Beží na</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>Kontext</translation>
        </message>
        <message>
            <source>fast path</source>
            <translation>rýchla cesta</translation>
        </message>
        <message>
            <source>gather path</source>
            <translation>zberná cesta</translation>
        </message>
        <message>
            <source>the model's own cache</source>
            <translation>vlastná vyrovnávacia pamäť modelu</translation>
        </message>
        <message>
            <source>Architecture</source>
            <translation>Architektúra</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>Váhy</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>Mechanizmus pozornosti</translation>
        </message>
        <message>
            <source>Cache format</source>
            <translation>Formát vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>{format}, {size} kB per token</source>
            <translation>{format}, {size} kB na token</translation>
        </message>
        <message>
            <source>Self-check</source>
            <translation>Vlastná kontrola</translation>
        </message>
        <message>
            <source>{nats} nats from an exact cache</source>
            <translation>{nats} natu od presnej vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>Loaded in</source>
            <translation>Načítané za</translation>
        </message>
        <message>
            <source>{seconds} s</source>
            <translation>{seconds} s</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>Rozhovory</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>Nastavenia</translation>
        </message>
        <message>
            <source>Cache</source>
            <translation>Vyrovnávacia pamäť</translation>
        </message>
        <message>
            <source>Logs</source>
            <translation>Denníky</translation>
        </message>
        <message>
            <source>Engine's environment</source>
            <translation>Prostredie jadra</translation>
        </message>
        <message>
            <source>{path} ({free} free)</source>
            <translation>{path} (voľné {free})</translation>
        </message>
        <message>
            <source>Folders</source>
            <translation>Priečinky</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>zastavené</translation>
        </message>
        <message>
            <source>starting</source>
            <translation>spúšťa sa</translation>
        </message>
        <message>
            <source>running</source>
            <translation>beží</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>zlyhalo</translation>
        </message>
        <message>
            <source>There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be opened.</source>
            <translation>Nie je tu obrazovka (nie je nastavené DISPLAY ani WAYLAND_DISPLAY), takže sa nedá otvoriť okno.</translation>
        </message>
        <message>
            <source>No window can be opened because Qt lacks a system library ({missing}).</source>
            <translation>Okno sa nedá otvoriť, lebo Qt chýba systémová knižnica ({missing}).</translation>
        </message>
        <message>
            <source>Install the package of your system that has it.</source>
            <translation>Nainštalujte balík systému, ktorý ju obsahuje.</translation>
        </message>
        <message>
            <source>`make run` names the package to install.</source>
            <translation>`make run` uvedie balík, ktorý treba nainštalovať.</translation>
        </message>
        <message>
            <source>No graphics card with its driver was found here.</source>
            <translation>Nenašla sa grafická karta s ovládačom.</translation>
        </message>
        <message>
            <source>For the graphics card, {name}, there is no build of torch that is locked yet.</source>
            <translation>Pre grafickú kartu {name} zatiaľ nie je schválené zostavenie torch.</translation>
        </message>
        <message>
            <source>The driver of the graphics card, {name}, is too old: version {driver}. Install {min_driver} or newer to use the card, then set the engine up again.</source>
            <translation>Ovládač grafickej karty {name} je príliš starý: verzia {driver}. Ak chcete kartu používať, nainštalujte {min_driver} alebo novší a potom jadro nastavte znova.</translation>
        </message>
        <message>
            <source>The graphics card is {name}.</source>
            <translation>Grafická karta: {name}.</translation>
        </message>
        <message>
            <source>{label}, version {version}, comes from {where}; about {count} other packages that the engine is made of come from the package index that is set up here. Each file is compared with the checksum that Kvasir was made with. All of it is kept in {folder}.</source>
            <translation>{label}, verzia {version}, pochádza z: {where}; asi {count} ďalších balíkov, z ktorých sa jadro skladá, pochádza z nastaveného indexu balíkov. Každý súbor sa porovná s kontrolným súčtom, s ktorým bol Kvasir vytvorený. Všetko je uložené v {folder}.</translation>
        </message>
        <message>
            <source>the package index</source>
            <translation>index balíkov</translation>
        </message>
        <message>
            <source>Kvasir is newer than the engine's environment, which has to be brought up to date.</source>
            <translation>Kvasir je novší než prostredie jadra, ktoré treba aktualizovať.</translation>
        </message>
        <message>
            <source>Looking for damage</source>
            <translation>Hľadajú sa poškodenia</translation>
        </message>
        <message>
            <source>Making a place for it</source>
            <translation>Pripravuje sa miesto</translation>
        </message>
        <message>
            <source>Fetching</source>
            <translation>Sťahuje sa</translation>
        </message>
        <message>
            <source>Trying it</source>
            <translation>Skúša sa</translation>
        </message>
        <message>
            <source>Another Kvasir is setting the engine up. Wait until it is done.</source>
            <translation>Jadro práve nastavuje iný Kvasir. Počkajte, kým skončí.</translation>
        </message>
        <message>
            <source>{path} cannot be written: {reason}.</source>
            <translation>Do {path} sa nedá zapisovať: {reason}.</translation>
        </message>
        <message>
            <source>Getting ready</source>
            <translation>Pripravuje sa</translation>
        </message>
        <message>
            <source>{program} could not be started: {reason}.</source>
            <translation>{program} sa nepodarilo spustiť: {reason}.</translation>
        </message>
        <message>
            <source>it said nothing</source>
            <translation>bez správy</translation>
        </message>
        <message>
            <source>The engine's environment was built but does not work: {last}. Repair it.</source>
            <translation>Prostredie jadra sa vytvorilo, ale nefunguje: {last}. Opravte ho.</translation>
        </message>
        <message>
            <source>The engine needs {needed} GB in {folder}, where {free} GB are free. Make room there and try again.</source>
            <translation>Jadro potrebuje {needed} GB v {folder}, kde je voľných {free} GB. Uvoľnite miesto a skúste to znova.</translation>
        </message>
        <message>
            <source>Looking at the files</source>
            <translation>Prezerajú sa súbory</translation>
        </message>
        <message>
            <source>Checking the attention</source>
            <translation>Kontroluje sa mechanizmus pozornosti</translation>
        </message>
        <message>
            <source>Trying the cache format</source>
            <translation>Skúša sa formát vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>Reading the tokenizer</source>
            <translation>Číta sa tokenizátor</translation>
        </message>
        <message>
            <source>Checking the file</source>
            <translation>Kontroluje sa súbor</translation>
        </message>
        <message>
            <source>Converting the tokenizer</source>
            <translation>Prevádza sa tokenizátor</translation>
        </message>
        <message>
            <source>Keeping a converted copy</source>
            <translation>Uchováva sa prevedená kópia</translation>
        </message>
        <message>
            <source>Loading weights</source>
            <translation>Načítavajú sa váhy</translation>
        </message>
        <message>
            <source>Unpacking weights</source>
            <translation>Rozbaľujú sa váhy</translation>
        </message>
        <message>
            <source>Preparing fast attention</source>
            <translation>Pripravuje sa rýchla cesta pozornosti</translation>
        </message>
        <message>
            <source>Packing weights</source>
            <translation>Balia sa váhy</translation>
        </message>
        <message>
            <source>Trying smaller weights</source>
            <translation>Skúšajú sa menšie váhy</translation>
        </message>
        <message>
            <source>Measuring the processor</source>
            <translation>Meria sa procesor</translation>
        </message>
        <message>
            <source>Connecting to the server</source>
            <translation>Pripája sa k serveru</translation>
        </message>
        <message>
            <source>{stage} (first time only)</source>
            <translation>{stage} (len prvýkrát)</translation>
        </message>
        <message>
            <source>It is neither JSON nor a zip.</source>
            <translation>Nie je to JSON ani zip.</translation>
        </message>
        <message>
            <source>The zip is damaged.</source>
            <translation>Súbor zip je poškodený.</translation>
        </message>
        <message>
            <source>It is larger than Kvasir can read.</source>
            <translation>Je väčší, než dokáže Kvasir prečítať.</translation>
        </message>
        <message>
            <source>It cannot be taken out of the zip: {error}.</source>
            <translation>Nedá sa vybrať zo súboru zip: {error}.</translation>
        </message>
        <message>
            <source>There is no such file.</source>
            <translation>Taký súbor neexistuje.</translation>
        </message>
        <message>
            <source>It cannot be read: {reason}.</source>
            <translation>Nedá sa prečítať: {reason}.</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>Systémový prompt</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>Premýšľanie</translation>
        </message>
        <message>
            <source>The file is empty.</source>
            <translation>Súbor je prázdny.</translation>
        </message>
        <message>
            <source>This is not JSON: {error} in line {line}.</source>
            <translation>Toto nie je JSON: {error}, riadok {line}.</translation>
        </message>
        <message>
            <source>Its parts lie too deep in each other.</source>
            <translation>Jeho časti sú príliš hlboko vnorené.</translation>
        </message>
        <message>
            <source>This is not JSON: {error}.</source>
            <translation>Toto nie je JSON: {error}.</translation>
        </message>
        <message>
            <source>number {number}</source>
            <translation>číslo {number}</translation>
        </message>
        <message>
            <source>The file breaks off or is damaged behind conversation {number}; what follows was not read.</source>
            <translation>Súbor sa za rozhovorom {number} končí alebo je poškodený; zvyšok sa neprečítal.</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>riadok {number}</translation>
        </message>
        <message>
            <source>It does not say which version of the format it is in.</source>
            <translation>Neuvádza verziu formátu.</translation>
        </message>
        <message>
            <source>A newer version of Kvasir wrote it; update Kvasir to read it.</source>
            <translation>Zapísala ho novšia verzia programu Kvasir; na prečítanie Kvasir aktualizujte.</translation>
        </message>
        <message>
            <source>message {number}</source>
            <translation>správa {number}</translation>
        </message>
        <message>
            <source>a cut</source>
            <translation>vynechanie</translation>
        </message>
        <message>
            <source>Two of its messages have the id “{id}”.</source>
            <translation>Dve správy majú identifikátor „{id}“.</translation>
        </message>
        <message>
            <source>The message {id} stands before the one that it follows.</source>
            <translation>Správa {id} stojí pred tou, na ktorú nadväzuje.</translation>
        </message>
        <message>
            <source>In {what}, something is not as Kvasir writes it: {error}.</source>
            <translation>Niečo nie je zapísané tak, ako to robí Kvasir ({what}): {error}.</translation>
        </message>
        <message>
            <source>The answer was stopped.</source>
            <translation>Odpoveď bola zastavená.</translation>
        </message>
        <message>
            <source>The answer reached its longest length.</source>
            <translation>Odpoveď dosiahla najväčšiu dĺžku.</translation>
        </message>
        <message>
            <source>The context was full.</source>
            <translation>Kontext bol plný.</translation>
        </message>
        <message>
            <source>The answer failed.</source>
            <translation>Odpoveď zlyhala.</translation>
        </message>
        <message>
            <source>You</source>
            <translation>Vy</translation>
        </message>
        <message>
            <source>Answer</source>
            <translation>Odpoveď</translation>
        </message>
        <message>
            <source>File: {name}</source>
            <translation>Súbor: {name}</translation>
        </message>
        <message>
            <source>There is no text in it.</source>
            <translation>Nie je v ňom žiadny text.</translation>
        </message>
        <message>
            <source>Left out: {what}.</source>
            <translation>Vynechané: {what}.</translation>
        </message>
        <message numerus="yes">
            <source>%n parts of type {type}</source>
            <translation>
                <numerusform>%n časť typu {type}</numerusform>
                <numerusform>%n časti typu {type}</numerusform>
                <numerusform>%n častí typu {type}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n turns of {role}</source>
            <translation>
                <numerusform>%n vstup ({role})</numerusform>
                <numerusform>%n vstupy ({role})</numerusform>
                <numerusform>%n vstupov ({role})</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n images</source>
            <translation>
                <numerusform>%n obrázok</numerusform>
                <numerusform>%n obrázky</numerusform>
                <numerusform>%n obrázkov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n videos</source>
            <translation>
                <numerusform>%n video</numerusform>
                <numerusform>%n videá</numerusform>
                <numerusform>%n videí</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n recordings</source>
            <translation>
                <numerusform>%n nahrávka</numerusform>
                <numerusform>%n nahrávky</numerusform>
                <numerusform>%n nahrávok</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n attached files</source>
            <translation>
                <numerusform>%n priložený súbor</numerusform>
                <numerusform>%n priložené súbory</numerusform>
                <numerusform>%n priložených súborov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tool results</source>
            <translation>
                <numerusform>%n výsledok nástroja</numerusform>
                <numerusform>%n výsledky nástrojov</numerusform>
                <numerusform>%n výsledkov nástrojov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tool calls</source>
            <translation>
                <numerusform>%n volanie nástroja</numerusform>
                <numerusform>%n volania nástrojov</numerusform>
                <numerusform>%n volaní nástrojov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n later system turns</source>
            <translation>
                <numerusform>%n neskorší systémový vstup</numerusform>
                <numerusform>%n neskoršie systémové vstupy</numerusform>
                <numerusform>%n neskorších systémových vstupov</numerusform>
            </translation>
        </message>
        <message>
            <source>No conversations were found in it. Kvasir reads exports of ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT and its own.</source>
            <translation>Nenašli sa v ňom žiadne rozhovory. Kvasir číta exporty z ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT a svoje vlastné.</translation>
        </message>
        <message numerus="yes">
            <source>%n entries are no conversations that Kvasir knows.</source>
            <translation>
                <numerusform>%n záznam nie je rozhovor, ktorý Kvasir pozná.</numerusform>
                <numerusform>%n záznamy nie sú rozhovory, ktoré Kvasir pozná.</numerusform>
                <numerusform>%n záznamov nie sú rozhovory, ktoré Kvasir pozná.</numerusform>
            </translation>
        </message>
        <message>
            <source>The messages of this thread are not beside it.</source>
            <translation>Správy tohto vlákna nie sú vedľa neho.</translation>
        </message>
        <message>
            <source>Kvasir does not understand it. See the log.</source>
            <translation>Kvasir tomu nerozumie. Podrobnosti sú v denníku.</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations came in</source>
            <translation>
                <numerusform>Importovaný %n rozhovor</numerusform>
                <numerusform>Importované %n rozhovory</numerusform>
                <numerusform>Importovaných %n rozhovorov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n were known already</source>
            <translation>
                <numerusform>%n tu už bol</numerusform>
                <numerusform>%n tu už boli</numerusform>
                <numerusform>%n tu už bolo</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n not wholly</source>
            <translation>
                <numerusform>%n nie celý</numerusform>
                <numerusform>%n nie celé</numerusform>
                <numerusform>%n nie celých</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n could not be read</source>
            <translation>
                <numerusform>%n sa nepodarilo prečítať</numerusform>
                <numerusform>%n sa nepodarilo prečítať</numerusform>
                <numerusform>%n sa nepodarilo prečítať</numerusform>
            </translation>
        </message>
        <message>
            <source>The name {name} does not fit the format, whose files end in {suffix}.</source>
            <translation>Názov {name} nezodpovedá formátu, ktorého súbory sa končia na {suffix}.</translation>
        </message>
        <message>
            <source>{name} can hold one conversation only; for several take a folder or a zip.</source>
            <translation>{name} pojme iba jeden rozhovor; pre viac použite priečinok alebo zip.</translation>
        </message>
        <message>
            <source>The export was cancelled.</source>
            <translation>Export bol zrušený.</translation>
        </message>
        <message>
            <source>The import was cancelled. {sentence}</source>
            <translation>Import bol zrušený. {sentence}</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations written to {path}.</source>
            <translation>
                <numerusform>%n rozhovor zapísaný do {path}.</numerusform>
                <numerusform>%n rozhovory zapísané do {path}.</numerusform>
                <numerusform>%n rozhovorov zapísaných do {path}.</numerusform>
            </translation>
        </message>
        <message>
            <source>Load a model to see this on it.</source>
            <translation>Načítajte model, aby to bolo na ňom vidno.</translation>
        </message>
        <message>
            <source>The loaded model runs on a server, which does not show what its cache does. Load one that runs on this computer.</source>
            <translation>Načítaný model beží na serveri, ktorý neukazuje, čo robí jeho vyrovnávacia pamäť. Načítajte taký, ktorý beží na tomto počítači.</translation>
        </message>
        <message>
            <source>The engine ended before it could tell.</source>
            <translation>Jadro sa ukončilo, skôr než stihlo odpovedať.</translation>
        </message>
        <message>
            <source>Something went wrong in Kvasir ({name}: {error}). Your conversations are kept. Please report it with the file {path}.</source>
            <translation>V programe Kvasir nastala chyba ({name}: {error}). Rozhovory sú zachované. Nahláste ju, prosím, spolu so súborom {path}.</translation>
        </message>
        <message>
            <source>NVIDIA card</source>
            <translation>karta NVIDIA</translation>
        </message>
        <message>
            <source>AMD card</source>
            <translation>karta AMD</translation>
        </message>
        <message>
            <source>the Hugging Face Hub</source>
            <translation>Hugging Face Hub</translation>
        </message>
        <message>
            <source>This model</source>
            <translation>Tento model</translation>
        </message>
        <message>
            <source>Kvasir was told to stay offline (HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE is set). Without that, models can be searched and fetched.</source>
            <translation>Programu Kvasir bolo určené zostať offline (je nastavené HF_HUB_OFFLINE alebo TRANSFORMERS_OFFLINE). Bez toho možno modely vyhľadávať a sťahovať.</translation>
        </message>
        <message>
            <source>The connection to {where} was lost or could not be made. What has arrived is kept; try again when the network is there.</source>
            <translation>Spojenie s {where} sa stratilo alebo sa nepodarilo nadviazať. Čo sa stiahlo, zostáva; skúste to znova, keď bude sieť dostupná.</translation>
        </message>
        <message>
            <source>{where} could not be trusted: its certificate is not one that this system knows. In networks that open encrypted connections, SSL_CERT_FILE names the certificates to trust.</source>
            <translation>Serveru {where} sa nedá dôverovať: jeho certifikát tento systém nepozná. V sieťach, ktoré otvárajú šifrované spojenia, určuje dôveryhodné certifikáty SSL_CERT_FILE.</translation>
        </message>
        <message>
            <source>{where} has no {repository}, or it is private. Check the name; for a private one set HF_TOKEN to a token of an account that may see it.</source>
            <translation>Na {where} nie je {repository} alebo je súkromný. Skontrolujte názov; pre súkromný nastavte v HF_TOKEN token účtu, ktorý ho smie vidieť.</translation>
        </message>
        <message>
            <source>The authors of {repository} want to be asked first. Agree to their terms on its page at {where}, then set HF_TOKEN to a token of that account and start Kvasir again.</source>
            <translation>Autori {repository} chcú byť najprv požiadaní. Prijmite podmienky na jeho stránke na {where}, nastavte v HF_TOKEN token tohto účtu a spustite Kvasir znova.</translation>
        </message>
        <message>
            <source>{where} did not accept the token. Make a new one in the settings of your account there and set HF_TOKEN to it.</source>
            <translation>{where} token neprijal. Vytvorte nový v nastaveniach tamojšieho účtu a nastavte ho v HF_TOKEN.</translation>
        </message>
        <message>
            <source>{where} does not let this account read {repository}. Ask its owner for access.</source>
            <translation>{where} nedovoľuje tomuto účtu čítať {repository}. Požiadajte vlastníka o prístup.</translation>
        </message>
        <message>
            <source>{where} gets too many requests from here. Try again in {seconds} seconds.</source>
            <translation>{where} dostáva odtiaľto príliš veľa požiadaviek. Skúste to znova o {seconds} s.</translation>
        </message>
        <message>
            <source>{where} gets too many requests from here. Wait some minutes, then try again.</source>
            <translation>{where} dostáva odtiaľto príliš veľa požiadaviek. Počkajte niekoľko minút a skúste to znova.</translation>
        </message>
        <message>
            <source>{where} has trouble of its own (status {status}). What has arrived is kept; try again later.</source>
            <translation>{where} má vlastné ťažkosti (stav {status}). Čo sa stiahlo, zostáva; skúste to neskôr.</translation>
        </message>
        <message>
            <source>{where} does not answer as the Hugging Face Hub does ({detail}). If HF_ENDPOINT is set, check it; else something between here and there changes answers.</source>
            <translation>{where} neodpovedá tak ako Hugging Face Hub ({detail}). Ak je nastavené HF_ENDPOINT, skontrolujte ho; inak niečo po ceste mení odpovede.</translation>
        </message>
        <message>
            <source>{repository} has a file of more than 50 GB, which cannot be fetched in this way.</source>
            <translation>{repository} má súbor väčší než 50 GB, ktorý sa takto nedá stiahnuť.</translation>
        </message>
        <message>
            <source>{where} arrived damaged: its checksum is another one. It was thrown away; try again. If that does not help, something between here and the Hub changes files.</source>
            <translation>{where}: súbor prišiel poškodený, má iný kontrolný súčet. Bol zahodený; skúste to znova. Ak to nepomôže, niečo medzi týmto počítačom a Hubom mení súbory.</translation>
        </message>
        <message>
            <source>{needed} GB more are needed in {where}, where {free} GB are free. Make room there and go on.</source>
            <translation>V {where} treba ešte {needed} GB, voľných je {free} GB. Uvoľnite miesto a pokračujte.</translation>
        </message>
        <message>
            <source>The disk with {where} is full. Make room there and go on; what has arrived is kept.</source>
            <translation>Disk s {where} je plný. Uvoľnite miesto a pokračujte; čo sa stiahlo, zostáva.</translation>
        </message>
        <message>
            <source>{where} cannot be written. Allow that, or let HF_HUB_CACHE name another folder.</source>
            <translation>Do {where} sa nedá zapisovať. Povoľte to alebo v HF_HUB_CACHE uveďte iný priečinok.</translation>
        </message>
        <message>
            <source>The Hugging Face cache could not be used: {where} {detail}</source>
            <translation>Vyrovnávaciu pamäť Hugging Face sa nepodarilo použiť: {where} {detail}</translation>
        </message>
        <message>
            <source>Something in Kvasir went wrong: {detail}. See the log.</source>
            <translation>V programe Kvasir nastala chyba: {detail}. Podrobnosti sú v denníku.</translation>
        </message>
        <message numerus="yes">
            <source>%n chats were deleted.</source>
            <translation>
                <numerusform>Odstránený %n rozhovor.</numerusform>
                <numerusform>Odstránené %n rozhovory.</numerusform>
                <numerusform>Odstránených %n rozhovorov.</numerusform>
            </translation>
        </message>
        <message>
            <source>“{title}” was deleted.</source>
            <translation>„{title}“ – odstránené.</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>Späť</translation>
        </message>
        <message>
            <source>the local API</source>
            <translation>lokálneho API</translation>
        </message>
        <message>
            <source>It is switched on and starts with the engine.</source>
            <translation>Je zapnuté a spustí sa spolu s jadrom.</translation>
        </message>
        <message>
            <source>Nothing listens.</source>
            <translation>Nič nepočúva.</translation>
        </message>
        <message>
            <source>Listens at port {port}</source>
            <translation>Počúva na porte {port}</translation>
        </message>
        <message numerus="yes">
            <source>{listens}, %n requests running</source>
            <translation>
                <numerusform>{listens}, prebieha %n požiadavka</numerusform>
                <numerusform>{listens}, prebiehajú %n požiadavky</numerusform>
                <numerusform>{listens}, prebieha %n požiadaviek</numerusform>
            </translation>
        </message>
        <message>
            <source>There is no estimate, since the engine does not run.</source>
            <translation>Odhad nie je, lebo jadro nebeží.</translation>
        </message>
        <message>
            <source>Starting the engine</source>
            <translation>Spúšťa sa jadro</translation>
        </message>
        <message>
            <source>The server of this model is not in the settings any more. Choose another model.</source>
            <translation>Server tohto modelu už nie je v nastaveniach. Vyberte iný model.</translation>
        </message>
        <message>
            <source>The folders with models could not be searched. {sentence}</source>
            <translation>Priečinky s modelmi sa nepodarilo prehľadať. {sentence}</translation>
        </message>
        <message>
            <source>{path} could not be deleted: {reason}. Another program may be using it.</source>
            <translation>{path} sa nepodarilo odstrániť: {reason}. Možno ho používa iný program.</translation>
        </message>
        <message>
            <source>pip said nothing</source>
            <translation>pip nič neoznámil</translation>
        </message>
        <message>
            <source>What was said so far is kept; your next message starts the engine again.</source>
            <translation>Doterajší rozhovor zostáva zachovaný; ďalšia správa jadro spustí znova.</translation>
        </message>
        <message>
            <source>The engine could not be started: {program}: {reason}. Check that this program exists and may be run.</source>
            <translation>Jadro sa nepodarilo spustiť: {program}: {reason}. Skontrolujte, či tento program existuje a smie sa spúšťať.</translation>
        </message>
        <message>
            <source>The engine crashed (code 0x{number}). {kept}</source>
            <translation>Jadro havarovalo (kód 0x{number}). {kept}</translation>
        </message>
        <message>
            <source>The engine was ended by the system (signal {number}, {name}). {kept}</source>
            <translation>Jadro ukončil systém (signál {number}, {name}). {kept}</translation>
        </message>
        <message>
            <source>The engine was ended from outside (signal {number}, {name}). {kept}</source>
            <translation>Jadro bolo ukončené zvonka (signál {number}, {name}). {kept}</translation>
        </message>
        <message>
            <source>The engine crashed (signal {number}, {name}). {kept}</source>
            <translation>Jadro havarovalo (signál {number}, {name}). {kept}</translation>
        </message>
        <message>
            <source>The engine ended unexpectedly with exit code {code}{said}. {kept}</source>
            <translation>Jadro sa neočakávane ukončilo s kódom {code}{said}. {kept}</translation>
        </message>
        <message>
            <source>The engine had not answered for {seconds} seconds and was ended. {kept}</source>
            <translation>Jadro neodpovedalo {seconds} s a bolo ukončené. {kept}</translation>
        </message>
        <message>
            <source>The engine speaks version {theirs} of its protocol and this window version {ours}: parts of two versions of Kvasir are mixed. Install it again.</source>
            <translation>Jadro používa verziu protokolu {theirs} a toto okno verziu {ours}: zmiešali sa časti dvoch verzií programu Kvasir. Nainštalujte ho znova.</translation>
        </message>
        <message>
            <source>Load a model to see what it sees: each has a template of its own.</source>
            <translation>Načítajte model, aby bolo vidno, čo vidí: každý má vlastnú šablónu.</translation>
        </message>
        <message>
            <source>There is nothing in this chat yet that a model could see.</source>
            <translation>V tomto rozhovore zatiaľ nie je nič, čo by model mohol vidieť.</translation>
        </message>
        <message>
            <source>reused {count}</source>
            <translation>znova použité {count}</translation>
        </message>
        <message>
            <source>read {count}</source>
            <translation>prečítané {count}</translation>
        </message>
        <message>
            <source>first word {time}</source>
            <translation>prvé slovo za {time}</translation>
        </message>
        <message>
            <source>{rate} tok/s</source>
            <translation>{rate} tok./⁠s</translation>
        </message>
        <message>
            <source>{server} offers no models.</source>
            <translation>{server} neponúka žiadne modely.</translation>
        </message>
        <message>
            <source>The engine was stopped.</source>
            <translation>Jadro bolo zastavené.</translation>
        </message>
        <message>
            <source>The key of {server} could not be put into the system's keyring ({reason}). It holds until you close Kvasir.</source>
            <translation>Kľúč servera {server} sa nepodarilo uložiť do systémovej kľúčenky ({reason}). Platí, kým nezatvoríte Kvasir.</translation>
        </message>
        <message>
            <source>{model} on {server}</source>
            <translation>{model} na {server}</translation>
        </message>
        <message>
            <source>The address should look like http://localhost:8000/v1.</source>
            <translation>Adresa má vyzerať takto: http://localhost:8000/v1.</translation>
        </message>
        <message>
            <source>The settings could not be saved to {path}: {reason}. They hold until you close Kvasir.</source>
            <translation>Nastavenia sa nepodarilo uložiť do {path}: {reason}. Platia do zatvorenia programu Kvasir.</translation>
        </message>
        <message>
            <source>Save them again</source>
            <translation>Uložiť znova</translation>
        </message>
        <message>
            <source>The settings in {path} could not be read: {reason}. Defaults are used.</source>
            <translation>Nastavenia v {path} sa nepodarilo prečítať: {reason}. Použili sa predvolené.</translation>
        </message>
        <message>
            <source>The settings in {path} could not be understood. Defaults are used; the old file is now {name}.</source>
            <translation>Nastaveniam v {path} sa nedá porozumieť. Použili sa predvolené; starý súbor sa teraz volá {name}.</translation>
        </message>
        <message>
            <source>The settings in {path} could not be understood. Defaults are used.</source>
            <translation>Nastaveniam v {path} sa nedá porozumieť. Použili sa predvolené.</translation>
        </message>
        <message>
            <source>What has arrived is kept; try again and it goes on from there.</source>
            <translation>Čo sa stiahlo, zostáva; ďalší pokus bude pokračovať odtiaľ.</translation>
        </message>
        <message>
            <source>The disk with {folder} is full. Make room there. {kept}</source>
            <translation>Disk s priečinkom {folder} je plný. Uvoľnite na ňom miesto. {kept}</translation>
        </message>
        <message>
            <source>The file of {package} that arrived is not the one that Kvasir was made with: its checksum is another one. It was not installed. {kept} If that does not help, something between here and the package index changes files.</source>
            <translation>Stiahnutý súbor balíka {package} nie je ten, s ktorým bol Kvasir vytvorený: má iný kontrolný súčet. Nenainštaloval sa. {kept} Ak to nepomôže, niečo medzi týmto počítačom a indexom balíkov mení súbory.</translation>
        </message>
        <message>
            <source>The package index could not be trusted: its certificate is not one that this system knows. In networks that open encrypted connections, SSL_CERT_FILE names the certificates to trust.</source>
            <translation>Indexu balíkov sa nedá dôverovať: jeho certifikát tento systém nepozná. V sieťach, ktoré otvárajú šifrované spojenia, určuje dôveryhodné certifikáty SSL_CERT_FILE.</translation>
        </message>
        <message>
            <source>a package</source>
            <translation>Balík</translation>
        </message>
        <message>
            <source>{what} was not found where packages are taken from. If that is a folder, it lacks wheels.</source>
            <translation>{what}: nenašlo sa tam, odkiaľ sa berú balíky. Ak je to priečinok, chýbajú v ňom súbory wheel.</translation>
        </message>
        <message>
            <source>The connection to the package index was lost. {kept}</source>
            <translation>Spojenie s indexom balíkov sa stratilo. {kept}</translation>
        </message>
        <message>
            <source>A file arrived damaged and was not installed. {kept}</source>
            <translation>Jeden súbor prišiel poškodený a nenainštaloval sa. {kept}</translation>
        </message>
        <message>
            <source>Nothing may be written to {folder}. Allow that, and try again.</source>
            <translation>Do {folder} sa nesmie zapisovať. Povoľte to a skúste to znova.</translation>
        </message>
        <message>
            <source>The engine could not be set up (uv, exit code {code}): {last}. The log says more. {kept}</source>
            <translation>Jadro sa nepodarilo nastaviť (uv, kód {code}): {last}. Viac je v denníku. {kept}</translation>
        </message>
        <message>
            <source>Kvasir is open already.</source>
            <translation>Kvasir je už spustený.</translation>
        </message>
        <message>
            <source>Kvasir is open already, in a terminal. Close it there first.</source>
            <translation>Kvasir je už spustený v termináli. Najprv ho tam zavrite.</translation>
        </message>
        <message>
            <source>Kvasir seems to be open already: process {pid} on {host} holds {instance_lock} and does not answer. End that process, or delete the file if there is no such process.</source>
            <translation>Kvasir je zrejme už spustený: proces {pid} na počítači {host} drží {instance_lock} a neodpovedá. Ukončite tento proces alebo odstráňte súbor, ak taký proces nie je.</translation>
        </message>
        <message>
            <source>The download of {name} was stopped.</source>
            <translation>Sťahovanie {name} bolo zastavené.</translation>
        </message>
        <message>
            <source>{name} could not be saved in {folder}: {reason}. Make sure that the folder can be written to and that its disk has room, then try again.</source>
            <translation>{name} sa nepodarilo uložiť do {folder}: {reason}. Overte, či sa do priečinka dá zapisovať a či je na disku miesto, a skúste to znova.</translation>
        </message>
        <message>
            <source>{name} could not be downloaded ({reason}). Check the network connection and try again, or put the file {file_name} (SHA-256 {sha256}) into {folder} by hand.</source>
            <translation>{name} sa nepodarilo stiahnuť ({reason}). Skontrolujte pripojenie k sieti a skúste to znova alebo vložte súbor {file_name} (SHA-256 {sha256}) do {folder} ručne.</translation>
        </message>
        <message>
            <source>{name} is not the file that it should be: its SHA-256 is {sha256}, expected was {expected}. It was set aside as {aside}, which you may delete. Try again to download the model.</source>
            <translation>{name} nie je súbor, ktorým má byť: jeho SHA-256 je {sha256}, očakávalo sa {expected}. Bol odložený ako {aside}, ktorý možno odstrániť. Skúste model stiahnuť znova.</translation>
        </message>
        <message>
            <source>The download of {name} needs {needed} MB of free space in {folder}, where {free} MB are free. Make room there and try again.</source>
            <translation>Stiahnutie {name} potrebuje {needed} MB voľného miesta v {folder}, voľných je {free} MB. Uvoľnite miesto a skúste to znova.</translation>
        </message>
        <message>
            <source>The conversations in {path} are damaged. Close Kvasir and start it again: what can be read is then brought into a new file.</source>
            <translation>Rozhovory v {path} sú poškodené. Zavrite Kvasir a spustite ho znova: čo sa dá prečítať, prenesie sa do nového súboru.</translation>
        </message>
        <message>
            <source>Today's copy of your conversations cannot be made in {folder}: {error}.</source>
            <translation>Dnešná kópia rozhovorov sa nedá vytvoriť v {folder}: {error}.</translation>
        </message>
        <message>
            <source>These conversations have no file that they could be saved to.</source>
            <translation>Tieto rozhovory nemajú súbor, do ktorého by sa dali uložiť.</translation>
        </message>
        <message>
            <source>Nothing is written to {path}, which belongs to a newer version of Kvasir. Export what you want to keep, or install that version.</source>
            <translation>Do {path} sa nič nezapisuje, lebo patrí novšej verzii programu Kvasir. Exportujte, čo chcete zachovať, alebo nainštalujte tú verziu.</translation>
        </message>
        <message>
            <source>The conversations in {path} cannot be opened: {error}.</source>
            <translation>Rozhovory v {path} sa nedajú otvoriť: {error}.</translation>
        </message>
        <message>
            <source>The conversations in {path} cannot be read: {error}.</source>
            <translation>Rozhovory v {path} sa nedajú prečítať: {error}.</translation>
        </message>
        <message>
            <source>The conversations still cannot be saved to {path}: {error}.</source>
            <translation>Rozhovory sa stále nedajú uložiť do {path}: {error}.</translation>
        </message>
        <message>
            <source>What is in it cannot be read: {error}.</source>
            <translation>Jeho obsah sa nedá prečítať: {error}.</translation>
        </message>
        <message>
            <source>Your conversations cannot be saved to {path}: {cause}. They are kept in memory: make room or give back access, then save them before you close Kvasir.</source>
            <translation>Rozhovory sa nedajú uložiť do {path}: {cause}. Sú v pamäti: uvoľnite miesto alebo vráťte prístup a uložte ich skôr, než Kvasir zavriete.</translation>
        </message>
        <message>
            <source>the path is longer than {count} bytes, which is more than the database can take</source>
            <translation>cesta je dlhšia než {count} bajtov, čo je viac, než databáza prijme</translation>
        </message>
        <message>
            <source>the disk is full</source>
            <translation>disk je plný</translation>
        </message>
        <message>
            <source>the file is write-protected</source>
            <translation>súbor je chránený pred zápisom</translation>
        </message>
        <message>
            <source>the file or its folder cannot be opened for writing</source>
            <translation>súbor alebo jeho priečinok sa nedá otvoriť na zápis</translation>
        </message>
        <message>
            <source>another program holds the file</source>
            <translation>súbor používa iný program</translation>
        </message>
        <message>
            <source>the drive reports an error</source>
            <translation>disk hlási chybu</translation>
        </message>
        <message>
            <source>the file is damaged</source>
            <translation>súbor je poškodený</translation>
        </message>
        <message>
            <source>What could not be read was taken from the copy {name}.</source>
            <translation>Čo sa nedalo prečítať, prevzalo sa z kópie {name}.</translation>
        </message>
        <message>
            <source>The conversations in {path} were damaged. {conversations} with {messages} could be brought into a new file.</source>
            <translation>Rozhovory v {path} boli poškodené. Do nového súboru sa podarilo preniesť: {conversations}, {messages}.</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations</source>
            <translation>
                <numerusform>%n rozhovor</numerusform>
                <numerusform>%n rozhovory</numerusform>
                <numerusform>%n rozhovorov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n správa</numerusform>
                <numerusform>%n správy</numerusform>
                <numerusform>%n správ</numerusform>
            </translation>
        </message>
        <message>
            <source>The damaged one is kept as {name}.</source>
            <translation>Poškodený súbor zostal ako {name}.</translation>
        </message>
        <message>
            <source>The conversations in {path} were written by a newer version of Kvasir, and the file is left as it is. You can read, search and export what this version understands of them. What you write now is kept in memory only; install the newer version to go on.</source>
            <translation>Rozhovory v {path} zapísala novšia verzia programu Kvasir a súbor zostáva, ako je. Čítať, prehľadávať a exportovať možno to, čomu táto verzia rozumie. Čo teraz napíšete, bude iba v pamäti; ak chcete pokračovať, nainštalujte novšiu verziu.</translation>
        </message>
        <message>
            <source>Something in Kvasir went wrong: {error}. See the log.</source>
            <translation>V programe Kvasir nastala chyba: {error}. Podrobnosti sú v denníku.</translation>
        </message>
        <message>
            <source>loading</source>
            <translation>načítava sa</translation>
        </message>
        <message>
            <source>Fetching {model} ({size} MB)</source>
            <translation>Sťahuje sa {model} ({size} MB)</translation>
        </message>
        <message>
            <source>send a file's text with the next message; /attach shows them</source>
            <translation>poslať text súboru s ďalšou správou; /attach ukáže prílohy</translation>
        </message>
        <message>
            <source>attach nothing after all</source>
            <translation>predsa nič neprikladať</translation>
        </message>
        <message numerus="yes">
            <source>“{name}”: %n characters.</source>
            <translation>
                <numerusform>„{name}“: %n znak.</numerusform>
                <numerusform>„{name}“: %n znaky.</numerusform>
                <numerusform>„{name}“: %n znakov.</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing is attached.</source>
            <translation>Nie sú žiadne prílohy.</translation>
        </message>
        <message>
            <source>show what is cached, and where; pin, unpin, park or drop does that to this conversation</source>
            <translation>ukázať, čo a kde je vo vyrovnávacej pamäti; pin, unpin, park alebo drop to urobí s týmto rozhovorom</translation>
        </message>
        <message>
            <source>Say what to do with the cache of this conversation: pin, unpin, park or drop.</source>
            <translation>Uveďte, čo urobiť s vyrovnávacou pamäťou tohto rozhovoru: pin, unpin, park alebo drop.</translation>
        </message>
        <message>
            <source>Nothing is cached.</source>
            <translation>Vyrovnávacia pamäť je prázdna.</translation>
        </message>
        <message>
            <source>Local API</source>
            <translation>Lokálne API</translation>
        </message>
        <message>
            <source>A chat that was deleted</source>
            <translation>Odstránený rozhovor</translation>
        </message>
        <message>
            <source>There is nothing to answer: the text is empty.</source>
            <translation>Nie je na čo odpovedať: text je prázdny.</translation>
        </message>
        <message>
            <source>{problem} The terminal chat cannot run beside it.</source>
            <translation>{problem} Rozhovor v termináli nemôže bežať popri ňom.</translation>
        </message>
        <message>
            <source>There is no conversation whose id begins with {id}.</source>
            <translation>Neexistuje rozhovor, ktorého identifikátor sa začína na {id}.</translation>
        </message>
        <message>
            <source>The engine is not set up yet: kvasir engine install</source>
            <translation>Jadro ešte nie je nastavené: kvasir engine install</translation>
        </message>
        <message>
            <source>The engine belongs to another version of Kvasir: kvasir engine install</source>
            <translation>Jadro patrí inej verzii programu Kvasir: kvasir engine install</translation>
        </message>
        <message>
            <source>The engine is set up.</source>
            <translation>Jadro je nastavené.</translation>
        </message>
        <message>
            <source>This Kvasir runs from its sources; the engine uses the same environment as the window.</source>
            <translation>Tento Kvasir beží zo zdrojových súborov; jadro používa to isté prostredie ako okno.</translation>
        </message>
        <message>
            <source>none at all</source>
            <translation>žiadne</translation>
        </message>
        <message>
            <source>There is no such build of torch for this Python. There are: {known}.</source>
            <translation>Pre tento Python také zostavenie torch nie je. Dostupné: {known}.</translation>
        </message>
        <message>
            <source>It lies in {folder}.</source>
            <translation>Nachádza sa v {folder}.</translation>
        </message>
        <message>
            <source>{account} To fetch: {download} MB; on the disk: {needed} GB, of {free} GB that are free.</source>
            <translation>{account} Na stiahnutie: {download} MB; na disku: {needed} GB z {free} GB voľných.</translation>
        </message>
        <message>
            <source>Paused. What has arrived is kept; the same command goes on from there.</source>
            <translation>Pozastavené. Čo sa stiahlo, zostáva; ten istý príkaz bude pokračovať odtiaľ.</translation>
        </message>
        <message>
            <source>{problem} The library is used there.</source>
            <translation>{problem} Knižnica sa používa tam.</translation>
        </message>
        <message>
            <source>There are no conversations here.</source>
            <translation>Nie sú tu žiadne rozhovory.</translation>
        </message>
        <message>
            <source>There is no such conversation.</source>
            <translation>Taký rozhovor neexistuje.</translation>
        </message>
        <message>
            <source>Say which conversations to export: either their ids or --all.</source>
            <translation>Uveďte, ktoré rozhovory exportovať: ich identifikátory alebo --all.</translation>
        </message>
        <message>
            <source>There are no conversations to export.</source>
            <translation>Nie sú žiadne rozhovory na export.</translation>
        </message>
        <message>
            <source>Exporting</source>
            <translation>Exportuje sa</translation>
        </message>
        <message>
            <source>Importing</source>
            <translation>Importuje sa</translation>
        </message>
        <message>
            <source>The import was interrupted. {sentence}</source>
            <translation>Import bol prerušený. {sentence}</translation>
        </message>
        <message>
            <source>Nothing can be taken in: what comes in cannot be written to the disk.</source>
            <translation>Nič sa nedá importovať: nedá sa to zapísať na disk.</translation>
        </message>
        <message numerus="yes">
            <source>The ids of %n conversations begin with “{beginning}”. Give more of the one meant.</source>
            <translation>
                <numerusform>Na „{beginning}“ sa začína identifikátor %n rozhovoru. Uveďte z neho viac.</numerusform>
                <numerusform>Na „{beginning}“ sa začínajú identifikátory %n rozhovorov. Uveďte z neho viac.</numerusform>
                <numerusform>Na „{beginning}“ sa začínajú identifikátory %n rozhovorov. Uveďte z neho viac.</numerusform>
            </translation>
        </message>
        <message>
            <source>begin a new conversation</source>
            <translation>začať nový rozhovor</translation>
        </message>
        <message>
            <source>begin one of which nothing is ever written</source>
            <translation>začať rozhovor, z ktorého sa nič nezapíše</translation>
        </message>
        <message>
            <source>show the latest conversations</source>
            <translation>ukázať posledné rozhovory</translation>
        </message>
        <message>
            <source>show those in which all words occur</source>
            <translation>ukázať rozhovory, v ktorých sú všetky slová</translation>
        </message>
        <message>
            <source>go on with number N of that list</source>
            <translation>pokračovať číslom N zo zoznamu</translation>
        </message>
        <message>
            <source>give the conversation a title</source>
            <translation>dať rozhovoru názov</translation>
        </message>
        <message>
            <source>go on with a copy of the conversation</source>
            <translation>pokračovať v kópii rozhovoru</translation>
        </message>
        <message>
            <source>A new conversation.</source>
            <translation>Nový rozhovor.</translation>
        </message>
        <message>
            <source>A temporary conversation. Nothing of it is kept when you leave.</source>
            <translation>Dočasný rozhovor. Po odchode z neho nič nezostane.</translation>
        </message>
        <message>
            <source>Say what to look for, for example /search walrus.</source>
            <translation>Uveďte, čo hľadať, napríklad /search mrož.</translation>
        </message>
        <message>
            <source>Nothing was found for {text}.</source>
            <translation>Nič sa nenašlo: {text}.</translation>
        </message>
        <message>
            <source>Say which one, for example /open 2; /list shows the numbers.</source>
            <translation>Uveďte ktorý, napríklad /open 2; /list ukáže čísla.</translation>
        </message>
        <message>
            <source>That conversation was deleted.</source>
            <translation>Tento rozhovor bol odstránený.</translation>
        </message>
        <message>
            <source>The title is “{title}”.</source>
            <translation>Názov je „{title}“.</translation>
        </message>
        <message>
            <source>There is nothing to copy yet.</source>
            <translation>Zatiaľ nie je čo kopírovať.</translation>
        </message>
        <message>
            <source>You go on in “{title}”; the conversation before stays as it is.</source>
            <translation>Pokračuje sa v „{title}“; predošlý rozhovor zostáva, ako je.</translation>
        </message>
        <message>
            <source>(temporary)</source>
            <translation>(dočasný)</translation>
        </message>
        <message>
            <source>Thinking …</source>
            <translation>Premýšľanie …</translation>
        </message>
        <message>
            <source>/context trim, /context compact and /context window answer it again.</source>
            <translation>/context trim, /context compact a /context window odpovedia znova.</translation>
        </message>
        <message>
            <source>The answer reached the longest length that is set; /continue goes on with it.</source>
            <translation>Odpoveď dosiahla najväčšiu nastavenú dĺžku; /continue v nej pokračuje.</translation>
        </message>
        <message>
            <source>show this</source>
            <translation>ukázať túto pomoc</translation>
        </message>
        <message>
            <source>leave; Ctrl+D does the same</source>
            <translation>skončiť; rovnako funguje Ctrl+D</translation>
        </message>
        <message>
            <source>Kvasir. Type a message, or /help.</source>
            <translation>Kvasir. Napíšte správu alebo /help.</translation>
        </message>
        <message>
            <source>That line was too long for the terminal, which cut its end off, and was not sent. Break it up into shorter messages, or put it into a file and /attach that.</source>
            <translation>Riadok bol pre terminál príliš dlhý, odrezal jeho koniec, a preto sa neodoslal. Rozdeľte ho na kratšie správy alebo ho vložte do súboru a použite /attach.</translation>
        </message>
        <message>
            <source>Not sent, because the answer was stopped: {line}</source>
            <translation>Neodoslané, lebo odpoveď bola zastavená: {line}</translation>
        </message>
        <message>
            <source>There is no command {name}; /help shows those there are.</source>
            <translation>Príkaz {name} neexistuje; /help ukáže dostupné.</translation>
        </message>
        <message>
            <source>Ctrl+C stops an answer; when nothing is being answered it leaves.</source>
            <translation>Ctrl+C zastaví odpoveď; keď žiadna nebeží, program skončí.</translation>
        </message>
        <message>
            <source>0 to 10</source>
            <translation>0 až 10</translation>
        </message>
        <message>
            <source>0 or more</source>
            <translation>0 alebo viac</translation>
        </message>
        <message>
            <source>0 to 1</source>
            <translation>0 až 1</translation>
        </message>
        <message>
            <source>more than 0, at most 10</source>
            <translation>viac než 0, najviac 10</translation>
        </message>
        <message>
            <source>give the model its part; /system default takes it back</source>
            <translation>dať modelu úlohu; /system default ju zruší</translation>
        </message>
        <message>
            <source>change temperature, top_p, thinking and others; /set shows them</source>
            <translation>zmeniť temperature, top_p, thinking a iné; /set ich ukáže</translation>
        </message>
        <message>
            <source>let another model answer here; /model shows those there are</source>
            <translation>nechať tu odpovedať iný model; /model ukáže dostupné</translation>
        </message>
        <message>
            <source>say what happens when the model's context is full; trim, compact, window or stop chooses</source>
            <translation>určiť, čo sa stane, keď je kontext modelu plný; na výber sú trim, compact, window alebo stop</translation>
        </message>
        <message>
            <source>show what the model sees, to the last token</source>
            <translation>ukázať, čo model vidí, do posledného tokenu</translation>
        </message>
        <message>
            <source>The system prompt is: {prompt}</source>
            <translation>Systémový prompt: {prompt}</translation>
        </message>
        <message>
            <source>There is no system prompt.</source>
            <translation>Systémový prompt nie je nastavený.</translation>
        </message>
        <message>
            <source>There is no setting {name}; /set shows those there are.</source>
            <translation>Nastavenie {name} neexistuje; /set ukáže dostupné.</translation>
        </message>
        <message>
            <source>Say what {name} shall be: {values}, or default.</source>
            <translation>Uveďte hodnotu {name}: {values} alebo default.</translation>
        </message>
        <message>
            <source>{name} cannot be {value}. It may be {values}, or default.</source>
            <translation>{name} nemôže byť {value}. Možné je {values} alebo default.</translation>
        </message>
        <message>
            <source>random</source>
            <translation>náhodne</translation>
        </message>
        <message>
            <source>The model is {name}.</source>
            <translation>Model je {name}.</translation>
        </message>
        <message>
            <source>It cannot be answered now.</source>
            <translation>Teraz sa na to nedá odpovedať.</translation>
        </message>
        <message>
            <source>{percent}% of the model's context is used.</source>
            <translation>Využitých je {percent} % kontextu modelu.</translation>
        </message>
        <message>
            <source>When it is full, {what} ({policy}).</source>
            <translation>Keď bude plný, {what} ({policy}).</translation>
        </message>
        <message>
            <source>answer the last message again</source>
            <translation>odpovedať znova na poslednú správu</translation>
        </message>
        <message>
            <source>go on with an answer that was cut off</source>
            <translation>pokračovať v odpovedi, ktorá sa prerušila</translation>
        </message>
        <message>
            <source>say your last message otherwise</source>
            <translation>napísať poslednú správu inak</translation>
        </message>
        <message>
            <source>show the versions of the last message that has several</source>
            <translation>ukázať verzie poslednej správy, ktorá ich má viac</translation>
        </message>
        <message>
            <source>go on with number N of those</source>
            <translation>pokračovať verziou číslo N</translation>
        </message>
        <message>
            <source>delete the last turn</source>
            <translation>odstrániť poslednú výmenu</translation>
        </message>
        <message>
            <source>bring back what was deleted last</source>
            <translation>vrátiť, čo bolo odstránené naposledy</translation>
        </message>
        <message>
            <source>There is nothing to answer yet.</source>
            <translation>Zatiaľ nie je na čo odpovedať.</translation>
        </message>
        <message>
            <source>The last answer was not cut off, so there is nothing to go on with.</source>
            <translation>Posledná odpoveď sa neprerušila, takže nie je v čom pokračovať.</translation>
        </message>
        <message>
            <source>You have not said anything yet.</source>
            <translation>Zatiaľ nebolo nič napísané.</translation>
        </message>
        <message>
            <source>Say what it shall be instead, for example /edit What is a walrus?</source>
            <translation>Uveďte nový text, napríklad /edit Čo je mrož?</translation>
        </message>
        <message>
            <source>It could not be edited.</source>
            <translation>Nepodarilo sa to zmeniť.</translation>
        </message>
        <message>
            <source>There are no other versions.</source>
            <translation>Iné verzie nie sú.</translation>
        </message>
        <message>
            <source>(empty)</source>
            <translation>(prázdne)</translation>
        </message>
        <message>
            <source>Say which one, for example /version 1; /versions shows the numbers.</source>
            <translation>Uveďte ktorú, napríklad /version 1; /versions ukáže čísla.</translation>
        </message>
        <message>
            <source>There is nothing to delete.</source>
            <translation>Nie je čo odstrániť.</translation>
        </message>
        <message>
            <source>Nothing was deleted here.</source>
            <translation>Nič tu nebolo odstránené.</translation>
        </message>
        <message numerus="yes">
            <source>%n messages were deleted.</source>
            <translation>
                <numerusform>Odstránená %n správa.</numerusform>
                <numerusform>Odstránené %n správy.</numerusform>
                <numerusform>Odstránených %n správ.</numerusform>
            </translation>
        </message>
        <message>
            <source>The message was deleted.</source>
            <translation>Správa bola odstránená.</translation>
        </message>
        <message>
            <source>Kvasir {newer} is there; this is {present}. It is installed only when you do that.</source>
            <translation>K dispozícii je Kvasir {newer}; tento má verziu {present}. Nová verzia sa sama nenainštaluje.</translation>
        </message>
        <message>
            <source>Look again</source>
            <translation>Hľadať znova</translation>
        </message>
        <message>
            <source>About Kvasir</source>
            <translation>O programe Kvasir</translation>
        </message>
        <message>
            <source>Packages that Kvasir is made of</source>
            <translation>Balíky, z ktorých sa Kvasir skladá</translation>
        </message>
        <message>
            <source>Licence</source>
            <translation>Licencia</translation>
        </message>
        <message>
            <source>Kvasir {version}</source>
            <translation>Kvasir {version}</translation>
        </message>
        <message>
            <source>Talks to language models on your own computer, and keeps every chat warm.</source>
            <translation>Rozpráva sa s jazykovými modelmi na vašom počítači a každý rozhovor drží v pohotovosti.</translation>
        </message>
        <message>
            <source>Made with the packages below. Qt and PySide6 are used under the LGPL, version 3; their files may be replaced by others of the same version. The starter model, {model}, is under the Apache licence 2.0.</source>
            <translation>Vytvorené z balíkov nižšie. Qt a PySide6 sa používajú pod licenciou LGPL verzie 3; ich súbory možno nahradiť inými tej istej verzie. Úvodný model {model} je pod licenciou Apache 2.0.</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Zavrieť</translation>
        </message>
        <message>
            <source>The window, carried along</source>
            <translation>Okno, pribalené</translation>
        </message>
        <message>
            <source>The engine, fetched later</source>
            <translation>Jadro, stiahnuté neskôr</translation>
        </message>
        <message>
            <source>see below</source>
            <translation>pozri nižšie</translation>
        </message>
        <message>
            <source>{name} {version}
Licence: {licence}</source>
            <translation>{name} {version}
Licencia: {licence}</translation>
        </message>
        <message>
            <source>The package names its licence and carries no text of it.</source>
            <translation>Balík uvádza názov licencie, ale jej text neobsahuje.</translation>
        </message>
        <message>
            <source>The answer is complete.</source>
            <translation>Odpoveď je hotová.</translation>
        </message>
        <message>
            <source>The answer has reached its greatest length.</source>
            <translation>Odpoveď dosiahla najväčšiu dĺžku.</translation>
        </message>
        <message>
            <source>The answer ends here, for the context is full.</source>
            <translation>Odpoveď sa tu končí, lebo kontext je plný.</translation>
        </message>
        <message>
            <source>The answer in “{title}” is complete.</source>
            <translation>Odpoveď v „{title}“ je hotová.</translation>
        </message>
        <message>
            <source>The answer in “{title}” failed.</source>
            <translation>Odpoveď v „{title}“ zlyhala.</translation>
        </message>
        <message>
            <source>The model sums up the beginning of this chat.</source>
            <translation>Model zhŕňa začiatok tohto rozhovoru.</translation>
        </message>
        <message>
            <source>The model is reading.</source>
            <translation>Model číta.</translation>
        </message>
        <message>
            <source>The answer begins.</source>
            <translation>Odpoveď sa začína.</translation>
        </message>
        <message>
            <source>What you write becomes another version. The model takes it for its own words in what follows.</source>
            <translation>Text sa stane ďalšou verziou. V ďalšom priebehu ho model považuje za vlastné slová.</translation>
        </message>
        <message>
            <source>Edit answer</source>
            <translation>Úprava odpovede</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation>Zastavené</translation>
        </message>
        <message>
            <source>The answer reached the longest length that the settings allow</source>
            <translation>Odpoveď dosiahla najväčšiu dĺžku povolenú v nastaveniach</translation>
        </message>
        <message>
            <source>Reading the prompt</source>
            <translation>Čítanie promptu</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>Skúsiť znova</translation>
        </message>
        <message>
            <source>Answered by {model}</source>
            <translation>Odpovedal model {model}</translation>
        </message>
        <message numerus="yes">
            <source>%n reused tokens came back from disk or RAM ({size})</source>
            <translation>
                <numerusform>%n znova použitý token prišiel z disku alebo RAM ({size})</numerusform>
                <numerusform>%n znova použité tokeny prišli z disku alebo RAM ({size})</numerusform>
                <numerusform>%n znova použitých tokenov prišlo z disku alebo RAM ({size})</numerusform>
            </translation>
        </message>
        <message>
            <source>Waiting …</source>
            <translation>Čaká sa …</translation>
        </message>
        <message>
            <source>Summarising the oldest messages …</source>
            <translation>Zhŕňajú sa najstaršie správy …</translation>
        </message>
        <message numerus="yes">
            <source>Writing · %n tokens · {rate} tok/s</source>
            <translation>
                <numerusform>Píše sa · %n token · {rate} tok./s</numerusform>
                <numerusform>Píše sa · %n tokeny · {rate} tok./s</numerusform>
                <numerusform>Píše sa · %n tokenov · {rate} tok./s</numerusform>
            </translation>
        </message>
        <message>
            <source>Writing …</source>
            <translation>Píše sa …</translation>
        </message>
        <message>
            <source>Stopping …</source>
            <translation>Zastavuje sa …</translation>
        </message>
        <message>
            <source>Reading the prompt …</source>
            <translation>Číta sa prompt …</translation>
        </message>
        <message numerus="yes">
            <source>Reading the prompt · {done} of %n tokens</source>
            <translation>
                <numerusform>Číta sa prompt · {done} z %n tokenu</numerusform>
                <numerusform>Číta sa prompt · {done} z %n tokenov</numerusform>
                <numerusform>Číta sa prompt · {done} z %n tokenov</numerusform>
            </translation>
        </message>
        <message>
            <source>{count} reused</source>
            <translation>znova použité {count}</translation>
        </message>
        <message>
            <source>Settings of the local API</source>
            <translation>Nastavenia lokálneho API</translation>
        </message>
        <message>
            <source>Editors, scripts and plugins can ask the loaded model, in the words of OpenAI's API. Your chats come first, and no other program sees them.</source>
            <translation>Editory, skripty a zásuvné moduly sa môžu pýtať načítaného modelu tak ako cez API OpenAI. Vaše rozhovory majú prednosť a žiadny iný program ich nevidí.</translation>
        </message>
        <message>
            <source>Let other programs ask the loaded model</source>
            <translation>Dovoliť iným programom pýtať sa načítaného modelu</translation>
        </message>
        <message>
            <source>Programs on this computer</source>
            <translation>Programy na tomto počítači</translation>
        </message>
        <message>
            <source>Other computers too, with a key</source>
            <translation>Aj iné počítače, s kľúčom</translation>
        </message>
        <message>
            <source>Who may ask</source>
            <translation>Kto sa môže pýtať</translation>
        </message>
        <message>
            <source>Port</source>
            <translation>Port</translation>
        </message>
        <message>
            <source>Web pages that may ask</source>
            <translation>Stránky, ktoré sa môžu pýtať</translation>
        </message>
        <message>
            <source>none, or such as https://example.org</source>
            <translation>žiadne alebo napr. https://example.org</translation>
        </message>
        <message>
            <source>Their origins, with spaces between. Pages of all others are refused.</source>
            <translation>Ich zdrojové adresy, oddelené medzerami. Stránky zo všetkých ostatných sa odmietnu.</translation>
        </message>
        <message>
            <source>Programs on this computer need a key too</source>
            <translation>Aj programy na tomto počítači potrebujú kľúč</translation>
        </message>
        <message>
            <source>What to enter in other programs</source>
            <translation>Čo zadať v iných programoch</translation>
        </message>
        <message>
            <source>Base URL</source>
            <translation>Základná adresa URL</translation>
        </message>
        <message>
            <source>Copy the base URL</source>
            <translation>Kopírovať základnú adresu URL</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>Kľúč</translation>
        </message>
        <message>
            <source>Copy the key</source>
            <translation>Kopírovať kľúč</translation>
        </message>
        <message>
            <source>New key</source>
            <translation>Nový kľúč</translation>
        </message>
        <message>
            <source>At once; what has the present key is refused from then on.</source>
            <translation>Hneď; kto má doterajší kľúč, bude odvtedy odmietnutý.</translation>
        </message>
        <message>
            <source>“{origin}” is no origin of a web page; those look like https://example.org.</source>
            <translation>„{origin}“ nie je zdrojová adresa stránky; tie vyzerajú ako https://example.org.</translation>
        </message>
        <message>
            <source>Take port {port}</source>
            <translation>Použiť port {port}</translation>
        </message>
        <message>
            <source>Programs that insist on a key take any.</source>
            <translation>Programom, ktoré trvajú na kľúči, stačí hocijaký.</translation>
        </message>
        <message>
            <source>From another computer, this one's name or address stands in place of 127.0.0.1.</source>
            <translation>Na inom počítači sa namiesto 127.0.0.1 zadáva názov alebo adresa tohto.</translation>
        </message>
        <message>
            <source>A key is made when you save.</source>
            <translation>Kľúč vznikne pri uložení.</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>Zobraziť</translation>
        </message>
        <message>
            <source>Show: {name}</source>
            <translation>Zobraziť: {name}</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Kopírovať</translation>
        </message>
        <message>
            <source>Hide</source>
            <translation>Skryť</translation>
        </message>
        <message>
            <source>Remove {name}</source>
            <translation>Odobrať {name}</translation>
        </message>
        <message>
            <source>Text of {name}</source>
            <translation>Text: {name}</translation>
        </message>
        <message numerus="yes">
            <source>%n characters</source>
            <translation>
                <numerusform>%n znak</numerusform>
                <numerusform>%n znaky</numerusform>
                <numerusform>%n znakov</numerusform>
            </translation>
        </message>
        <message>
            <source>the first {count} are shown</source>
            <translation>zobrazených je prvých {count}</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>Zavrieť oznámenie</translation>
        </message>
        <message>
            <source>Drop cache</source>
            <translation>Zahodiť vyrovnávaciu pamäť</translation>
        </message>
        <message>
            <source>The chat stays; its next message reads it all again</source>
            <translation>Rozhovor zostáva; pri ďalšej správe sa celý prečíta znova</translation>
        </message>
        <message>
            <source>What other programs send next is read anew</source>
            <translation>Čo iné programy pošlú ďalej, sa prečíta odznova</translation>
        </message>
        <message>
            <source>Pack smaller</source>
            <translation>Zbaliť viac</translation>
        </message>
        <message>
            <source>Pack smaller: saves {size}</source>
            <translation>Zbaliť viac: ušetrí {size}</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>Odopnúť</translation>
        </message>
        <message>
            <source>Give this cache up like any other</source>
            <translation>Uvoľňovať túto vyrovnávaciu pamäť ako každú inú</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>Pripnúť</translation>
        </message>
        <message>
            <source>Give this cache up last</source>
            <translation>Uvoľniť túto vyrovnávaciu pamäť ako poslednú</translation>
        </message>
        <message>
            <source>Park now</source>
            <translation>Odložiť teraz</translation>
        </message>
        <message>
            <source>Give its memory back; it is fetched again for the next message</source>
            <translation>Uvoľniť jej miesto; pri ďalšej správe sa vráti späť</translation>
        </message>
        <message>
            <source>Round all but its first and its newest tokens further; what other chats share stays as it is</source>
            <translation>Viac zaokrúhliť všetky tokeny okrem prvých a najnovších; čo zdieľajú iné rozhovory, zostáva, ako je</translation>
        </message>
        <message>
            <source>A title in the making</source>
            <translation>Vznikajúci názov</translation>
        </message>
        <message>
            <source>In use</source>
            <translation>Používa sa</translation>
        </message>
        <message>
            <source>Needed by answers that are being written.</source>
            <translation>Potrebujú to odpovede, ktoré sa práve píšu.</translation>
        </message>
        <message>
            <source>Kept warm</source>
            <translation>V pohotovosti</translation>
        </message>
        <message>
            <source>What chats have read and can go on from at once. Given up, oldest first, when the room is needed.</source>
            <translation>Čo rozhovory už prečítali a z čoho môžu hneď pokračovať. Keď treba miesto, uvoľňuje sa od najstarších.</translation>
        </message>
        <message>
            <source>Free</source>
            <translation>Voľné</translation>
        </message>
        <message>
            <source>Not used yet, within the memory that the cache may take.</source>
            <translation>Zatiaľ nevyužité z miesta, ktoré smie vyrovnávacia pamäť zabrať.</translation>
        </message>
        <message>
            <source>Cache: {name}</source>
            <translation>Vyrovnávacia pamäť: {name}</translation>
        </message>
        <message>
            <source>Where the model reads its cache from.</source>
            <translation>Odtiaľto model číta vyrovnávaciu pamäť.</translation>
        </message>
        <message>
            <source>{needed} in use, {warm} kept warm, {free} free</source>
            <translation>používa sa {needed}, v pohotovosti {warm}, voľné {free}</translation>
        </message>
        <message>
            <source>Pinned: given up last. Unpin</source>
            <translation>Pripnuté: uvoľní sa ako posledné. Odopnúť</translation>
        </message>
        <message numerus="yes">
            <source>%n shared</source>
            <translation>
                <numerusform>%n zdieľaný</numerusform>
                <numerusform>%n zdieľané</numerusform>
                <numerusform>%n zdieľaných</numerusform>
            </translation>
        </message>
        <message>
            <source>Cache of “{title}”</source>
            <translation>Vyrovnávacia pamäť rozhovoru „{title}“</translation>
        </message>
        <message>
            <source>Pin, park, pack smaller or drop</source>
            <translation>Pripnúť, odložiť, zbaliť viac alebo zahodiť</translation>
        </message>
        <message numerus="yes">
            <source>%n blocks in {format}</source>
            <translation>
                <numerusform>%n blok v {format}</numerusform>
                <numerusform>%n bloky v {format}</numerusform>
                <numerusform>%n blokov v {format}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them shared with other chats</source>
            <translation>
                <numerusform>%n z nich zdieľaný s inými rozhovormi</numerusform>
                <numerusform>%n z nich zdieľané s inými rozhovormi</numerusform>
                <numerusform>%n z nich zdieľaných s inými rozhovormi</numerusform>
            </translation>
        </message>
        <message>
            <source>What the model has read of your chats is kept, so that it need not be read again. Smaller fits more.</source>
            <translation>Čo model z rozhovorov prečítal, sa uchováva, aby to nebolo treba čítať znova. V menšom formáte sa zmestí viac.</translation>
        </message>
        <message>
            <source>Cache format: {name}</source>
            <translation>Formát vyrovnávacej pamäte: {name}</translation>
        </message>
        <message>
            <source>{format}: {bits} bits for each number of the cache</source>
            <translation>{format}: bity na každé číslo vyrovnávacej pamäte: {bits}</translation>
        </message>
        <message>
            <source>Pack older parts of long chats smaller when memory runs short</source>
            <translation>Pri nedostatku pamäte zbaliť staršie časti dlhých rozhovorov viac</translation>
        </message>
        <message>
            <source>Before anything that is kept warm has to go</source>
            <translation>Skôr než sa uvoľní čokoľvek, čo je v pohotovosti</translation>
        </message>
        <message>
            <source>More chats stay warm; what was said long ago is rounded more than the rest.</source>
            <translation>V pohotovosti zostane viac rozhovorov; čo bolo povedané dávno, je zaokrúhlené viac než zvyšok.</translation>
        </message>
        <message>
            <source>Where it is kept</source>
            <translation>Kde sa uchováva</translation>
        </message>
        <message>
            <source>When a chat fills the model's context</source>
            <translation>Keď rozhovor zaplní kontext modelu</translation>
        </message>
        <message>
            <source>No message is lost: what the model no longer sees is faded. A chat can have a choice of its own.</source>
            <translation>Žiadna správa sa nestratí: čo model už nevidí, je vyblednuté. Rozhovor môže mať vlastnú voľbu.</translation>
        </message>
        <message>
            <source>Caches that gave their place on the card to others.</source>
            <translation>Vyrovnávacie pamäte, ktoré uvoľnili miesto na karte iným.</translation>
        </message>
        <message>
            <source>Disk</source>
            <translation>Disk</translation>
        </message>
        <message>
            <source>Caches that outlast the program and its engine.</source>
            <translation>Vyrovnávacie pamäte, ktoré prežijú program aj jeho jadro.</translation>
        </message>
        <message>
            <source>Conversations</source>
            <translation>Rozhovory</translation>
        </message>
        <message>
            <source>Settings of the cache</source>
            <translation>Nastavenia vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>Show the memory</source>
            <translation>Zobraziť pamäť</translation>
        </message>
        <message>
            <source>The model is being loaded; its cache follows.</source>
            <translation>Model sa načítava; potom sa objaví jeho vyrovnávacia pamäť.</translation>
        </message>
        <message>
            <source>The engine has not reported its cache yet.</source>
            <translation>Jadro ešte neoznámilo stav vyrovnávacej pamäte.</translation>
        </message>
        <message>
            <source>No model is loaded. The caches below wait for theirs.</source>
            <translation>Nie je načítaný žiadny model. Vyrovnávacie pamäte nižšie čakajú na svoj.</translation>
        </message>
        <message>
            <source>No model is loaded, so nothing is cached.</source>
            <translation>Nie je načítaný žiadny model, takže vyrovnávacia pamäť je prázdna.</translation>
        </message>
        <message>
            <source>From {model}, not loaded</source>
            <translation>Z modelu {model}, nenačítaného</translation>
        </message>
        <message>
            <source>From {model}</source>
            <translation>Z modelu {model}</translation>
        </message>
        <message>
            <source>Room</source>
            <translation>Miesto</translation>
        </message>
        <message>
            <source>How much more text fits before anything that is kept warm has to go.</source>
            <translation>Koľko textu sa ešte zmestí, kým treba uvoľniť niečo, čo je v pohotovosti.</translation>
        </message>
        <message>
            <source>States</source>
            <translation>Stavy</translation>
        </message>
        <message>
            <source>Copies of the state that this model carries from token to token, from which a chat can go on.</source>
            <translation>Kópie stavu, ktorý si tento model nesie od tokenu k tokenu; rozhovor z nich môže pokračovať.</translation>
        </message>
        <message>
            <source>One block</source>
            <translation>Jeden blok</translation>
        </message>
        <message>
            <source>The piece in which the cache is kept; a new one holds what the model computed as it is.</source>
            <translation>Dielik, v ktorom sa vyrovnávacia pamäť uchováva; nový obsahuje presne to, čo model vypočítal.</translation>
        </message>
        <message>
            <source>Packed</source>
            <translation>Zbalený</translation>
        </message>
        <message>
            <source>A block in the chosen format. The first and the newest blocks of a chat are not packed.</source>
            <translation>Blok vo zvolenom formáte. Prvé a najnovšie bloky rozhovoru sa nebalia.</translation>
        </message>
        <message>
            <source>The model itself.</source>
            <translation>Samotný model.</translation>
        </message>
        <message>
            <source>Written to disk</source>
            <translation>Zapísané na disk</translation>
        </message>
        <message>
            <source>By the cache, since the engine started.</source>
            <translation>Vyrovnávacou pamäťou od spustenia jadra.</translation>
        </message>
        <message>
            <source>Read from disk</source>
            <translation>Prečítané z disku</translation>
        </message>
        <message>
            <source>Caches that were brought back since the engine started.</source>
            <translation>Vyrovnávacie pamäte vrátené od spustenia jadra.</translation>
        </message>
        <message>
            <source>Engine’s memory</source>
            <translation>Pamäť jadra</translation>
        </message>
        <message>
            <source>All that the engine’s process takes of this computer’s memory.</source>
            <translation>Všetka pamäť počítača, ktorú zaberá proces jadra.</translation>
        </message>
        <message numerus="yes">
            <source>%n tokens, {size}</source>
            <translation>
                <numerusform>%n token, {size}</numerusform>
                <numerusform>%n tokeny, {size}</numerusform>
                <numerusform>%n tokenov, {size}</numerusform>
            </translation>
        </message>
        <message>
            <source>Chat</source>
            <translation>Rozhovor</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>Kde</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>Tokeny</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>Veľkosť</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>Formát</translation>
        </message>
        <message>
            <source>Shared</source>
            <translation>Zdieľané</translation>
        </message>
        <message>
            <source>Last used</source>
            <translation>Naposledy použité</translation>
        </message>
        <message>
            <source>Caches of all chats</source>
            <translation>Vyrovnávacie pamäte všetkých rozhovorov</translation>
        </message>
        <message>
            <source>Nothing is cached yet.</source>
            <translation>Vyrovnávacia pamäť je zatiaľ prázdna.</translation>
        </message>
        <message numerus="yes">
            <source>%n chats</source>
            <translation>
                <numerusform>%n rozhovor</numerusform>
                <numerusform>%n rozhovory</numerusform>
                <numerusform>%n rozhovorov</numerusform>
            </translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>Obnoviť</translation>
        </message>
        <message>
            <source>Delete for good …</source>
            <translation>Odstrániť natrvalo …</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>Premenovať</translation>
        </message>
        <message>
            <source>Move to folder</source>
            <translation>Presunúť do priečinka</translation>
        </message>
        <message>
            <source>Duplicate</source>
            <translation>Duplikovať</translation>
        </message>
        <message>
            <source>Take out of archive</source>
            <translation>Vybrať z archívu</translation>
        </message>
        <message>
            <source>Move to archive</source>
            <translation>Presunúť do archívu</translation>
        </message>
        <message>
            <source>Export …</source>
            <translation>Exportovať …</translation>
        </message>
        <message>
            <source>Settings of this chat …</source>
            <translation>Nastavenia tohto rozhovoru …</translation>
        </message>
        <message>
            <source>What the model sees …</source>
            <translation>Čo model vidí …</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>Odstrániť</translation>
        </message>
        <message>
            <source>New folder …</source>
            <translation>Nový priečinok …</translation>
        </message>
        <message>
            <source>Take out of folder</source>
            <translation>Vybrať z priečinka</translation>
        </message>
        <message>
            <source>Rename folder</source>
            <translation>Premenovať priečinok</translation>
        </message>
        <message>
            <source>Remove folder, keep its chats</source>
            <translation>Odstrániť priečinok, rozhovory ponechať</translation>
        </message>
        <message>
            <source>New folder</source>
            <translation>Nový priečinok</translation>
        </message>
        <message>
            <source>Name of the folder</source>
            <translation>Názov priečinka</translation>
        </message>
        <message>
            <source>Move</source>
            <translation>Presunúť</translation>
        </message>
        <message>
            <source>Delete this temporary chat?</source>
            <translation>Odstrániť tento dočasný rozhovor?</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n chats?</source>
            <translation>
                <numerusform>Odstrániť %n rozhovor?</numerusform>
                <numerusform>Odstrániť %n rozhovory?</numerusform>
                <numerusform>Odstrániť %n rozhovorov?</numerusform>
            </translation>
        </message>
        <message>
            <source>A temporary chat is kept nowhere and cannot be brought back.</source>
            <translation>Dočasný rozhovor sa nikde neuchováva a nedá sa vrátiť.</translation>
        </message>
        <message>
            <source>Delete this chat for good?</source>
            <translation>Odstrániť tento rozhovor natrvalo?</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n chats for good?</source>
            <translation>
                <numerusform>Odstrániť natrvalo %n rozhovor?</numerusform>
                <numerusform>Odstrániť natrvalo %n rozhovory?</numerusform>
                <numerusform>Odstrániť natrvalo %n rozhovorov?</numerusform>
            </translation>
        </message>
        <message>
            <source>That cannot be undone.</source>
            <translation>To sa nedá vrátiť späť.</translation>
        </message>
        <message>
            <source>Delete for good</source>
            <translation>Odstrániť natrvalo</translation>
        </message>
        <message numerus="yes">
            <source>Empty the trash, with %n chats?</source>
            <translation>
                <numerusform>Vyprázdniť kôš, v ktorom je %n rozhovor?</numerusform>
                <numerusform>Vyprázdniť kôš, v ktorom sú %n rozhovory?</numerusform>
                <numerusform>Vyprázdniť kôš, v ktorom je %n rozhovorov?</numerusform>
            </translation>
        </message>
        <message>
            <source>Empty trash</source>
            <translation>Vyprázdniť kôš</translation>
        </message>
        <message>
            <source>Temporary chat: nothing of it is written anywhere. It is gone when you delete it or close Kvasir.</source>
            <translation>Dočasný rozhovor: nič z neho sa nikam nezapisuje. Zmizne po odstránení alebo po zatvorení programu Kvasir.</translation>
        </message>
        <message>
            <source>{model} answers in this chat. It is loaded with your next message.</source>
            <translation>V tomto rozhovore odpovedá {model}. Načíta sa pri ďalšej správe.</translation>
        </message>
        <message>
            <source>This chat is archived.</source>
            <translation>Tento rozhovor je v archíve.</translation>
        </message>
        <message>
            <source>More for this chat</source>
            <translation>Viac pre tento rozhovor</translation>
        </message>
        <message>
            <source>Find in this chat</source>
            <translation>Hľadať v tomto rozhovore</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>Text</translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation>Kopírovať ako Markdown</translation>
        </message>
        <message>
            <source>Select all</source>
            <translation>Vybrať všetko</translation>
        </message>
        <message>
            <source>Copy link</source>
            <translation>Kopírovať odkaz</translation>
        </message>
        <message>
            <source>Open a link</source>
            <translation>Otvorenie odkazu</translation>
        </message>
        <message>
            <source>Open this address in your browser?</source>
            <translation>Otvoriť túto adresu v prehliadači?</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Otvoriť</translation>
        </message>
        <message>
            <source>Copy address</source>
            <translation>Kopírovať adresu</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Zrušiť</translation>
        </message>
        <message>
            <source>Settings of this chat</source>
            <translation>Nastavenia tohto rozhovoru</translation>
        </message>
        <message>
            <source>None</source>
            <translation>Nenastavené</translation>
        </message>
        <message>
            <source>Use no system prompt here</source>
            <translation>Tu bez systémového promptu</translation>
        </message>
        <message>
            <source>Stop texts</source>
            <translation>Ukončovacie texty</translation>
        </message>
        <message>
            <source>None. One a line; \n stands for a line break.</source>
            <translation>Žiadne. Po jednom na riadok; \n znamená koniec riadka.</translation>
        </message>
        <message>
            <source>When the context is full</source>
            <translation>Keď je kontext plný</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>Obnoviť predvolené</translation>
        </message>
        <message>
            <source>Let everything be as the program's settings say</source>
            <translation>Nech je všetko tak, ako v nastaveniach programu</translation>
        </message>
        <message>
            <source>Preset</source>
            <translation>Predvoľba</translation>
        </message>
        <message>
            <source>When full</source>
            <translation>Keď sa zaplní</translation>
        </message>
        <message>
            <source>Answers</source>
            <translation>Odpovede</translation>
        </message>
        <message>
            <source>An answer ends before any of these texts</source>
            <translation>Odpoveď sa skončí pred ktorýmkoľvek z týchto textov</translation>
        </message>
        <message>
            <source>Whichever is loaded ({model})</source>
            <translation>Ten, ktorý je načítaný ({model})</translation>
        </message>
        <message>
            <source>Whichever is loaded</source>
            <translation>Ten, ktorý je načítaný</translation>
        </message>
        <message>
            <source>{model} (not found)</source>
            <translation>{model} (nenájdený)</translation>
        </message>
        <message>
            <source>As in the settings: {choice}</source>
            <translation>Ako v nastaveniach: {choice}</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>Správy</translation>
        </message>
        <message>
            <source>As the model usually does</source>
            <translation>Tak, ako to model zvyčajne robí</translation>
        </message>
        <message>
            <source>Always, where it can</source>
            <translation>Vždy, ak to vie</translation>
        </message>
        <message>
            <source>Never, where it can be left out</source>
            <translation>Nikdy, ak sa to dá vynechať</translation>
        </message>
        <message>
            <source>Copy code</source>
            <translation>Kopírovať kód</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>Skopírované</translation>
        </message>
        <message>
            <source>Command palette</source>
            <translation>Paleta príkazov</translation>
        </message>
        <message>
            <source>Find a command, a chat or a model</source>
            <translation>Nájsť príkaz, rozhovor alebo model</translation>
        </message>
        <message>
            <source>Found</source>
            <translation>Nájdené</translation>
        </message>
        <message>
            <source>Nothing fits.</source>
            <translation>Nič nevyhovuje.</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modely</translation>
        </message>
        <message>
            <source>View</source>
            <translation>Zobrazenie</translation>
        </message>
        <message>
            <source>Program</source>
            <translation>Program</translation>
        </message>
        <message>
            <source>A picture cannot be attached: the model reads text only.</source>
            <translation>Obrázok sa nedá priložiť: model číta iba text.</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Správa</translation>
        </message>
        <message>
            <source>Write a message</source>
            <translation>Napísať správu</translation>
        </message>
        <message>
            <source>Attach files</source>
            <translation>Priložiť súbory</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>Odoslať</translation>
        </message>
        <message>
            <source>Write a message that is not kept</source>
            <translation>Napísať správu, ktorá sa neuchová</translation>
        </message>
        <message>
            <source>Stop (Esc)</source>
            <translation>Zastaviť (Esc)</translation>
        </message>
        <message>
            <source>Send (Enter)</source>
            <translation>Odoslať (Enter)</translation>
        </message>
        <message>
            <source>The model no longer sees the faded messages above.</source>
            <translation>Model už nevidí vyblednuté správy vyššie.</translation>
        </message>
        <message>
            <source>The model sees a summary in place of the faded messages above.</source>
            <translation>Namiesto vyblednutých správ vyššie vidí model zhrnutie.</translation>
        </message>
        <message>
            <source>The window has moved on: the model no longer sees the faded messages above.</source>
            <translation>Okno sa posunulo: model už nevidí vyblednuté správy vyššie.</translation>
        </message>
        <message>
            <source>Show summary</source>
            <translation>Zobraziť zhrnutie</translation>
        </message>
        <message>
            <source>Let it see them again</source>
            <translation>Znova ich ukázať modelu</translation>
        </message>
        <message>
            <source>When full …</source>
            <translation>Keď sa zaplní …</translation>
        </message>
        <message>
            <source>Hide summary</source>
            <translation>Skryť zhrnutie</translation>
        </message>
        <message>
            <source>Ask me</source>
            <translation>Opýtať sa</translation>
        </message>
        <message>
            <source>The answer ends, and you choose.</source>
            <translation>Odpoveď sa skončí a rozhodnete vy.</translation>
        </message>
        <message>
            <source>Leave out oldest messages</source>
            <translation>Vynechať najstaršie správy</translation>
        </message>
        <message>
            <source>Down to half, so that many turns pass until the next time.</source>
            <translation>Na polovicu, aby do ďalšieho razu prebehlo veľa výmen.</translation>
        </message>
        <message>
            <source>Summarise oldest</source>
            <translation>Zhrnúť najstaršie</translation>
        </message>
        <message>
            <source>The model first writes a summary, and goes on with that.</source>
            <translation>Model najprv napíše zhrnutie a pokračuje s ním.</translation>
        </message>
        <message>
            <source>Endless window</source>
            <translation>Nekonečné okno</translation>
        </message>
        <message>
            <source>It sees the beginning and the newest part, also while it writes.</source>
            <translation>Vidí začiatok a najnovšiu časť, aj kým píše.</translation>
        </message>
        <message>
            <source>Change …</source>
            <translation>Zmeniť …</translation>
        </message>
        <message>
            <source>Change what happens when the context is full</source>
            <translation>Zmeniť, čo sa stane, keď je kontext plný</translation>
        </message>
        <message>
            <source>This chat fills {percent}% of the model's context. When it is full, {what}.</source>
            <translation>Tento rozhovor zaplnil {percent} % kontextu modelu. Keď bude plný, {what}.</translation>
        </message>
        <message>
            <source>New name of the folder</source>
            <translation>Nový názov priečinka</translation>
        </message>
        <message>
            <source>New title</source>
            <translation>Nový názov</translation>
        </message>
        <message>
            <source>Archive</source>
            <translation>Archív</translation>
        </message>
        <message>
            <source>Trash</source>
            <translation>Kôš</translation>
        </message>
        <message>
            <source>No chat yet.</source>
            <translation>Zatiaľ žiadny rozhovor.</translation>
        </message>
        <message>
            <source>Nothing is archived. Chats that you archive are kept here, and searched like all others.</source>
            <translation>Archív je prázdny. Archivované rozhovory sú tu a prehľadávajú sa ako všetky ostatné.</translation>
        </message>
        <message>
            <source>The trash is empty.</source>
            <translation>Kôš je prázdny.</translation>
        </message>
        <message>
            <source>Deleted chats are kept for 30 days.</source>
            <translation>Odstránené rozhovory sa uchovávajú 30 dní.</translation>
        </message>
        <message>
            <source>Empty trash …</source>
            <translation>Vyprázdniť kôš …</translation>
        </message>
        <message>
            <source>{view}: choose chats, archive or trash</source>
            <translation>{view}: vybrať rozhovory, archív alebo kôš</translation>
        </message>
        <message>
            <source>Search the trash</source>
            <translation>Hľadať v koši</translation>
        </message>
        <message>
            <source>Search chats</source>
            <translation>Hľadať v rozhovoroch</translation>
        </message>
        <message>
            <source>Search titles in the trash</source>
            <translation>Hľadať názvy v koši</translation>
        </message>
        <message>
            <source>More: temporary chat, import, export</source>
            <translation>Viac: dočasný rozhovor, import, export</translation>
        </message>
        <message>
            <source>Choose what is listed</source>
            <translation>Vybrať, čo je v zozname</translation>
        </message>
        <message>
            <source>More</source>
            <translation>Viac</translation>
        </message>
        <message>
            <source>New temporary chat</source>
            <translation>Nový dočasný rozhovor</translation>
        </message>
        <message>
            <source>Import …</source>
            <translation>Importovať …</translation>
        </message>
        <message>
            <source>No chat contains “{words}”.</source>
            <translation>Žiadny rozhovor neobsahuje „{words}“.</translation>
        </message>
        <message>
            <source>The first {count} chats are shown. Another word finds fewer.</source>
            <translation>Zobrazené sú prvé rozhovory ({count}). Ďalšie slovo výber zúži.</translation>
        </message>
        <message>
            <source>temporary</source>
            <translation>dočasný</translation>
        </message>
        <message>
            <source>archived</source>
            <translation>v archíve</translation>
        </message>
        <message>
            <source>in {folder}</source>
            <translation>v priečinku {folder}</translation>
        </message>
        <message>
            <source>cache: {where}</source>
            <translation>vyrovnávacia pamäť: {where}</translation>
        </message>
        <message numerus="yes">
            <source>{name}, group of %n chats, open</source>
            <translation>
                <numerusform>{name}, skupina, %n rozhovor, otvorená</numerusform>
                <numerusform>{name}, skupina, %n rozhovory, otvorená</numerusform>
                <numerusform>{name}, skupina, %n rozhovorov, otvorená</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{name}, group of %n chats, closed</source>
            <translation>
                <numerusform>{name}, skupina, %n rozhovor, zatvorená</numerusform>
                <numerusform>{name}, skupina, %n rozhovory, zatvorená</numerusform>
                <numerusform>{name}, skupina, %n rozhovorov, zatvorená</numerusform>
            </translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>Pripnuté</translation>
        </message>
        <message>
            <source>Other chats</source>
            <translation>Ostatné rozhovory</translation>
        </message>
        <message>
            <source>Tokens reused</source>
            <translation>Znova použité tokeny</translation>
        </message>
        <message>
            <source>Of prompts: found in the cache, and not computed again.</source>
            <translation>Z promptov: nájdené vo vyrovnávacej pamäti, nepočítali sa znova.</translation>
        </message>
        <message>
            <source>Tokens read</source>
            <translation>Prečítané tokeny</translation>
        </message>
        <message>
            <source>Of prompts: computed.</source>
            <translation>Z promptov: vypočítané.</translation>
        </message>
        <message>
            <source>Hit rate</source>
            <translation>Podiel zásahov</translation>
        </message>
        <message>
            <source>What part of all prompts came from the cache.</source>
            <translation>Aká časť všetkých promptov prišla z vyrovnávacej pamäte.</translation>
        </message>
        <message>
            <source>Tokens generated</source>
            <translation>Vytvorené tokeny</translation>
        </message>
        <message>
            <source>Of all answers, titles and summaries.</source>
            <translation>Zo všetkých odpovedí, názvov a zhrnutí.</translation>
        </message>
        <message>
            <source>Moved to RAM</source>
            <translation>Presunuté do RAM</translation>
        </message>
        <message>
            <source>Caches that left the graphics card for this computer’s memory.</source>
            <translation>Vyrovnávacie pamäte, ktoré odišli z grafickej karty do pamäte počítača.</translation>
        </message>
        <message>
            <source>Brought back from RAM</source>
            <translation>Vrátené z RAM</translation>
        </message>
        <message>
            <source>Caches that returned to the graphics card.</source>
            <translation>Vyrovnávacie pamäte, ktoré sa vrátili na grafickú kartu.</translation>
        </message>
        <message>
            <source>By the cache.</source>
            <translation>Vyrovnávacou pamäťou.</translation>
        </message>
        <message>
            <source>Caches that were brought back.</source>
            <translation>Vyrovnávacie pamäte, ktoré sa vrátili.</translation>
        </message>
        <message>
            <source>Blocks evicted</source>
            <translation>Vytlačené bloky</translation>
        </message>
        <message>
            <source>Blocks that had to leave the device because others needed the room.</source>
            <translation>Bloky, ktoré museli opustiť zariadenie, lebo iné potrebovali miesto.</translation>
        </message>
        <message>
            <source>Blocks packed smaller</source>
            <translation>Viac zbalené bloky</translation>
        </message>
        <message>
            <source>To make room, or because you asked for it.</source>
            <translation>Aby sa uvoľnilo miesto alebo na požiadanie.</translation>
        </message>
        <message>
            <source>Since the engine started</source>
            <translation>Od spustenia jadra</translation>
        </message>
        <message>
            <source>The name that inference servers give to this: what part of the cache’s budget answers need that are being written now. At 1 the next one has to wait. What is only kept warm counts as free.</source>
            <translation>Tak to volajú servery modelov: akú časť rozpočtu vyrovnávacej pamäte potrebujú odpovede, ktoré sa práve píšu. Pri 1 musí ďalšia čakať. Čo je len v pohotovosti, počíta sa ako voľné.</translation>
        </message>
        <message>
            <source>{share} %</source>
            <translation>{share} %</translation>
        </message>
        <message>
            <source>Diagnostics</source>
            <translation>Diagnostika</translation>
        </message>
        <message>
            <source>Copy all</source>
            <translation>Kopírovať všetko</translation>
        </message>
        <message>
            <source>Names no chat and no word of yours. Paths may have your name in them.</source>
            <translation>Nie je tu žiadny rozhovor ani slovo z neho. Cesty môžu obsahovať meno používateľa.</translation>
        </message>
        <message>
            <source>Platform of the window</source>
            <translation>Platforma okna</translation>
        </message>
        <message>
            <source>Screen</source>
            <translation>Obrazovka</translation>
        </message>
        <message>
            <source>Nothing is being fetched. Models are found under “Recommended” and “Search”.</source>
            <translation>Nič sa nesťahuje. Modely nájdete v častiach „Odporúčané“ a „Hľadať“.</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>Pozastaviť</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>Pokračovať</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Načítať</translation>
        </message>
        <message>
            <source>Take off the list</source>
            <translation>Odobrať zo zoznamu</translation>
        </message>
        <message>
            <source>Pause {model}</source>
            <translation>Pozastaviť {model}</translation>
        </message>
        <message>
            <source>Go on with {model}</source>
            <translation>Pokračovať v {model}</translation>
        </message>
        <message>
            <source>Load {model}</source>
            <translation>Načítať {model}</translation>
        </message>
        <message>
            <source>Take {model} off the list</source>
            <translation>Odobrať {model} zo zoznamu</translation>
        </message>
        <message>
            <source>Attachments</source>
            <translation>Prílohy</translation>
        </message>
        <message>
            <source>being read …</source>
            <translation>číta sa …</translation>
        </message>
        <message>
            <source>{percent}% of the context</source>
            <translation>{percent} % kontextu</translation>
        </message>
        <message numerus="yes">
            <source>With this message the chat fills {percent}% of the model's context, which has room for %n tokens.</source>
            <translation>
                <numerusform>S touto správou zaplní rozhovor {percent} % kontextu modelu, do ktorého sa zmestí %n token.</numerusform>
                <numerusform>S touto správou zaplní rozhovor {percent} % kontextu modelu, do ktorého sa zmestia %n tokeny.</numerusform>
                <numerusform>S touto správou zaplní rozhovor {percent} % kontextu modelu, do ktorého sa zmestí %n tokenov.</numerusform>
            </translation>
        </message>
        <message>
            <source>Drop files here to attach them</source>
            <translation>Sem pustite súbory, ktoré chcete priložiť</translation>
        </message>
        <message>
            <source>Set up or repair the engine</source>
            <translation>Nastaviť alebo opraviť jadro</translation>
        </message>
        <message>
            <source>Something may be missing or damaged in what runs the models.</source>
            <translation>V tom, čo spúšťa modely, môže niečo chýbať alebo byť poškodené.</translation>
        </message>
        <message>
            <source>Look and repair …</source>
            <translation>Skontrolovať a opraviť …</translation>
        </message>
        <message>
            <source>Chats can be read, searched and exported meanwhile; only answers need this. It can be stopped at any time and goes on where it was.</source>
            <translation>Rozhovory možno zatiaľ čítať, prehľadávať a exportovať; toto treba iba na odpovede. Kedykoľvek sa to dá zastaviť a neskôr to bude pokračovať tam, kde prestalo.</translation>
        </message>
        <message>
            <source>There is no build of torch for this version of Python. A newer Kvasir may have one.</source>
            <translation>Pre túto verziu Pythonu nie je zostavenie torch. Novší Kvasir ho môže mať.</translation>
        </message>
        <message>
            <source>Set up Kvasir</source>
            <translation>Nastavenie programu Kvasir</translation>
        </message>
        <message>
            <source>Build of torch</source>
            <translation>Zostavenie torch</translation>
        </message>
        <message>
            <source>Setting up the engine</source>
            <translation>Nastavuje sa jadro</translation>
        </message>
        <message>
            <source>Fetch and install</source>
            <translation>Stiahnuť a nainštalovať</translation>
        </message>
        <message>
            <source>From a folder …</source>
            <translation>Z priečinka …</translation>
        </message>
        <message>
            <source>What runs the models is set up</source>
            <translation>Nastavuje sa to, čo spúšťa modely</translation>
        </message>
        <message>
            <source>What runs the models is fetched once</source>
            <translation>To, čo spúšťa modely, sa stiahne raz</translation>
        </message>
        <message>
            <source>Later</source>
            <translation>Neskôr</translation>
        </message>
        <message>
            <source>{download} to fetch, {needed} on the disk, where {free} are free</source>
            <translation>{download} na stiahnutie, {needed} na disku, kde je voľných {free}</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>Pozastavené</translation>
        </message>
        <message>
            <source>Look and repair</source>
            <translation>Skontrolovať a opraviť</translation>
        </message>
        <message>
            <source>Folder with wheels</source>
            <translation>Priečinok so súbormi wheel</translation>
        </message>
        <message>
            <source>What was not read, or not wholly</source>
            <translation>Čo sa neprečítalo alebo nie celé</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations written</source>
            <translation>
                <numerusform>%n rozhovor zapísaný</numerusform>
                <numerusform>%n rozhovory zapísané</numerusform>
                <numerusform>%n rozhovorov zapísaných</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n known already</source>
            <translation>
                <numerusform>%n tu už je</numerusform>
                <numerusform>%n tu už sú</numerusform>
                <numerusform>%n tu už je</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>… a ešte %n</numerusform>
                <numerusform>… a ešte %n</numerusform>
                <numerusform>… a ešte %n</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing that exists is replaced: a number is added to a name that is taken.</source>
            <translation>Nič existujúce sa nenahradí: k obsadenému názvu sa pridá číslo.</translation>
        </message>
        <message>
            <source>The branch that the chat shows, for reading and for notes.</source>
            <translation>Vetva, ktorú rozhovor ukazuje; na čítanie a do poznámok.</translation>
        </message>
        <message>
            <source>The same as a page for any browser.</source>
            <translation>To isté ako stránka pre ktorýkoľvek prehliadač.</translation>
        </message>
        <message>
            <source>Everything, with all versions; Kvasir can import it again.</source>
            <translation>Všetko so všetkými verziami; Kvasir to vie znova importovať.</translation>
        </message>
        <message>
            <source>Export conversations</source>
            <translation>Export rozhovorov</translation>
        </message>
        <message numerus="yes">
            <source>The %n chats that are selected</source>
            <translation>
                <numerusform>%n vybraný rozhovor</numerusform>
                <numerusform>%n vybrané rozhovory</numerusform>
                <numerusform>%n vybraných rozhovorov</numerusform>
            </translation>
        </message>
        <message>
            <source>“{title}”</source>
            <translation>„{title}“</translation>
        </message>
        <message numerus="yes">
            <source>All chats, with the archived ones (%n)</source>
            <translation>
                <numerusform>Všetky rozhovory, aj z archívu (%n)</numerusform>
                <numerusform>Všetky rozhovory, aj z archívu (%n)</numerusform>
                <numerusform>Všetky rozhovory, aj z archívu (%n)</numerusform>
            </translation>
        </message>
        <message>
            <source>One zip file</source>
            <translation>Jeden súbor zip</translation>
        </message>
        <message>
            <source>A folder with a file for each</source>
            <translation>Priečinok so súborom pre každý</translation>
        </message>
        <message>
            <source>Where to write</source>
            <translation>Kam zapísať</translation>
        </message>
        <message>
            <source>Browse …</source>
            <translation>Prehľadávať …</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>Exportovať</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>Otvoriť priečinok</translation>
        </message>
        <message>
            <source>What</source>
            <translation>Čo</translation>
        </message>
        <message>
            <source>Previous hit (Shift+Enter)</source>
            <translation>Predošlý výskyt (Shift+Enter)</translation>
        </message>
        <message>
            <source>Next hit (Enter)</source>
            <translation>Ďalší výskyt (Enter)</translation>
        </message>
        <message>
            <source>Close (Escape)</source>
            <translation>Zavrieť (Escape)</translation>
        </message>
        <message>
            <source>{number} of {count}</source>
            <translation>{number} z {count}</translation>
        </message>
        <message>
            <source>Nothing found</source>
            <translation>Nič sa nenašlo</translation>
        </message>
        <message>
            <source>Searching …</source>
            <translation>Hľadá sa …</translation>
        </message>
        <message>
            <source>Fetch</source>
            <translation>Stiahnuť</translation>
        </message>
        <message>
            <source>Fetching the starter model</source>
            <translation>Sťahuje sa úvodný model</translation>
        </message>
        <message>
            <source>Talk to language models that run on this computer. What you write stays here, and every chat stays warm: it goes on at once where it was, also after a restart.</source>
            <translation>Rozhovory s jazykovými modelmi, ktoré bežia na tomto počítači. Čo napíšete, zostane tu, a každý rozhovor je v pohotovosti: hneď pokračuje tam, kde bol, aj po reštarte.</translation>
        </message>
        <message>
            <source>Welcome to Kvasir</source>
            <translation>Vitajte v programe Kvasir</translation>
        </message>
        <message>
            <source>Choose a model to begin with</source>
            <translation>Vyberte model na začiatok</translation>
        </message>
        <message>
            <source>Small and quick, runs on any computer · {size} · licence {licence}</source>
            <translation>Malý a rýchly, beží na každom počítači · {size} · licencia {licence}</translation>
        </message>
        <message>
            <source>Use a GGUF file …</source>
            <translation>Použiť súbor GGUF …</translation>
        </message>
        <message>
            <source>Use a folder …</source>
            <translation>Použiť priečinok …</translation>
        </message>
        <message>
            <source>Find models …</source>
            <translation>Nájsť modely …</translation>
        </message>
        <message>
            <source>Fetch the starter model</source>
            <translation>Stiahnuť úvodný model</translation>
        </message>
        <message>
            <source>Use</source>
            <translation>Použiť</translation>
        </message>
        <message>
            <source>Use {model}</source>
            <translation>Použiť {model}</translation>
        </message>
        <message>
            <source>fits</source>
            <translation>zmestí sa</translation>
        </message>
        <message>
            <source>probably too large for this machine</source>
            <translation>pravdepodobne priveľký pre tento počítač</translation>
        </message>
        <message>
            <source>Found on this computer · {size} · {room}</source>
            <translation>Nájdený na tomto počítači · {size} · {room}</translation>
        </message>
        <message>
            <source>Larger ones that this computer runs well: {names}.</source>
            <translation>Väčšie, ktoré tento počítač dobre zvládne: {names}.</translation>
        </message>
        <message>
            <source>Getting ready …</source>
            <translation>Pripravuje sa …</translation>
        </message>
        <message>
            <source>None with a driver: models run on the processor</source>
            <translation>Žiadna s ovládačom: modely bežia na procesore</translation>
        </message>
        <message>
            <source>{free} free</source>
            <translation>voľné {free}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>Uložiť</translation>
        </message>
        <message>
            <source>{part} of {whole}</source>
            <translation>{part} z {whole}</translation>
        </message>
        <message numerus="yes">
            <source>%n bytes</source>
            <translation>
                <numerusform>%n bajt</numerusform>
                <numerusform>%n bajty</numerusform>
                <numerusform>%n bajtov</numerusform>
            </translation>
        </message>
        <message>
            <source>now</source>
            <translation>teraz</translation>
        </message>
        <message>
            <source>{minutes} min</source>
            <translation>{minutes} min</translation>
        </message>
        <message>
            <source>yesterday</source>
            <translation>včera</translation>
        </message>
        <message>
            <source>Recommended models</source>
            <translation>Odporúčané modely</translation>
        </message>
        <message>
            <source>Good models to begin with; the largest that fit into {size} come first.</source>
            <translation>Dobré modely na začiatok; najprv najväčšie, ktoré sa zmestia do {size}.</translation>
        </message>
        <message>
            <source>Models that were found</source>
            <translation>Nájdené modely</translation>
        </message>
        <message>
            <source>Search the Hugging Face Hub</source>
            <translation>Hľadať na Hugging Face Hub</translation>
        </message>
        <message>
            <source>Searching</source>
            <translation>Hľadá sa</translation>
        </message>
        <message>
            <source>Nothing on the Hub has these words in its name.</source>
            <translation>Nič na Hube nemá tieto slová v názve.</translation>
        </message>
        <message>
            <source>The most popular models:</source>
            <translation>Najobľúbenejšie modely:</translation>
        </message>
        <message>
            <source>gated</source>
            <translation>vyžaduje súhlas</translation>
        </message>
        <message>
            <source>private</source>
            <translation>súkromný</translation>
        </message>
        <message>
            <source>What every chat begins with that has none of its own. The model reads it before all else.</source>
            <translation>Týmto sa začína každý rozhovor, ktorý nemá vlastný. Model ho číta pred všetkým ostatným.</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>Vzorkovanie</translation>
        </message>
        <message>
            <source>An empty field takes what the model's maker recommends. A chat can have settings of its own.</source>
            <translation>Prázdne pole znamená hodnotu, ktorú odporúča tvorca modelu. Rozhovor môže mať vlastné nastavenia.</translation>
        </message>
        <message>
            <source>Thinking before answers</source>
            <translation>Premýšľanie pred odpoveďou</translation>
        </message>
        <message>
            <source>Think before answers</source>
            <translation>Premýšľať pred odpoveďou</translation>
        </message>
        <message>
            <source>How it works</source>
            <translation>Ako to funguje</translation>
        </message>
        <message>
            <source>Pages</source>
            <translation>Stránky</translation>
        </message>
        <message>
            <source>A cache, token by token</source>
            <translation>Token po tokene</translation>
        </message>
        <message>
            <source>Keys and values</source>
            <translation>Kľúče a hodnoty</translation>
        </message>
        <message>
            <source>What a change costs</source>
            <translation>Čo stojí zmena</translation>
        </message>
        <message>
            <source>Kinds of attention</source>
            <translation>Druhy mechanizmu pozornosti</translation>
        </message>
        <message>
            <source>Length of the conversation in tokens</source>
            <translation>Dĺžka rozhovoru v tokenoch</translation>
        </message>
        <message>
            <source>What one conversation of this length would take if the model’s layers kept it in other ways, reckoned from its own layers and heads. What is not packed is kept in the numbers that the model computes with. How the model and this program really do it is marked.</source>
            <translation>Koľko by zabral jeden rozhovor tejto dĺžky, keby ho vrstvy modelu uchovávali inak, vypočítané z jeho vlastných vrstiev a hláv. Čo nie je zbalené, je v číslach, s ktorými model počíta. Označené je, ako to model a tento program naozaj robia.</translation>
        </message>
        <message>
            <source>This model has no attention: its layers keep a state of one size.</source>
            <translation>Tento model nemá mechanizmus pozornosti: jeho vrstvy si nesú stav stálej veľkosti.</translation>
        </message>
        <message>
            <source>✓ {name}</source>
            <translation>✓ {name}</translation>
        </message>
        <message>
            <source>{name}, as it is here</source>
            <translation>{name}, tak je to tu</translation>
        </message>
        <message>
            <source>Multi-head (MHA), {heads} heads</source>
            <translation>Viac hláv (MHA), hlavy: {heads}</translation>
        </message>
        <message>
            <source>Each head that asks has keys and values of its own.</source>
            <translation>Každá hlava, ktorá sa pýta, má vlastné kľúče a hodnoty.</translation>
        </message>
        <message>
            <source>Grouped (GQA), {heads} heads</source>
            <translation>Skupinová (GQA), hlavy: {heads}</translation>
        </message>
        <message>
            <source>Several heads that ask share one head of keys and values.</source>
            <translation>Viac hláv, ktoré sa pýtajú, zdieľa jednu hlavu kľúčov a hodnôt.</translation>
        </message>
        <message>
            <source>Multi-query (MQA), 1 head</source>
            <translation>Spoločná (MQA), 1 hlava</translation>
        </message>
        <message>
            <source>All heads that ask share one head of keys and values.</source>
            <translation>Všetky hlavy, ktoré sa pýtajú, zdieľajú jednu hlavu kľúčov a hodnôt.</translation>
        </message>
        <message>
            <source>Latent (MLA)</source>
            <translation>Latentná (MLA)</translation>
        </message>
        <message>
            <source>Keys and values of all heads are kept as one short list of numbers and unfolded when they are read.</source>
            <translation>Kľúče a hodnoty všetkých hláv sa uchovávajú ako jeden krátky zoznam čísel a pri čítaní sa rozvinú.</translation>
        </message>
        <message>
            <source>Sliding windows, {tokens} tokens</source>
            <translation>Posuvné okná, tokeny: {tokens}</translation>
        </message>
        <message>
            <source>Most layers see the last tokens only, and need to keep no others.</source>
            <translation>Väčšina vrstiev vidí iba posledné tokeny a iné uchovávať nemusí.</translation>
        </message>
        <message>
            <source>This model, packed to 8 bits</source>
            <translation>Tento model, zbalený na 8 bitov</translation>
        </message>
        <message>
            <source>Numbers are rounded to 8 bits, scales counted.</source>
            <translation>Čísla zaokrúhlené na 8 bitov, vrátane škál.</translation>
        </message>
        <message>
            <source>This model, packed to 4 bits</source>
            <translation>Tento model, zbalený na 4 bity</translation>
        </message>
        <message>
            <source>Numbers are rounded to 4 bits, scales counted.</source>
            <translation>Čísla zaokrúhlené na 4 bity, vrátane škál.</translation>
        </message>
        <message>
            <source>In one piece, for {tokens} tokens</source>
            <translation>V jednom kuse, tokeny: {tokens}</translation>
        </message>
        <message>
            <source>Room for the longest text is set aside at once, however short the text is.</source>
            <translation>Miesto pre najdlhší text sa vyhradí naraz, hoci je text krátky.</translation>
        </message>
        <message>
            <source>In blocks of {tokens} tokens</source>
            <translation>V blokoch po {tokens} tokenov</translation>
        </message>
        <message>
            <source>Room is taken as the text grows, and blocks that are alike are kept once for all chats.</source>
            <translation>Miesto sa zaberá, ako text rastie, a rovnaké bloky sa uchovajú raz pre všetky rozhovory.</translation>
        </message>
        <message>
            <source>Keys and values of each layer</source>
            <translation>Kľúče a hodnoty každej vrstvy</translation>
        </message>
        <message>
            <source>Each layer keeps, for each token, a key that later tokens compare themselves with, and a value that they take from it. Several heads that ask may share one that answers; that is what makes a cache small before anything is packed.</source>
            <translation>Každá vrstva uchováva pre každý token kľúč, s ktorým sa neskoršie tokeny porovnávajú, a hodnotu, ktorú si z neho berú. Viac hláv, ktoré sa pýtajú, môže zdieľať jednu, ktorá odpovedá; preto je vyrovnávacia pamäť malá ešte pred balením.</translation>
        </message>
        <message numerus="yes">
            <source>Over all %n layers, one token takes {exact} exactly and {packed} in the format {format}.</source>
            <translation>
                <numerusform>V %n vrstve zaberá jeden token {exact} presne a {packed} vo formáte {format}.</numerusform>
                <numerusform>Vo všetkých %n vrstvách zaberá jeden token {exact} presne a {packed} vo formáte {format}.</numerusform>
                <numerusform>Vo všetkých %n vrstvách zaberá jeden token {exact} presne a {packed} vo formáte {format}.</numerusform>
            </translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>Vrstva</translation>
        </message>
        <message>
            <source>Keeps</source>
            <translation>Uchováva</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>Kľúče</translation>
        </message>
        <message>
            <source>Values</source>
            <translation>Hodnoty</translation>
        </message>
        <message>
            <source>Keys, bytes</source>
            <translation>Kľúče, B</translation>
        </message>
        <message>
            <source>Values, bytes</source>
            <translation>Hodnoty, B</translation>
        </message>
        <message>
            <source>Packed, bytes</source>
            <translation>Zbalené, B</translation>
        </message>
        <message>
            <source>{heads} × {numbers}</source>
            <translation>{heads} × {numbers}</translation>
        </message>
        <message>
            <source>all tokens</source>
            <translation>všetky tokeny</translation>
        </message>
        <message>
            <source>keys and values of all tokens</source>
            <translation>kľúče a hodnoty všetkých tokenov</translation>
        </message>
        <message>
            <source>last {window} tokens</source>
            <translation>posledných {window} tokenov</translation>
        </message>
        <message>
            <source>keys and values of the last {window} tokens</source>
            <translation>kľúče a hodnoty posledných {window} tokenov</translation>
        </message>
        <message>
            <source>latents</source>
            <translation>latentné vektory</translation>
        </message>
        <message>
            <source>compressed latents of all tokens</source>
            <translation>komprimované latentné vektory všetkých tokenov</translation>
        </message>
        <message>
            <source>one state</source>
            <translation>jeden stav</translation>
        </message>
        <message>
            <source>one state, however long the text</source>
            <translation>jeden stav bez ohľadu na dĺžku textu</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>nič</translation>
        </message>
        <message>
            <source>nothing of its own</source>
            <translation>nič vlastné</translation>
        </message>
        <message>
            <source>System prompt, on trial</source>
            <translation>Systémový prompt, na skúšku</translation>
        </message>
        <message>
            <source>As it is</source>
            <translation>Ako je</translation>
        </message>
        <message>
            <source>With this system prompt</source>
            <translation>S týmto systémovým promptom</translation>
        </message>
        <message>
            <source>block found in the cache</source>
            <translation>blok nájdený vo vyrovnávacej pamäti</translation>
        </message>
        <message>
            <source>block that is read again</source>
            <translation>blok, ktorý sa číta znova</translation>
        </message>
        <message>
            <source>Keys and values of a token depend on every token before it. So a cache holds as far as the next prompt begins like the one before, and not a token further. Change a word of the system prompt of the open chat and see where that is; nothing of it is kept.</source>
            <translation>Kľúče a hodnoty tokenu závisia od každého predošlého tokenu. Vyrovnávacia pamäť preto siaha potiaľ, pokiaľ sa ďalší prompt začína rovnako ako predošlý, a ani o token ďalej. Zmeňte slovo v systémovom prompte otvoreného rozhovoru a uvidíte, kde to je; nič z toho sa neuchová.</translation>
        </message>
        <message>
            <source>{cached} of {tokens} tokens are in the cache; {read} are read.</source>
            <translation>Tokeny vo vyrovnávacej pamäti: {cached} z {tokens}; prečíta sa: {read}.</translation>
        </message>
        <message>
            <source>It begins to differ at token {token}.</source>
            <translation>Líšiť sa začína od tokenu {token}.</translation>
        </message>
        <message>
            <source>Why is the sky blue?</source>
            <translation>Prečo je obloha modrá?</translation>
        </message>
        <message>
            <source>Question</source>
            <translation>Otázka</translation>
        </message>
        <message>
            <source>Try it</source>
            <translation>Vyskúšať</translation>
        </message>
        <message>
            <source>With a cache</source>
            <translation>S vyrovnávacou pamäťou</translation>
        </message>
        <message>
            <source>Without a cache</source>
            <translation>Bez vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>Späť</translation>
        </message>
        <message>
            <source>Next token</source>
            <translation>Ďalší token</translation>
        </message>
        <message>
            <source>Play</source>
            <translation>Prehrať</translation>
        </message>
        <message>
            <source>computed for this token</source>
            <translation>počíta sa pre tento token</translation>
        </message>
        <message>
            <source>keys and values remembered</source>
            <translation>zapamätané kľúče a hodnoty</translation>
        </message>
        <message>
            <source>A model writes one token at a time, and each token looks back at all before it. What it needs of them are their keys and values. With a cache they are remembered. Without one, all of them are computed again for every token.</source>
            <translation>Model píše po jednom tokene a každý token sa obzerá na všetky predošlé. Potrebuje ich kľúče a hodnoty. S vyrovnávacou pamäťou sú zapamätané. Bez nej sa všetky počítajú znova pre každý token.</translation>
        </message>
        <message>
            <source>The model computes both ways …</source>
            <translation>Model počíta oboma spôsobmi …</translation>
        </message>
        <message>
            <source>Answer so far: {text}</source>
            <translation>Doterajšia odpoveď: {text}</translation>
        </message>
        <message>
            <source>Token {place} of the answer</source>
            <translation>{place}. token odpovede</translation>
        </message>
        <message>
            <source>First token: the whole prompt is read, either way</source>
            <translation>Prvý token: tak či tak sa číta celý prompt</translation>
        </message>
        <message>
            <source>Together so far: {cached} tokens computed with a cache, {uncached} without, {times} times as many.</source>
            <translation>Zatiaľ spolu: {cached} vypočítaných tokenov s vyrovnávacou pamäťou, {uncached} bez nej, {times}-krát viac.</translation>
        </message>
        <message>
            <source>Tokens computed</source>
            <translation>Vypočítané tokeny</translation>
        </message>
        <message>
            <source>Bytes read</source>
            <translation>Prečítané bajty</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>Čas</translation>
        </message>
        <message>
            <source>{computed} of {total} tokens computed, {kept} remembered</source>
            <translation>vypočítané tokeny: {computed} z {total}, zapamätané: {kept}</translation>
        </message>
        <message>
            <source>{weights} of weights + {cache} of cache</source>
            <translation>{weights} váh + {cache} vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>{weights} of weights</source>
            <translation>{weights} váh</translation>
        </message>
        <message>
            <source>{milliseconds} ms</source>
            <translation>{milliseconds} ms</translation>
        </message>
        <message>
            <source>From ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT and Kvasir itself: zips, JSON files and folders, as those programs export them. What is here already is left as it is, so an import can be repeated.</source>
            <translation>Z ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT a samotného programu Kvasir: súbory zip, JSON a priečinky tak, ako ich tieto programy exportujú. Čo tu už je, zostáva, ako je, takže import možno opakovať.</translation>
        </message>
        <message>
            <source>Files can also be dropped here.</source>
            <translation>Súbory sem možno aj pustiť myšou.</translation>
        </message>
        <message>
            <source>Import conversations</source>
            <translation>Import rozhovorov</translation>
        </message>
        <message>
            <source>Choose folder …</source>
            <translation>Vybrať priečinok …</translation>
        </message>
        <message>
            <source>Choose files …</source>
            <translation>Vybrať súbory …</translation>
        </message>
        <message>
            <source>Exports (*.zip *.json *.jsonl);;All files (*)</source>
            <translation>Súbory exportu (*.zip *.json *.jsonl);;Všetky súbory (*)</translation>
        </message>
        <message>
            <source>Choose a folder</source>
            <translation>Výber priečinka</translation>
        </message>
        <message>
            <source>Choose exported files</source>
            <translation>Výber exportovaných súborov</translation>
        </message>
        <message>
            <source>Architecture: {name}</source>
            <translation>Architektúra: {name}</translation>
        </message>
        <message>
            <source>Layers: {words}</source>
            <translation>Vrstvy: {words}</translation>
        </message>
        <message>
            <source>Cache for each token: {exact} exact, {packed} as {format}</source>
            <translation>Vyrovnávacia pamäť na token: {exact} presne, {packed} ako {format}</translation>
        </message>
        <message>
            <source>The engine looks at its config …</source>
            <translation>Jadro si prezerá konfiguráciu …</translation>
        </message>
        <message>
            <source>Self-check and way of attention: known once it is loaded</source>
            <translation>Vlastná kontrola a mechanizmus pozornosti: známe po načítaní</translation>
        </message>
        <message>
            <source>it does not think</source>
            <translation>nepremýšľa</translation>
        </message>
        <message>
            <source>it always thinks</source>
            <translation>premýšľa vždy</translation>
        </message>
        <message>
            <source>it thinks if it is told to</source>
            <translation>premýšľa na pokyn</translation>
        </message>
        <message>
            <source>Chat template: its own</source>
            <translation>Šablóna rozhovoru: vlastná</translation>
        </message>
        <message>
            <source>Chat template: none, a plain one is used</source>
            <translation>Šablóna rozhovoru: žiadna, použije sa jednoduchá</translation>
        </message>
        <message>
            <source>Chat template and thinking: known once it is loaded</source>
            <translation>Šablóna rozhovoru a premýšľanie: známe po načítaní</translation>
        </message>
        <message>
            <source>it may think</source>
            <translation>môže premýšľať</translation>
        </message>
        <message>
            <source>Models on this computer</source>
            <translation>Modely na tomto počítači</translation>
        </message>
        <message>
            <source>No model was found on this computer.</source>
            <translation>Na tomto počítači sa nenašiel žiadny model.</translation>
        </message>
        <message>
            <source>Unload</source>
            <translation>Uvoľniť</translation>
        </message>
        <message>
            <source>Memory that it takes …</source>
            <translation>Koľko pamäte zaberie …</translation>
        </message>
        <message>
            <source>Delete …</source>
            <translation>Odstrániť …</translation>
        </message>
        <message>
            <source>Add GGUF file …</source>
            <translation>Pridať súbor GGUF …</translation>
        </message>
        <message>
            <source>Add folder …</source>
            <translation>Pridať priečinok …</translation>
        </message>
        <message>
            <source>incomplete</source>
            <translation>neúplný</translation>
        </message>
        <message>
            <source>loaded</source>
            <translation>načítaný</translation>
        </message>
        <message>
            <source>Delete {model}?</source>
            <translation>Odstrániť {model}?</translation>
        </message>
        <message>
            <source>{model} was deleted; {size} are free again.</source>
            <translation>{model} je odstránený; uvoľnilo sa {size}.</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>Klávesové skratky</translation>
        </message>
        <message>
            <source>Find a command or a key</source>
            <translation>Nájsť príkaz alebo kláves</translation>
        </message>
        <message>
            <source>Commands and their keys</source>
            <translation>Príkazy a ich klávesy</translation>
        </message>
        <message>
            <source>No key</source>
            <translation>Bez klávesu</translation>
        </message>
        <message>
            <source>Usual key</source>
            <translation>Predvolený</translation>
        </message>
        <message>
            <source>Give it to this command</source>
            <translation>Dať tomuto príkazu</translation>
        </message>
        <message>
            <source>All usual keys</source>
            <translation>Všetky predvolené</translation>
        </message>
        <message>
            <source>cannot be changed</source>
            <translation>nedá sa zmeniť</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>zmenený</translation>
        </message>
        <message>
            <source>New key of “{command}”</source>
            <translation>Nový kláves príkazu „{command}“</translation>
        </message>
        <message>
            <source>{key} has its own meaning in every box. Press another key.</source>
            <translation>{key} má v každom poli vlastný význam. Stlačte iný kláves.</translation>
        </message>
        <message>
            <source>{key} belongs to “{command}”, which would then have none.</source>
            <translation>{key} patrí príkazu „{command}“, ktorý by potom nemal žiadny.</translation>
        </message>
        <message>
            <source>“{command}” has the key {key}.</source>
            <translation>Príkaz „{command}“ má kláves {key}.</translation>
        </message>
        <message>
            <source>Exact (largest)</source>
            <translation>Presný (najväčší)</translation>
        </message>
        <message>
            <source>Kept as the model computed it: the most memory, nothing rounded.</source>
            <translation>Tak, ako to model vypočítal: najviac pamäte, nič sa nezaokrúhľuje.</translation>
        </message>
        <message>
            <source>8-bit (recommended)</source>
            <translation>8-bitový (odporúčaný)</translation>
        </message>
        <message>
            <source>About half the memory; answers stay practically the same.</source>
            <translation>Asi polovica pamäte; odpovede zostávajú prakticky rovnaké.</translation>
        </message>
        <message>
            <source>8-bit keys, 4-bit values</source>
            <translation>Kľúče 8-bitové, hodnoty 4-bitové</translation>
        </message>
        <message>
            <source>Two fifths of the memory, hardly a difference.</source>
            <translation>Dve pätiny pamäte, takmer bez rozdielu.</translation>
        </message>
        <message>
            <source>4-bit (smallest)</source>
            <translation>4-bitový (najmenší)</translation>
        </message>
        <message>
            <source>Less than a third of the memory; answers may differ a little.</source>
            <translation>Menej než tretina pamäte; odpovede sa môžu trochu líšiť.</translation>
        </message>
        <message>
            <source>FP8 (for new graphics cards)</source>
            <translation>FP8 (pre nové grafické karty)</translation>
        </message>
        <message>
            <source>About half the memory, rounded more than in 8-bit.</source>
            <translation>Asi polovica pamäte, zaokrúhlené viac než v 8-bitovom.</translation>
        </message>
        <message>
            <source>nothing is rounded</source>
            <translation>nič sa nezaokrúhľuje</translation>
        </message>
        <message>
            <source>self-check: practically no difference</source>
            <translation>vlastná kontrola: prakticky bez rozdielu</translation>
        </message>
        <message>
            <source>self-check: hardly any difference</source>
            <translation>vlastná kontrola: takmer bez rozdielu</translation>
        </message>
        <message>
            <source>self-check: small differences</source>
            <translation>vlastná kontrola: malé rozdiely</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>Denník</translation>
        </message>
        <message>
            <source>The engine</source>
            <translation>Jadro</translation>
        </message>
        <message>
            <source>The window</source>
            <translation>Okno</translation>
        </message>
        <message>
            <source>Whose log</source>
            <translation>Čí denník</translation>
        </message>
        <message>
            <source>Only lines with …</source>
            <translation>Len riadky s …</translation>
        </message>
        <message>
            <source>Only lines with these words</source>
            <translation>Len riadky s týmito slovami</translation>
        </message>
        <message>
            <source>Follow the end</source>
            <translation>Sledovať koniec</translation>
        </message>
        <message>
            <source>Lines of the log</source>
            <translation>Riadky denníka</translation>
        </message>
        <message>
            <source>What is selected, or all lines that are shown.</source>
            <translation>Vybraný text alebo všetky zobrazené riadky.</translation>
        </message>
        <message numerus="yes">
            <source>%n lines</source>
            <translation>
                <numerusform>%n riadok</numerusform>
                <numerusform>%n riadky</numerusform>
                <numerusform>%n riadkov</numerusform>
            </translation>
        </message>
        <message>
            <source>No line has these words.</source>
            <translation>Žiadny riadok neobsahuje tieto slová.</translation>
        </message>
        <message>
            <source>Nothing was noted yet.</source>
            <translation>Zatiaľ nebolo nič zaznamenané.</translation>
        </message>
        <message>
            <source>Folders with models</source>
            <translation>Priečinky s modelmi</translation>
        </message>
        <message>
            <source>Show the folders</source>
            <translation>Zobraziť priečinky</translation>
        </message>
        <message>
            <source>Show the log</source>
            <translation>Zobraziť denník</translation>
        </message>
        <message>
            <source>Choose a GGUF file</source>
            <translation>Výber súboru GGUF</translation>
        </message>
        <message>
            <source>GGUF models (*.gguf);;All files (*)</source>
            <translation>Modely GGUF (*.gguf);;Všetky súbory (*)</translation>
        </message>
        <message>
            <source>Choose a folder with models</source>
            <translation>Výber priečinka s modelmi</translation>
        </message>
        <message>
            <source>Start it again</source>
            <translation>Spustiť znova</translation>
        </message>
        <message>
            <source>Close and lose them</source>
            <translation>Zavrieť a stratiť ich</translation>
        </message>
        <message>
            <source>Stay</source>
            <translation>Zostať</translation>
        </message>
        <message>
            <source>The last ten minutes</source>
            <translation>Posledných desať minút</translation>
        </message>
        <message>
            <source>The engine does not run, so there is nothing to measure.</source>
            <translation>Jadro nebeží, takže nie je čo merať.</translation>
        </message>
        <message>
            <source>The engine is asked where its memory is.</source>
            <translation>Zisťuje sa, kde má jadro pamäť.</translation>
        </message>
        <message>
            <source>Cache in use</source>
            <translation>Používaná vyrovnávacia pamäť</translation>
        </message>
        <message>
            <source>Keys and values that answers which are being written need.</source>
            <translation>Kľúče a hodnoty, ktoré potrebujú práve písané odpovede.</translation>
        </message>
        <message>
            <source>Shared prefixes</source>
            <translation>Zdieľané začiatky</translation>
        </message>
        <message>
            <source>What several chats begin with, kept once for all of them.</source>
            <translation>Čím sa začína viac rozhovorov, uchované raz pre všetky.</translation>
        </message>
        <message>
            <source>What chats that wait can go on from at once. Given up, oldest first, when the room is needed.</source>
            <translation>Z čoho môžu čakajúce rozhovory hneď pokračovať. Keď treba miesto, uvoľňuje sa od najstarších.</translation>
        </message>
        <message>
            <source>Parked cache</source>
            <translation>Odložená vyrovnávacia pamäť</translation>
        </message>
        <message>
            <source>Caches that gave their place on the device to others, and are fetched when their chat goes on.</source>
            <translation>Vyrovnávacie pamäte, ktoré uvoľnili miesto na zariadení iným a vrátia sa, keď ich rozhovor pokračuje.</translation>
        </message>
        <message>
            <source>Working space</source>
            <translation>Pracovný priestor</translation>
        </message>
        <message>
            <source>What the engine needs besides: its libraries, and the numbers between two layers.</source>
            <translation>Čo jadro potrebuje navyše: knižnice a čísla medzi vrstvami.</translation>
        </message>
        <message>
            <source>Other files</source>
            <translation>Iné súbory</translation>
        </message>
        <message>
            <source>Other programs</source>
            <translation>Iné programy</translation>
        </message>
        <message>
            <source>What is not the engine’s.</source>
            <translation>Čo nepatrí jadru.</translation>
        </message>
        <message>
            <source>What all other programs and the system take.</source>
            <translation>Čo zaberajú všetky ostatné programy a systém.</translation>
        </message>
        <message>
            <source>Not used by anybody.</source>
            <translation>Nikto nepoužíva.</translation>
        </message>
        <message>
            <source>{name} by {model}</source>
            <translation>{name}, {model}</translation>
        </message>
        <message>
            <source>Edit and ask again</source>
            <translation>Upraviť a opýtať sa znova</translation>
        </message>
        <message>
            <source>Answer again</source>
            <translation>Odpovedať znova</translation>
        </message>
        <message>
            <source>Go on with this answer</source>
            <translation>Pokračovať v tejto odpovedi</translation>
        </message>
        <message>
            <source>More for this message</source>
            <translation>Viac pre túto správu</translation>
        </message>
        <message>
            <source>Previous version</source>
            <translation>Predošlá verzia</translation>
        </message>
        <message>
            <source>Next version</source>
            <translation>Ďalšia verzia</translation>
        </message>
        <message>
            <source>Version {number} of {count}</source>
            <translation>Verzia {number} z {count}</translation>
        </message>
        <message>
            <source>Pinned: kept in context. Unpin</source>
            <translation>Pripnuté: zostáva v kontexte. Odopnúť</translation>
        </message>
        <message>
            <source>Pin: keep in context</source>
            <translation>Pripnúť: ponechať v kontexte</translation>
        </message>
        <message>
            <source>Edit answer …</source>
            <translation>Upraviť odpoveď …</translation>
        </message>
        <message>
            <source>Copy as plain text</source>
            <translation>Kopírovať ako obyčajný text</translation>
        </message>
        <message>
            <source>Fork chat from here</source>
            <translation>Rozvetviť rozhovor odtiaľto</translation>
        </message>
        <message>
            <source>Delete this version, and what follows</source>
            <translation>Odstrániť túto verziu aj pokračovanie</translation>
        </message>
        <message>
            <source>Delete, and what follows</source>
            <translation>Odstrániť aj s pokračovaním</translation>
        </message>
        <message>
            <source>Your message</source>
            <translation>Vaša správa</translation>
        </message>
        <message>
            <source>The model no longer sees this message.</source>
            <translation>Model už túto správu nevidí.</translation>
        </message>
        <message>
            <source>Automatic (recommended)</source>
            <translation>Automaticky (odporúčané)</translation>
        </message>
        <message>
            <source>As they are stored</source>
            <translation>Tak, ako sú uložené</translation>
        </message>
        <message>
            <source>8-bit</source>
            <translation>8 bitov</translation>
        </message>
        <message>
            <source>4-bit</source>
            <translation>4 bity</translation>
        </message>
        <message numerus="yes">
            <source>Context: %n tokens</source>
            <translation>
                <numerusform>Kontext: %n token</numerusform>
                <numerusform>Kontext: %n tokeny</numerusform>
                <numerusform>Kontext: %n tokenov</numerusform>
            </translation>
        </message>
        <message>
            <source>Runs on {server}</source>
            <translation>Beží na {server}</translation>
        </message>
        <message>
            <source>Cache: {format} · {result}</source>
            <translation>Vyrovnávacia pamäť: {format} · {result}</translation>
        </message>
        <message>
            <source>Attention: fast path · {kernels}</source>
            <translation>Mechanizmus pozornosti: rýchla cesta · {kernels}</translation>
        </message>
        <message>
            <source>Attention: without the fast path · {note}</source>
            <translation>Mechanizmus pozornosti: bez rýchlej cesty · {note}</translation>
        </message>
        <message>
            <source>Weights: {form} · {size}</source>
            <translation>Váhy: {form} · {size}</translation>
        </message>
        <message>
            <source>The cache is kept as the model computed it.</source>
            <translation>Vyrovnávacia pamäť je uchovaná tak, ako ju model vypočítal.</translation>
        </message>
        <message>
            <source>When the model was tried on a test text, the probabilities that it gave to next words differed by {nats} nats on average (KL divergence) from those over an exact cache. 0 is no difference.</source>
            <translation>Pri skúške na testovacom texte sa pravdepodobnosti ďalších slov líšili v priemere o {nats} natu (KL divergencia) od tých s presnou vyrovnávacou pamäťou. 0 znamená žiadny rozdiel.</translation>
        </message>
        <message>
            <source>Getting the model ready</source>
            <translation>Pripravuje sa model</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>Vybrať model</translation>
        </message>
        <message>
            <source>Model: {name}, {state}</source>
            <translation>Model: {name}, {state}</translation>
        </message>
        <message>
            <source>not loaded</source>
            <translation>nenačítaný</translation>
        </message>
        <message>
            <source>no model is loaded</source>
            <translation>nie je načítaný žiadny model</translation>
        </message>
        <message>
            <source>loading, {stage}</source>
            <translation>načítava sa, {stage}</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>pripravený</translation>
        </message>
        <message>
            <source>fetching</source>
            <translation>sťahuje sa</translation>
        </message>
        <message>
            <source>Fetch {model}</source>
            <translation>Stiahnuť {model}</translation>
        </message>
        <message>
            <source>All models …</source>
            <translation>Všetky modely …</translation>
        </message>
        <message>
            <source>Looked through beside Kvasir's own folder and the Hugging Face cache. Models are used where they lie.</source>
            <translation>Prehľadávajú sa popri vlastnom priečinku programu Kvasir a vyrovnávacej pamäti Hugging Face. Modely sa používajú tam, kde sú.</translation>
        </message>
        <message>
            <source>Remove from list</source>
            <translation>Odobrať zo zoznamu</translation>
        </message>
        <message>
            <source>Loading</source>
            <translation>Načítanie</translation>
        </message>
        <message>
            <source>as much as the model was made for</source>
            <translation>toľko, koľko model predpokladá</translation>
        </message>
        <message>
            <source>In tokens. A smaller one takes less memory.</source>
            <translation>V tokenoch. Menší zaberie menej pamäte.</translation>
        </message>
        <message>
            <source>What a model has learned, as it lies in memory. Smaller weights take less of it, and answers are written faster. They are tried on a test text when the model is loaded.</source>
            <translation>Čo sa model naučil, v tej podobe, v akej je v pamäti. Menšie váhy jej zaberú menej a odpovede sa píšu rýchlejšie. Pri načítaní modelu sa skúšajú na testovacom texte.</translation>
        </message>
        <message>
            <source>Load the last model when Kvasir starts</source>
            <translation>Pri spustení programu Kvasir načítať posledný model</translation>
        </message>
        <message>
            <source>Context in tokens</source>
            <translation>Kontext v tokenoch</translation>
        </message>
        <message>
            <source>starter model</source>
            <translation>úvodný model</translation>
        </message>
        <message>
            <source>on this computer</source>
            <translation>na tomto počítači</translation>
        </message>
        <message>
            <source>Hugging Face cache</source>
            <translation>vyrovnávacia pamäť Hugging Face</translation>
        </message>
        <message>
            <source>on {server}</source>
            <translation>na {server}</translation>
        </message>
        <message>
            <source>{count}B</source>
            <translation>{count} mld</translation>
        </message>
        <message>
            <source>{count}M</source>
            <translation>{count} mil</translation>
        </message>
        <message>
            <source>no licence named</source>
            <translation>licencia neuvedená</translation>
        </message>
        <message>
            <source>{count} downloads</source>
            <translation>stiahnutia: {count}</translation>
        </message>
        <message>
            <source>context {tokens}</source>
            <translation>kontext {tokens}</translation>
        </message>
        <message>
            <source>can think</source>
            <translation>vie premýšľať</translation>
        </message>
        <message>
            <source>tight</source>
            <translation>tesne</translation>
        </message>
        <message>
            <source>fits in 4 bits</source>
            <translation>zmestí sa v 4 bitoch</translation>
        </message>
        <message>
            <source>too large</source>
            <translation>priveľký</translation>
        </message>
        <message>
            <source>The weights as they were published</source>
            <translation>Váhy tak, ako boli zverejnené</translation>
        </message>
        <message numerus="yes">
            <source>{size}, safetensors, %n files</source>
            <translation>
                <numerusform>{size}, safetensors, %n súbor</numerusform>
                <numerusform>{size}, safetensors, %n súbory</numerusform>
                <numerusform>{size}, safetensors, %n súborov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{size}, GGUF, %n files</source>
            <translation>
                <numerusform>{size}, GGUF, %n súbor</numerusform>
                <numerusform>{size}, GGUF, %n súbory</numerusform>
                <numerusform>{size}, GGUF, %n súborov</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>context of %n tokens</source>
            <translation>
                <numerusform>kontext %n token</numerusform>
                <numerusform>kontext %n tokeny</numerusform>
                <numerusform>kontext %n tokenov</numerusform>
            </translation>
        </message>
        <message>
            <source>Its authors want to be asked first: agree to their terms on its page, and set HF_TOKEN to a token of that account.</source>
            <translation>Autori chcú byť najprv požiadaní: prijmite podmienky na jeho stránke a nastavte v HF_TOKEN token tohto účtu.</translation>
        </message>
        <message>
            <source>Its weights are pickles only, which can run code when they are opened. Kvasir does not load them; look for a copy with safetensors.</source>
            <translation>Váhy sú iba vo formáte pickle, ktorý pri otvorení môže spustiť kód. Kvasir ich nenačíta; hľadajte kópiu so safetensors.</translation>
        </message>
        <message>
            <source>This is an addition to another model, and not a model by itself.</source>
            <translation>Toto je doplnok k inému modelu, nie samostatný model.</translation>
        </message>
        <message>
            <source>A part of its weights is missing there.</source>
            <translation>Chýba tam časť váh.</translation>
        </message>
        <message>
            <source>There are no weights that Kvasir can load.</source>
            <translation>Nie sú tam váhy, ktoré Kvasir vie načítať.</translation>
        </message>
        <message>
            <source>{size} to fetch into {folder}, where {free} are free.</source>
            <translation>{size} na stiahnutie do {folder}, kde je voľných {free}.</translation>
        </message>
        <message>
            <source>waits for the one before it · {part}</source>
            <translation>čaká na predošlý · {part}</translation>
        </message>
        <message>
            <source>another program fetches {name}</source>
            <translation>{name} sťahuje iný program</translation>
        </message>
        <message>
            <source>fetching {name}</source>
            <translation>sťahuje sa {name}</translation>
        </message>
        <message>
            <source>checking {name}</source>
            <translation>kontroluje sa {name}</translation>
        </message>
        <message>
            <source>getting ready</source>
            <translation>pripravuje sa</translation>
        </message>
        <message>
            <source>paused · {part}</source>
            <translation>pozastavené · {part}</translation>
        </message>
        <message>
            <source>stopped · {part}</source>
            <translation>zastavené · {part}</translation>
        </message>
        <message>
            <source>complete and verified · {size}</source>
            <translation>úplný a overený · {size}</translation>
        </message>
        <message>
            <source>It is not complete and cannot be loaded: {names} is missing or not whole.</source>
            <translation>Nie je úplný a nedá sa načítať: {names} chýba alebo nie je celý.</translation>
        </message>
        <message>
            <source>Only the link to it goes; what it leads to stays.</source>
            <translation>Odstráni sa iba odkaz; to, na čo ukazuje, zostane.</translation>
        </message>
        <message>
            <source>{size} become free.</source>
            <translation>Uvoľní sa {size}.</translation>
        </message>
        <message>
            <source>{size} stay, since another version of it has them too.</source>
            <translation>{size} zostane, lebo ich má aj iná verzia.</translation>
        </message>
        <message numerus="yes">
            <source>%n other files in the folder stay.</source>
            <translation>
                <numerusform>V priečinku zostane %n iný súbor.</numerusform>
                <numerusform>V priečinku zostanú %n iné súbory.</numerusform>
                <numerusform>V priečinku zostane %n iných súborov.</numerusform>
            </translation>
        </message>
        <message>
            <source>Other programs that use the Hugging Face cache would have to fetch it again.</source>
            <translation>Iné programy, ktoré používajú vyrovnávaciu pamäť Hugging Face, by ho museli stiahnuť znova.</translation>
        </message>
        <message>
            <source>It is loaded now and is unloaded first.</source>
            <translation>Teraz je načítaný a najprv sa uvoľní.</translation>
        </message>
        <message>
            <source>It is the model that is loaded at the start; the starter model takes its place.</source>
            <translation>Je to model načítavaný pri spustení; nahradí ho úvodný model.</translation>
        </message>
        <message numerus="yes">
            <source>%n chats used it and keep their text: {titles}.</source>
            <translation>
                <numerusform>Používal ho %n rozhovor a text si ponechá: {titles}.</numerusform>
                <numerusform>Používali ho %n rozhovory a text si ponechajú: {titles}.</numerusform>
                <numerusform>Používalo ho %n rozhovorov a text si ponechajú: {titles}.</numerusform>
            </translation>
        </message>
        <message>
            <source>Presets that choose it: {names}.</source>
            <translation>Predvoľby, ktoré ho vyberajú: {names}.</translation>
        </message>
        <message numerus="yes">
            <source>{names} and %n more</source>
            <translation>
                <numerusform>{names} a ešte %n</numerusform>
                <numerusform>{names} a ešte %n</numerusform>
                <numerusform>{names} a ešte %n</numerusform>
            </translation>
        </message>
        <message>
            <source>{count} million</source>
            <translation>{count} mil</translation>
        </message>
        <message>
            <source>Pages of the models</source>
            <translation>Stránky modelov</translation>
        </message>
        <message>
            <source>On this computer</source>
            <translation>Na tomto počítači</translation>
        </message>
        <message>
            <source>Recommended</source>
            <translation>Odporúčané</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>Hľadať</translation>
        </message>
        <message>
            <source>Downloads</source>
            <translation>Sťahovanie</translation>
        </message>
        <message>
            <source>Downloads ({count})</source>
            <translation>Sťahovanie ({count})</translation>
        </message>
        <message>
            <source>Empty means {value}</source>
            <translation>Prázdne pole znamená: {value}</translation>
        </message>
        <message>
            <source>{name}: “{text}” is not a whole number.</source>
            <translation>{name}: „{text}“ nie je celé číslo.</translation>
        </message>
        <message>
            <source>{name}: “{text}” is not a number.</source>
            <translation>{name}: „{text}“ nie je číslo.</translation>
        </message>
        <message>
            <source>{name} has to be at least {least}.</source>
            <translation>{name}: hodnota musí byť aspoň {least}.</translation>
        </message>
        <message>
            <source>{name} has to be more than {least}.</source>
            <translation>{name}: hodnota musí byť väčšia než {least}.</translation>
        </message>
        <message>
            <source>{name} has to be from {least} to {most}.</source>
            <translation>{name}: hodnota musí byť od {least} do {most}.</translation>
        </message>
        <message>
            <source>{name} has to be more than {least} and at most {most}.</source>
            <translation>{name}: hodnota musí byť väčšia než {least} a najviac {most}.</translation>
        </message>
        <message>
            <source>Latest chats</source>
            <translation>Posledné rozhovory</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>Príkazy</translation>
        </message>
        <message>
            <source>{size}, loaded</source>
            <translation>{size}, načítaný</translation>
        </message>
        <message>
            <source>{free} free of {total}</source>
            <translation>voľné {free} z {total}</translation>
        </message>
        <message>
            <source>Budget of the cache</source>
            <translation>Rozpočet vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>No cache is kept here.</source>
            <translation>Tu sa vyrovnávacia pamäť neuchováva.</translation>
        </message>
        <message>
            <source>{used} of {budget}</source>
            <translation>{used} z {budget}</translation>
        </message>
        <message>
            <source>Budget of the cache: {place}</source>
            <translation>Rozpočet vyrovnávacej pamäte: {place}</translation>
        </message>
        <message>
            <source>Used</source>
            <translation>Využité</translation>
        </message>
        <message>
            <source>Left</source>
            <translation>Zostáva</translation>
        </message>
        <message>
            <source>Sharing saves {size}</source>
            <translation>Zdieľanie ušetrí {size}</translation>
        </message>
        <message>
            <source>Memory for {model}</source>
            <translation>Pamäť pre {model}</translation>
        </message>
        <message>
            <source>Context of each conversation</source>
            <translation>Kontext každého rozhovoru</translation>
        </message>
        <message>
            <source>Conversations at a time</source>
            <translation>Rozhovory naraz</translation>
        </message>
        <message>
            <source>Where the memory goes</source>
            <translation>Rozdelenie pamäte</translation>
        </message>
        <message>
            <source>What each token reads</source>
            <translation>Čo číta každý token</translation>
        </message>
        <message>
            <source>Looking at the model’s config …</source>
            <translation>Prezerá sa konfigurácia modelu …</translation>
        </message>
        <message>
            <source>There is no estimate.</source>
            <translation>Odhad nie je.</translation>
        </message>
        <message>
            <source>Load anyway</source>
            <translation>Načítať aj tak</translation>
        </message>
        <message>
            <source>As small as nobody notices</source>
            <translation>Najmenšie bez badateľného rozdielu</translation>
        </message>
        <message>
            <source>32 bits for each number</source>
            <translation>32 bitov na číslo</translation>
        </message>
        <message>
            <source>16 bits for each number</source>
            <translation>16 bitov na číslo</translation>
        </message>
        <message>
            <source>8 bits</source>
            <translation>8 bitov</translation>
        </message>
        <message>
            <source>4 bits</source>
            <translation>4 bity</translation>
        </message>
        <message>
            <source>{count} parameters</source>
            <translation>{count} parametrov</translation>
        </message>
        <message numerus="yes">
            <source>%n layers with latents of {size} numbers</source>
            <translation>
                <numerusform>%n vrstva s latentnými vektormi po {size} čísel</numerusform>
                <numerusform>%n vrstvy s latentnými vektormi po {size} čísel</numerusform>
                <numerusform>%n vrstiev s latentnými vektormi po {size} čísel</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers that see the last {window} tokens</source>
            <translation>
                <numerusform>%n vrstva, ktorá vidí posledné tokeny ({window})</numerusform>
                <numerusform>%n vrstvy, ktoré vidia posledné tokeny ({window})</numerusform>
                <numerusform>%n vrstiev, ktoré vidia posledné tokeny ({window})</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n KV heads</source>
            <translation>
                <numerusform>%n hlava KV</numerusform>
                <numerusform>%n hlavy KV</numerusform>
                <numerusform>%n hláv KV</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers that see everything, with {heads}</source>
            <translation>
                <numerusform>%n vrstva, ktorá vidí všetko, {heads}</numerusform>
                <numerusform>%n vrstvy, ktoré vidia všetko, {heads}</numerusform>
                <numerusform>%n vrstiev, ktoré vidia všetko, {heads}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers with a state of their own</source>
            <translation>
                <numerusform>%n vrstva s vlastným stavom</numerusform>
                <numerusform>%n vrstvy s vlastným stavom</numerusform>
                <numerusform>%n vrstiev s vlastným stavom</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>context up to %n tokens</source>
            <translation>
                <numerusform>kontext do %n tokenu</numerusform>
                <numerusform>kontext do %n tokenov</numerusform>
                <numerusform>kontext do %n tokenov</numerusform>
            </translation>
        </message>
        <message>
            <source>It fits: {needed} of the {free} that can be free.</source>
            <translation>Zmestí sa: {needed} z {free}, ktoré môžu byť voľné.</translation>
        </message>
        <message>
            <source>It only just fits: {needed} of the {free} that can be free. Little is left for other programs.</source>
            <translation>Zmestí sa len tak-tak: {needed} z {free}, ktoré môžu byť voľné. Iným programom zostane málo.</translation>
        </message>
        <message>
            <source>It does not fit: {needed} are needed and {free} can be free, which is {missing} too little.</source>
            <translation>Nezmestí sa: treba {needed} a voľné môže byť {free}, čo je o {missing} málo.</translation>
        </message>
        <message numerus="yes">
            <source>It will be slow: of %n conversations of this length not all fit at a time. Some are parked, and brought back when they go on.</source>
            <translation>
                <numerusform>Bude to pomalé: %n rozhovor tejto dĺžky sa naraz nezmestí. Časť sa odloží a vráti, keď pokračuje.</numerusform>
                <numerusform>Bude to pomalé: %n rozhovory tejto dĺžky sa naraz nezmestia. Niektoré sa odložia a vrátia, keď pokračujú.</numerusform>
                <numerusform>Bude to pomalé: %n rozhovorov tejto dĺžky sa naraz nezmestí. Niektoré sa odložia a vrátia, keď pokračujú.</numerusform>
            </translation>
        </message>
        <message>
            <source>It will be slow: the graphics card has {free} and {needed} are needed, so part of the model has to lie in the computer’s memory.</source>
            <translation>Bude to pomalé: grafická karta má {free} a treba {needed}, takže časť modelu musí byť v pamäti počítača.</translation>
        </message>
        <message>
            <source>It fits, but will be slow: reading the model and its caches once, as each word needs it, takes this machine about {seconds} seconds.</source>
            <translation>Zmestí sa, ale bude to pomalé: jedno prečítanie modelu a vyrovnávacích pamätí, ktoré treba pre každé slovo, tu trvá asi {seconds} s.</translation>
        </message>
        <message>
            <source>It should fit: unpacked it takes about {needed} of the {memory} that there are.</source>
            <translation>Mal by sa zmestiť: rozbalený zaberá asi {needed} z {memory}, ktoré sú k dispozícii.</translation>
        </message>
        <message>
            <source>It will only just fit: unpacked it takes about {needed} of the {memory} that there are.</source>
            <translation>Zmestí sa len tak-tak: rozbalený zaberá asi {needed} z {memory}, ktoré sú k dispozícii.</translation>
        </message>
        <message>
            <source>It should fit with its weights in 4 bits, in about {small} of the {memory} that there are; unpacked it takes about {needed}.</source>
            <translation>Mal by sa zmestiť s váhami v 4 bitoch, asi do {small} z {memory}, ktoré sú k dispozícii; rozbalený zaberá asi {needed}.</translation>
        </message>
        <message>
            <source>It is too large: about {needed} are needed, and there are {memory}.</source>
            <translation>Je príliš veľký: treba asi {needed} a k dispozícii je {memory}.</translation>
        </message>
        <message>
            <source>This is a guess: the Hub names its parameters, and its cache is taken to be like that of {alike}.</source>
            <translation>Je to odhad: počet parametrov uvádza Hub a vyrovnávacia pamäť sa berie ako pri {alike}.</translation>
        </message>
        <message>
            <source>This is a rough guess from the size of its file; its cache is taken to be like that of {alike}.</source>
            <translation>Je to hrubý odhad z veľkosti súboru; vyrovnávacia pamäť sa berie ako pri {alike}.</translation>
        </message>
        <message>
            <source>With these choices no context is short enough.</source>
            <translation>Pri týchto voľbách nie je žiadny kontext dosť krátky.</translation>
        </message>
        <message numerus="yes">
            <source>Up to %n tokens of context fit here.</source>
            <translation>
                <numerusform>Zmestí sa sem do %n tokenu kontextu.</numerusform>
                <numerusform>Zmestí sa sem do %n tokenov kontextu.</numerusform>
                <numerusform>Zmestí sa sem do %n tokenov kontextu.</numerusform>
            </translation>
        </message>
        <message>
            <source>With a 4-bit cache it would fit.</source>
            <translation>So 4-bitovou vyrovnávacou pamäťou by sa zmestil.</translation>
        </message>
        <message>
            <source>With weights of {weights} it would fit.</source>
            <translation>S váhami {weights} by sa zmestil.</translation>
        </message>
        <message>
            <source>A shorter context or fewer conversations take less.</source>
            <translation>Kratší kontext alebo menej rozhovorov zaberie menej.</translation>
        </message>
        <message>
            <source>Reading the caches never takes longer than reading the weights.</source>
            <translation>Čítanie vyrovnávacích pamätí nikdy netrvá dlhšie než čítanie váh.</translation>
        </message>
        <message>
            <source>From {crossing} on, as here, each token takes longer to read the caches than the weights.</source>
            <translation>Keď má rozhovor aspoň {crossing}, tak ako tu, trvá pri každom tokene čítanie vyrovnávacích pamätí dlhšie než čítanie váh.</translation>
        </message>
        <message>
            <source>From {crossing} on each token would take longer to read the caches than the weights.</source>
            <translation>Keby mal rozhovor aspoň {crossing}, trvalo by pri každom tokene čítanie vyrovnávacích pamätí dlhšie než čítanie váh.</translation>
        </message>
        <message>
            <source>Reading both takes this machine about {ms} ms.</source>
            <translation>Prečítanie oboch trvá tomuto počítaču asi {ms} ms.</translation>
        </message>
        <message>
            <source>What all other programs and the system take now.</source>
            <translation>Čo teraz zaberajú všetky ostatné programy a systém.</translation>
        </message>
        <message>
            <source>Keys and values of all conversations, full to their end.</source>
            <translation>Kľúče a hodnoty všetkých rozhovorov, zaplnených do konca.</translation>
        </message>
        <message>
            <source>What is computed between two layers, one layer’s history unpacked, and the words of the tokenizer.</source>
            <translation>To, čo sa počíta medzi dvoma vrstvami, rozbalená história jednej vrstvy a slovník tokenizátora.</translation>
        </message>
        <message>
            <source>Too much</source>
            <translation>Priveľa</translation>
        </message>
        <message>
            <source>What there is no room for.</source>
            <translation>Na čo nie je miesto.</translation>
        </message>
        <message>
            <source>Read once for all conversations.</source>
            <translation>Číta sa raz pre všetky rozhovory.</translation>
        </message>
        <message>
            <source>Caches</source>
            <translation>Vyrovnávacie pamäte</translation>
        </message>
        <message>
            <source>Each conversation reads its own.</source>
            <translation>Každý rozhovor číta vlastnú.</translation>
        </message>
        <message>
            <source>{device} · the loaded model will give {bytes} back</source>
            <translation>{device} · načítaný model uvoľní {bytes}</translation>
        </message>
        <message>
            <source>{number} billion</source>
            <translation>{number} mld</translation>
        </message>
        <message>
            <source>{number} million</source>
            <translation>{number} mil</translation>
        </message>
        <message>
            <source>Save as preset …</source>
            <translation>Uložiť ako predvoľbu …</translation>
        </message>
        <message>
            <source>Delete this preset</source>
            <translation>Odstrániť túto predvoľbu</translation>
        </message>
        <message>
            <source>Save as preset</source>
            <translation>Uloženie predvoľby</translation>
        </message>
        <message>
            <source>Name of the preset</source>
            <translation>Názov predvoľby</translation>
        </message>
        <message>
            <source>Save preset</source>
            <translation>Uložiť predvoľbu</translation>
        </message>
        <message>
            <source>Chats keep what they took from it.</source>
            <translation>Rozhovory si nechajú, čo z nej prevzali.</translation>
        </message>
        <message>
            <source>Delete the preset “{name}”?</source>
            <translation>Odstrániť predvoľbu „{name}“?</translation>
        </message>
        <message>
            <source>The exact text of the next answer’s prompt, with the marks of the model’s template. Each tint is one token.</source>
            <translation>Presný text promptu ďalšej odpovede so značkami šablóny modelu. Každý odtieň je jeden token.</translation>
        </message>
        <message>
            <source>What the model sees</source>
            <translation>Čo model vidí</translation>
        </message>
        <message>
            <source>Asking the engine …</source>
            <translation>Jadro odpovedá …</translation>
        </message>
        <message>
            <source>Copy text</source>
            <translation>Kopírovať text</translation>
        </message>
        <message>
            <source>Copy token ids</source>
            <translation>Kopírovať čísla tokenov</translation>
        </message>
        <message>
            <source>Token {numbers} of {count} · id {ids} · {text}</source>
            <translation>Token {numbers} z {count} · číslo {ids} · {text}</translation>
        </message>
        <message>
            <source>Tokens {numbers} of {count} · ids {ids} · {text}</source>
            <translation>Tokeny {numbers} z {count} · čísla {ids} · {text}</translation>
        </message>
        <message>
            <source>What can be fetched</source>
            <translation>Čo možno stiahnuť</translation>
        </message>
        <message>
            <source>Its page</source>
            <translation>Jeho stránka</translation>
        </message>
        <message>
            <source>Opens huggingface.co in the browser.</source>
            <translation>Otvorí huggingface.co v prehliadači.</translation>
        </message>
        <message>
            <source>The Hub is asked what it has …</source>
            <translation>Zisťuje sa na Hube …</translation>
        </message>
        <message>
            <source>It is here</source>
            <translation>Je tu</translation>
        </message>
        <message>
            <source>Is being fetched</source>
            <translation>Sťahuje sa</translation>
        </message>
        <message numerus="yes">
            <source>Memory for a chat of %n tokens:</source>
            <translation>
                <numerusform>Pamäť pre rozhovor s %n tokenom:</numerusform>
                <numerusform>Pamäť pre rozhovor s %n tokenmi:</numerusform>
                <numerusform>Pamäť pre rozhovor s %n tokenmi:</numerusform>
            </translation>
        </message>
        <message>
            <source>This is reckoned from its config.</source>
            <translation>Vypočítané z jeho konfigurácie.</translation>
        </message>
        <message>
            <source>Go to the newest message</source>
            <translation>Prejsť na najnovšiu správu</translation>
        </message>
        <message>
            <source>Higher is livelier, lower is steadier; 0 always takes the likeliest word.</source>
            <translation>Vyššia je živšia, nižšia pokojnejšia; 0 vždy vyberie najpravdepodobnejšie slovo.</translation>
        </message>
        <message>
            <source>Chooses among so many likeliest words; 0 among all.</source>
            <translation>Vyberá z takéhoto počtu najpravdepodobnejších slov; 0 zo všetkých.</translation>
        </message>
        <message>
            <source>Chooses among the likeliest words that together have this share; 1 among all.</source>
            <translation>Vyberá z najpravdepodobnejších slov, ktoré majú spolu tento podiel; 1 zo všetkých.</translation>
        </message>
        <message>
            <source>Leaves out words less likely than this share of the likeliest one; 0 leaves out none.</source>
            <translation>Vynechá slová menej pravdepodobné než tento podiel najpravdepodobnejšieho; 0 nevynechá žiadne.</translation>
        </message>
        <message>
            <source>Above 1 what was said already becomes less likely; 1 changes nothing.</source>
            <translation>Nad 1 je to, čo už zaznelo, menej pravdepodobné; 1 nič nemení.</translation>
        </message>
        <message>
            <source>The longest answer, in tokens; 0 goes on until the context is full.</source>
            <translation>Najdlhšia odpoveď v tokenoch; pri 0 sa píše, kým sa kontext nezaplní.</translation>
        </message>
        <message>
            <source>The same number gives the same answer to the same words.</source>
            <translation>Rovnaké číslo dá na rovnaké slová rovnakú odpoveď.</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>Teplota</translation>
        </message>
        <message>
            <source>Repetition penalty</source>
            <translation>Postih opakovania</translation>
        </message>
        <message>
            <source>Longest answer</source>
            <translation>Najdlhšia odpoveď</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>Náhodné semeno</translation>
        </message>
        <message>
            <source>no limit</source>
            <translation>bez obmedzenia</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>Vymazať</translation>
        </message>
        <message>
            <source>Prompts found cached</source>
            <translation>Prompty z vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>Of all that anybody has sent since the server was started.</source>
            <translation>Zo všetkého, čo ktokoľvek poslal od spustenia servera.</translation>
        </message>
        <message>
            <source>Being answered</source>
            <translation>Prebiehajúce</translation>
        </message>
        <message>
            <source>Requests of all who use this server.</source>
            <translation>Požiadavky všetkých, ktorí používajú tento server.</translation>
        </message>
        <message>
            <source>Waiting</source>
            <translation>Čakajúce</translation>
        </message>
        <message>
            <source>Requests that the server has no room for yet.</source>
            <translation>Požiadavky, na ktoré server ešte nemá miesto.</translation>
        </message>
        <message>
            <source>Reused for you</source>
            <translation>Znova použité pre vás</translation>
        </message>
        <message>
            <source>What the server did not have to read of your prompts, since the model was chosen.</source>
            <translation>Čo server od výberu modelu nemusel čítať z vašich promptov.</translation>
        </message>
        <message>
            <source>Read for you</source>
            <translation>Prečítané pre vás</translation>
        </message>
        <message>
            <source>What it had to read of them.</source>
            <translation>Čo z nich musel prečítať.</translation>
        </message>
        <message>
            <source>On {server}</source>
            <translation>Na {server}</translation>
        </message>
        <message>
            <source>The model runs there. These are figures of the server, for all who use it.</source>
            <translation>Tam beží model. Toto sú čísla servera, spoločné pre všetkých, ktorí ho používajú.</translation>
        </message>
        <message>
            <source>The model runs there. The server is asked how its cache is used …</source>
            <translation>Tam beží model. Zisťuje sa zo servera, ako sa používa jeho vyrovnávacia pamäť …</translation>
        </message>
        <message>
            <source>{percent}%</source>
            <translation>{percent} %</translation>
        </message>
        <message>
            <source>Cache of {server} in use</source>
            <translation>Obsadená vyrovnávacia pamäť: {server}</translation>
        </message>
        <message>
            <source>Slot {number}: {state}</source>
            <translation>Slot {number}: {state}</translation>
        </message>
        <message>
            <source>answering</source>
            <translation>odpovedá</translation>
        </message>
        <message>
            <source>waits</source>
            <translation>čaká</translation>
        </message>
        <message numerus="yes">
            <source>{used} of %n tokens</source>
            <translation>
                <numerusform>{used} z %n tokenu</numerusform>
                <numerusform>{used} z %n tokenov</numerusform>
                <numerusform>{used} z %n tokenov</numerusform>
            </translation>
        </message>
        <message>
            <source>Servers</source>
            <translation>Servery</translation>
        </message>
        <message>
            <source>Models can run on a server that speaks as OpenAI’s does: vLLM, SGLang, llama-server, Ollama, LM Studio and others. They are then chosen like those of this computer. What you write is sent there.</source>
            <translation>Modely môžu bežať na serveri, ktorý rozumie API OpenAI: vLLM, SGLang, llama-server, Ollama, LM Studio a iné. Vyberajú sa rovnako ako modely tohto počítača. To, čo píšete, sa posiela tam.</translation>
        </message>
        <message>
            <source>Add server</source>
            <translation>Pridať server</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Odstrániť</translation>
        </message>
        <message>
            <source>Test the connection</source>
            <translation>Vyskúšať spojenie</translation>
        </message>
        <message>
            <source>no key</source>
            <translation>bez kľúča</translation>
        </message>
        <message>
            <source>Address</source>
            <translation>Adresa</translation>
        </message>
        <message>
            <source>The key is kept in the system’s keyring. On their usual ports, vLLM listens on 8000, llama-server on 8080, LM Studio on 1234 and Ollama on 11434.</source>
            <translation>Kľúč je uložený v systémovej kľúčenke. Obvyklé porty: vLLM 8000, llama-server 8080, LM Studio 1234, Ollama 11434.</translation>
        </message>
        <message>
            <source>Give the server a name.</source>
            <translation>Pomenujte server.</translation>
        </message>
        <message>
            <source>New server</source>
            <translation>Nový server</translation>
        </message>
        <message>
            <source>Asking the server …</source>
            <translation>Zisťuje sa zo servera …</translation>
        </message>
        <message numerus="yes">
            <source>It answers and offers %n models: {names}</source>
            <translation>
                <numerusform>Odpovedá a ponúka %n model: {names}</numerusform>
                <numerusform>Odpovedá a ponúka %n modely: {names}</numerusform>
                <numerusform>Odpovedá a ponúka %n modelov: {names}</numerusform>
            </translation>
        </message>
        <message>
            <source>Others on the way can read what is sent there, since the address does not begin with https.</source>
            <translation>To, čo sa tam posiela, môžu po ceste čítať iní, lebo adresa sa nezačína na https.</translation>
        </message>
        <message>
            <source>Pages of the settings</source>
            <translation>Stránky nastavení</translation>
        </message>
        <message>
            <source>What this machine has, to be copied.</source>
            <translation>Čo tento počítač má, na skopírovanie.</translation>
        </message>
        <message>
            <source>What the program and its engine noted.</source>
            <translation>Čo si program a jeho jadro zaznamenali.</translation>
        </message>
        <message>
            <source>Version and licences.</source>
            <translation>Verzia a licencie.</translation>
        </message>
        <message>
            <source>General</source>
            <translation>Všeobecné</translation>
        </message>
        <message>
            <source>Generation</source>
            <translation>Odpovede</translation>
        </message>
        <message>
            <source>Cache and memory</source>
            <translation>Vyrovnávacia pamäť</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>Vzhľad</translation>
        </message>
        <message>
            <source>Storage</source>
            <translation>Úložisko</translation>
        </message>
        <message>
            <source>Advanced</source>
            <translation>Pokročilé</translation>
        </message>
        <message>
            <source>Restore defaults</source>
            <translation>Obnoviť predvolené</translation>
        </message>
        <message>
            <source>On this page; it holds once you save.</source>
            <translation>Na tejto stránke; platí po uložení.</translation>
        </message>
        <message>
            <source>Saving a change of these loads the model again and stops answers in progress.</source>
            <translation>Uloženie týchto zmien načíta model znova a zastaví prebiehajúce odpovede.</translation>
        </message>
        <message>
            <source>Open: {name}</source>
            <translation>Otvoriť: {name}</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>Podľa systému</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>Svetlé</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>Tmavé</translation>
        </message>
        <message>
            <source>High contrast</source>
            <translation>Vysoký kontrast</translation>
        </message>
        <message>
            <source>Always glide</source>
            <translation>Vždy plynulo</translation>
        </message>
        <message>
            <source>Never glide</source>
            <translation>Nikdy plynulo</translation>
        </message>
        <message>
            <source>float32 (twice the memory)</source>
            <translation>float32 (dvojnásobok pamäte)</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Jazyk</translation>
        </message>
        <message>
            <source>Language of Kvasir</source>
            <translation>Jazyk programu Kvasir</translation>
        </message>
        <message>
            <source>Taken when Kvasir starts the next time. Models answer in the language they are asked in.</source>
            <translation>Platí od ďalšieho spustenia programu Kvasir. Modely odpovedajú v jazyku, v ktorom sa ich pýtate.</translation>
        </message>
        <message>
            <source>Let the model give new chats their titles</source>
            <translation>Nech model dáva novým rozhovorom názvy</translation>
        </message>
        <message>
            <source>It is asked beside the chat, after the first answer; the chat itself stays as it is.</source>
            <translation>Pýta sa popri rozhovore, po prvej odpovedi; samotný rozhovor zostáva, ako je.</translation>
        </message>
        <message>
            <source>Keyboard</source>
            <translation>Klávesnica</translation>
        </message>
        <message>
            <source>All keys, which can be changed.</source>
            <translation>Všetky klávesy; dajú sa meniť.</translation>
        </message>
        <message>
            <source>Newer versions</source>
            <translation>Novšie verzie</translation>
        </message>
        <message>
            <source>Tell me about newer versions</source>
            <translation>Upozorniť na novšie verzie</translation>
        </message>
        <message>
            <source>Once a day the package index is asked for the newest number. Nothing else is sent, nothing installed.</source>
            <translation>Raz denne sa od indexu balíkov zisťuje najnovšie číslo. Nič iné sa neposiela ani neinštaluje.</translation>
        </message>
        <message>
            <source>Colours</source>
            <translation>Farby</translation>
        </message>
        <message>
            <source>High contrast is light or dark as the system is, with an edge around everything.</source>
            <translation>Vysoký kontrast je svetlý alebo tmavý podľa systému, s okrajom okolo všetkého.</translation>
        </message>
        <message>
            <source>Letters</source>
            <translation>Písmo</translation>
        </message>
        <message>
            <source>{points} pt</source>
            <translation>{points} pt</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>Automaticky</translation>
        </message>
        <message>
            <source>Size of letters</source>
            <translation>Veľkosť písma</translation>
        </message>
        <message>
            <source>Motion</source>
            <translation>Pohyb</translation>
        </message>
        <message>
            <source>Scrolling glides</source>
            <translation>Plynulé posúvanie</translation>
        </message>
        <message>
            <source>Computing</source>
            <translation>Výpočty</translation>
        </message>
        <message>
            <source>Numbers of the model</source>
            <translation>Čísla modelu</translation>
        </message>
        <message>
            <source>When something is wrong</source>
            <translation>Keď niečo nefunguje</translation>
        </message>
        <message>
            <source>Choose another model</source>
            <translation>Vybrať iný model</translation>
        </message>
        <message>
            <source>{model} could not be loaded</source>
            <translation>Model {model} sa nepodarilo načítať</translation>
        </message>
        <message>
            <source>The model runs on this computer. What you write stays here.</source>
            <translation>Model beží na tomto počítači. Čo napíšete, zostane tu.</translation>
        </message>
        <message>
            <source>Ask {model} anything</source>
            <translation>Spýtajte sa {model} na čokoľvek</translation>
        </message>
        <message>
            <source>What would you like to talk about?</source>
            <translation>O čom sa porozprávame?</translation>
        </message>
        <message>
            <source>Where things lie</source>
            <translation>Kde čo je</translation>
        </message>
        <message>
            <source>With their attachments, their backups and the starter model.</source>
            <translation>S prílohami, zálohami a úvodným modelom.</translation>
        </message>
        <message>
            <source>All that is chosen in this window.</source>
            <translation>Všetko, čo sa v tomto okne zvolí.</translation>
        </message>
        <message>
            <source>May be deleted at any time; chats are then read again.</source>
            <translation>Možno kedykoľvek odstrániť; rozhovory sa potom prečítajú znova.</translation>
        </message>
        <message>
            <source>The variable KVASIR_HOME, set before Kvasir starts, moves all of it into one folder.</source>
            <translation>Premenná KVASIR_HOME, nastavená pred spustením programu Kvasir, presunie to všetko do jedného priečinka.</translation>
        </message>
        <message>
            <source>Open folder: {name}</source>
            <translation>Otvoriť priečinok: {name}</translation>
        </message>
        <message>
            <source>Thinking … {seconds} s</source>
            <translation>Premýšľanie … {seconds} s</translation>
        </message>
        <message>
            <source>Thought</source>
            <translation>Premyslené</translation>
        </message>
        <message>
            <source>Thought for {seconds} s</source>
            <translation>Premýšľanie trvalo {seconds} s</translation>
        </message>
        <message>
            <source>Hide what the model thought</source>
            <translation>Skryť, čo si model myslel</translation>
        </message>
        <message>
            <source>Show what the model thought</source>
            <translation>Zobraziť, čo si model myslel</translation>
        </message>
        <message>
            <source>Automatic ({size})</source>
            <translation>Automaticky ({size})</translation>
        </message>
        <message>
            <source>Nothing</source>
            <translation>Nič</translation>
        </message>
        <message>
            <source>On the graphics card</source>
            <translation>Na grafickej karte</translation>
        </message>
        <message>
            <source>In memory</source>
            <translation>V pamäti</translation>
        </message>
        <message>
            <source>For the chats that were used last.</source>
            <translation>Pre naposledy použité rozhovory.</translation>
        </message>
        <message>
            <source>In RAM</source>
            <translation>V RAM</translation>
        </message>
        <message>
            <source>For chats that had to leave the card.</source>
            <translation>Pre rozhovory, ktoré museli opustiť kartu.</translation>
        </message>
        <message>
            <source>On disk</source>
            <translation>Na disku</translation>
        </message>
        <message>
            <source>Lets chats go on at once after a restart. “Nothing” also removes what is there.</source>
            <translation>Vďaka tomu rozhovory hneď pokračujú aj po reštarte. „Nič“ odstráni aj to, čo tam je.</translation>
        </message>
        <message>
            <source>Pack what leaves the card</source>
            <translation>Zbaliť, čo odchádza z karty</translation>
        </message>
        <message>
            <source>Pack what leaves memory</source>
            <translation>Zbaliť, čo odchádza z pamäte</translation>
        </message>
        <message>
            <source>Smaller fits more.</source>
            <translation>V menšom sa zmestí viac.</translation>
        </message>
        <message>
            <source>As they are</source>
            <translation>Bez zmeny</translation>
        </message>
        <message>
            <source>At least 8-bit</source>
            <translation>Aspoň 8-bitový</translation>
        </message>
        <message>
            <source>At least {format}</source>
            <translation>Aspoň {format}</translation>
        </message>
        <message>
            <source>Tokens per second</source>
            <translation>Tokeny za sekundu</translation>
        </message>
        <message>
            <source>Found in the cache</source>
            <translation>Z vyrovnávacej pamäte</translation>
        </message>
        <message>
            <source>Evictions</source>
            <translation>Vytlačené bloky</translation>
        </message>
        <message>
            <source>at most {value}</source>
            <translation>najviac {value}</translation>
        </message>
        <message>
            <source>last {share} %</source>
            <translation>naposledy {share} %</translation>
        </message>
        <message>
            <source>no prompt yet</source>
            <translation>zatiaľ bez promptu</translation>
        </message>
        <message numerus="yes">
            <source>%n blocks</source>
            <translation>
                <numerusform>%n blok</numerusform>
                <numerusform>%n bloky</numerusform>
                <numerusform>%n blokov</numerusform>
            </translation>
        </message>
        <message>
            <source>Engine’s memory, from below: weights, cache, working space</source>
            <translation>Pamäť jadra zdola: váhy, vyrovnávacia pamäť, pracovný priestor</translation>
        </message>
        <message>
            <source>{minutes} min ago</source>
            <translation>pred {minutes} min</translation>
        </message>
        <message numerus="yes">
            <source>about %n tokens</source>
            <translation>
                <numerusform>asi %n token</numerusform>
                <numerusform>asi %n tokeny</numerusform>
                <numerusform>asi %n tokenov</numerusform>
            </translation>
        </message>
        <message>
            <source>Edit message</source>
            <translation>Úprava správy</translation>
        </message>
        <message>
            <source>Ask again</source>
            <translation>Opýtať sa znova</translation>
        </message>
        <message>
            <source>Next chat</source>
            <translation>Ďalší rozhovor</translation>
        </message>
        <message>
            <source>Previous chat</source>
            <translation>Predošlý rozhovor</translation>
        </message>
        <message>
            <source>Rename chat</source>
            <translation>Premenovať rozhovor</translation>
        </message>
        <message>
            <source>Pin or unpin chat</source>
            <translation>Pripnúť alebo odopnúť rozhovor</translation>
        </message>
        <message>
            <source>Move chat to a folder</source>
            <translation>Presunúť rozhovor do priečinka</translation>
        </message>
        <message>
            <source>Duplicate chat</source>
            <translation>Duplikovať rozhovor</translation>
        </message>
        <message>
            <source>Archive chat, or take it out</source>
            <translation>Archivovať rozhovor alebo ho vybrať</translation>
        </message>
        <message>
            <source>Delete chat</source>
            <translation>Odstrániť rozhovor</translation>
        </message>
        <message>
            <source>Undo deleting a chat</source>
            <translation>Vrátiť odstránený rozhovor</translation>
        </message>
        <message>
            <source>Import chats</source>
            <translation>Importovať rozhovory</translation>
        </message>
        <message>
            <source>Export chat</source>
            <translation>Exportovať rozhovor</translation>
        </message>
        <message>
            <source>Show all chats</source>
            <translation>Zobraziť všetky rozhovory</translation>
        </message>
        <message>
            <source>Show the archive</source>
            <translation>Zobraziť archív</translation>
        </message>
        <message>
            <source>Show the trash</source>
            <translation>Zobraziť kôš</translation>
        </message>
        <message>
            <source>New line</source>
            <translation>Nový riadok</translation>
        </message>
        <message>
            <source>In an empty box: edit last message</source>
            <translation>V prázdnom poli: upraviť poslednú správu</translation>
        </message>
        <message>
            <source>In an empty box: version before</source>
            <translation>V prázdnom poli: predošlá verzia</translation>
        </message>
        <message>
            <source>In an empty box: version after</source>
            <translation>V prázdnom poli: ďalšia verzia</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>Zastaviť odpoveď</translation>
        </message>
        <message>
            <source>Edit last message</source>
            <translation>Upraviť poslednú správu</translation>
        </message>
        <message>
            <source>Go on with the answer</source>
            <translation>Pokračovať v odpovedi</translation>
        </message>
        <message>
            <source>Copy last answer</source>
            <translation>Kopírovať poslednú odpoveď</translation>
        </message>
        <message>
            <source>Copy last code</source>
            <translation>Kopírovať posledný kód</translation>
        </message>
        <message>
            <source>Undo deleting messages</source>
            <translation>Vrátiť odstránené správy</translation>
        </message>
        <message>
            <source>Find next</source>
            <translation>Nájsť ďalšie</translation>
        </message>
        <message>
            <source>Find previous</source>
            <translation>Nájsť predošlé</translation>
        </message>
        <message>
            <source>Memory that the model takes</source>
            <translation>Pamäť, ktorú model zaberie</translation>
        </message>
        <message>
            <source>Servers with models</source>
            <translation>Servery s modelmi</translation>
        </message>
        <message>
            <source>Find models on the Hugging Face Hub</source>
            <translation>Hľadať modely na Hugging Face Hub</translation>
        </message>
        <message>
            <source>Downloads of models</source>
            <translation>Sťahovanie modelov</translation>
        </message>
        <message>
            <source>Add a GGUF file</source>
            <translation>Pridať súbor GGUF</translation>
        </message>
        <message>
            <source>Add a folder with models</source>
            <translation>Pridať priečinok s modelmi</translation>
        </message>
        <message>
            <source>Unload the model</source>
            <translation>Uvoľniť model</translation>
        </message>
        <message>
            <source>Start the engine again</source>
            <translation>Spustiť jadro znova</translation>
        </message>
        <message>
            <source>Show or hide the chats</source>
            <translation>Zobraziť alebo skryť rozhovory</translation>
        </message>
        <message>
            <source>Show or hide the cache</source>
            <translation>Zobraziť alebo skryť vyrovnávaciu pamäť</translation>
        </message>
        <message>
            <source>Next pane</source>
            <translation>Ďalší panel</translation>
        </message>
        <message>
            <source>Previous pane</source>
            <translation>Predošlý panel</translation>
        </message>
        <message>
            <source>Larger letters</source>
            <translation>Väčšie písmo</translation>
        </message>
        <message>
            <source>Smaller letters</source>
            <translation>Menšie písmo</translation>
        </message>
        <message>
            <source>Letters of the usual size</source>
            <translation>Obvyklá veľkosť písma</translation>
        </message>
        <message>
            <source>Light colours</source>
            <translation>Svetlé farby</translation>
        </message>
        <message>
            <source>Dark colours</source>
            <translation>Tmavé farby</translation>
        </message>
        <message>
            <source>Colours as the system</source>
            <translation>Farby podľa systému</translation>
        </message>
        <message>
            <source>Do what the notice offers</source>
            <translation>Urobiť, čo ponúka oznámenie</translation>
        </message>
        <message>
            <source>Dismiss the notice</source>
            <translation>Zavrieť oznámenie</translation>
        </message>
        <message>
            <source>How the cache works</source>
            <translation>Ako funguje vyrovnávacia pamäť</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Skončiť</translation>
        </message>
        <message>
            <source>The cache takes {used} of its {budget}</source>
            <translation type="vanished">Vyrovnávacia pamäť zaberá {used} z {budget}</translation>
        </message>
        <message>
            <source>Editors, scripts and plugins can ask the loaded model, in the words of OpenAI's API. Your chats come first, and nobody sees them.</source>
            <translation type="vanished">Editory, skripty a zásuvné moduly sa môžu pýtať načítaného modelu tak ako cez API OpenAI. Vaše rozhovory majú prednosť a nikto ich nevidí.</translation>
        </message>
        <message>
            <source>What to enter there</source>
            <translation type="vanished">Čo tam zadať</translation>
        </message>
        <message>
            <source>What is computed between two layers, and one layer’s history unpacked.</source>
            <translation type="vanished">Čo sa počíta medzi vrstvami, a rozbalená história jednej vrstvy.</translation>
        </message>
        <message>
            <source>The engine, fetched at the first start</source>
            <translation type="vanished">Jadro, stiahnuté pri prvom spustení</translation>
        </message>
        <message>
            <source>What one conversation of this length takes in 16 or 32 bits as the model computes, if its layers kept it in other ways, reckoned from its own layers and heads. How the model and this program really do it is marked.</source>
            <translation type="vanished">Koľko by zabral jeden rozhovor tejto dĺžky v 16 alebo 32 bitoch, ako model počíta, keby ho vrstvy uchovávali inak; vypočítané z jeho vlastných vrstiev a hláv. Vyznačené je, ako to model a tento program naozaj robia.</translation>
        </message>
    </context>
</TS>

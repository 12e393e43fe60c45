<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pl" sourcelanguage="en">
    <context>
        <name>Kvasir</name>
        <message>
            <source>{problem} The chat starts here in the terminal instead.</source>
            <translation>{problem} Zamiast tego rozmowa zaczyna się tutaj, w terminalu.</translation>
        </message>
        <message>
            <source>The model saw only the beginning and the newest part of this chat.</source>
            <translation>Model widział tylko początek i najnowszą część tej rozmowy.</translation>
        </message>
        <message>
            <source>The engine was restarted. The answer so far is kept.</source>
            <translation>Silnik uruchomiono ponownie. Dotychczasowa odpowiedź została zachowana.</translation>
        </message>
        <message>
            <source>Waiting for the model to be loaded.</source>
            <translation>Oczekiwanie na wczytanie modelu.</translation>
        </message>
        <message>
            <source>Waiting for the starter model to be fetched.</source>
            <translation>Oczekiwanie na pobranie modelu startowego.</translation>
        </message>
        <message>
            <source>Waiting for the answers of another model, before the model of this chat is loaded.</source>
            <translation>Oczekiwanie na odpowiedzi innego modelu; potem zostanie wczytany model tej rozmowy.</translation>
        </message>
        <message>
            <source>No model was loaded to answer this.</source>
            <translation>Nie wczytano modelu, który mógłby odpowiedzieć.</translation>
        </message>
        <message>
            <source>The fetch of the starter model was stopped.</source>
            <translation>Pobieranie modelu startowego zostało zatrzymane.</translation>
        </message>
        <message>
            <source>Conversations could not be saved to {path} and are only in memory. If you close Kvasir now, what was written since then is lost.</source>
            <translation>Nie udało się zapisać rozmów w {path} i są one tylko w pamięci. Zamknięcie programu Kvasir teraz oznacza utratę tego, co od tamtej pory napisano.</translation>
        </message>
        <message>
            <source>The folder {path} cannot be made: {reason}. What belongs there is not kept.</source>
            <translation>Nie można utworzyć folderu {path}: {reason}. To, co powinno się w nim znaleźć, nie zostanie zachowane.</translation>
        </message>
        <message>
            <source>{sentence} The chats of this session are kept in memory only.</source>
            <translation>{sentence} Rozmowy z tej sesji są tylko w pamięci.</translation>
        </message>
        <message>
            <source>Save now</source>
            <translation>Zapisz teraz</translation>
        </message>
        <message>
            <source>Copy them now</source>
            <translation>Skopiuj teraz</translation>
        </message>
        <message>
            <source>Your conversations are saved in {path} again.</source>
            <translation>Rozmowy są znów zapisywane w {path}.</translation>
        </message>
        <message>
            <source>{model} has arrived and is complete.</source>
            <translation>Model {model} został pobrany w całości.</translation>
        </message>
        <message>
            <source>Load it</source>
            <translation>Wczytaj</translation>
        </message>
        <message numerus="yes">
            <source>A message can have %n attachments; the others are left out.</source>
            <translation>
                <numerusform>Wiadomość może mieć %n załącznik; pozostałe pominięto.</numerusform>
                <numerusform>Wiadomość może mieć %n załączniki; pozostałe pominięto.</numerusform>
                <numerusform>Wiadomość może mieć %n załączników; pozostałe pominięto.</numerusform>
            </translation>
        </message>
        <message>
            <source>“{name}” is attached already.</source>
            <translation>„{name}” jest już w załącznikach.</translation>
        </message>
        <message>
            <source>“{name}” is too long to go with the others: the attachments of a message may have {count} characters together.</source>
            <translation>„{name}” nie zmieści się z pozostałymi: załączniki jednej wiadomości mogą mieć razem {count} znaków.</translation>
        </message>
        <message>
            <source>a file that holds no text</source>
            <translation>plik bez tekstu</translation>
        </message>
        <message>
            <source>a Word document</source>
            <translation>dokument programu Word</translation>
        </message>
        <message>
            <source>an old Word document</source>
            <translation>stary dokument programu Word</translation>
        </message>
        <message>
            <source>Save it as DOCX, and attach that.</source>
            <translation>Zapisz go w formacie DOCX i załącz.</translation>
        </message>
        <message>
            <source>a spreadsheet</source>
            <translation>arkusz kalkulacyjny</translation>
        </message>
        <message>
            <source>Save the sheet as CSV, and attach that.</source>
            <translation>Zapisz arkusz w formacie CSV i załącz.</translation>
        </message>
        <message>
            <source>a presentation</source>
            <translation>prezentacja</translation>
        </message>
        <message>
            <source>Save it as PDF, and attach that.</source>
            <translation>Zapisz w formacie PDF i załącz.</translation>
        </message>
        <message>
            <source>an OpenDocument text</source>
            <translation>dokument tekstowy OpenDocument</translation>
        </message>
        <message>
            <source>rich text (RTF)</source>
            <translation>tekst sformatowany (RTF)</translation>
        </message>
        <message>
            <source>Save it as DOCX or as plain text, and attach that.</source>
            <translation>Zapisz w formacie DOCX albo jako zwykły tekst i załącz.</translation>
        </message>
        <message>
            <source>an e-book (EPUB)</source>
            <translation>książka elektroniczna (EPUB)</translation>
        </message>
        <message>
            <source>Save it as PDF or as plain text, and attach that.</source>
            <translation>Zapisz w formacie PDF albo jako zwykły tekst i załącz.</translation>
        </message>
        <message>
            <source>a document that is protected with a password</source>
            <translation>dokument chroniony hasłem</translation>
        </message>
        <message>
            <source>Save a copy without it, and attach that.</source>
            <translation>Zapisz kopię bez hasła i załącz.</translation>
        </message>
        <message>
            <source>The model reads text only.</source>
            <translation>Model czyta tylko tekst.</translation>
        </message>
        <message>
            <source>Unpack it, and attach the files in it that matter.</source>
            <translation>Rozpakuj i załącz potrzebne pliki.</translation>
        </message>
        <message>
            <source>To talk to it, choose it in the list of models.</source>
            <translation>Aby z nim rozmawiać, wybierz go z listy modeli.</translation>
        </message>
        <message>
            <source>an archive (ZIP)</source>
            <translation>archiwum (ZIP)</translation>
        </message>
        <message>
            <source>a picture (PNG)</source>
            <translation>obraz (PNG)</translation>
        </message>
        <message>
            <source>a picture (JPEG)</source>
            <translation>obraz (JPEG)</translation>
        </message>
        <message>
            <source>a picture (GIF)</source>
            <translation>obraz (GIF)</translation>
        </message>
        <message>
            <source>a picture (BMP)</source>
            <translation>obraz (BMP)</translation>
        </message>
        <message>
            <source>a picture (TIFF)</source>
            <translation>obraz (TIFF)</translation>
        </message>
        <message>
            <source>an icon</source>
            <translation>ikona</translation>
        </message>
        <message>
            <source>a picture (PSD)</source>
            <translation>obraz (PSD)</translation>
        </message>
        <message>
            <source>a picture (WebP)</source>
            <translation>obraz (WebP)</translation>
        </message>
        <message>
            <source>a picture (HEIC)</source>
            <translation>obraz (HEIC)</translation>
        </message>
        <message>
            <source>a picture (AVIF)</source>
            <translation>obraz (AVIF)</translation>
        </message>
        <message>
            <source>a sound (WAV)</source>
            <translation>dźwięk (WAV)</translation>
        </message>
        <message>
            <source>a sound (MP3)</source>
            <translation>dźwięk (MP3)</translation>
        </message>
        <message>
            <source>a sound (FLAC)</source>
            <translation>dźwięk (FLAC)</translation>
        </message>
        <message>
            <source>a sound (Ogg)</source>
            <translation>dźwięk (Ogg)</translation>
        </message>
        <message>
            <source>a film or a sound (MP4)</source>
            <translation>film lub dźwięk (MP4)</translation>
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
            <translation>archiwum (gzip)</translation>
        </message>
        <message>
            <source>an archive (bzip2)</source>
            <translation>archiwum (bzip2)</translation>
        </message>
        <message>
            <source>an archive (xz)</source>
            <translation>archiwum (xz)</translation>
        </message>
        <message>
            <source>an archive (Zstandard)</source>
            <translation>archiwum (Zstandard)</translation>
        </message>
        <message>
            <source>an archive (7z)</source>
            <translation>archiwum (7z)</translation>
        </message>
        <message>
            <source>an archive (RAR)</source>
            <translation>archiwum (RAR)</translation>
        </message>
        <message>
            <source>an archive (tar)</source>
            <translation>archiwum (tar)</translation>
        </message>
        <message>
            <source>a program</source>
            <translation>program</translation>
        </message>
        <message>
            <source>a program for Windows</source>
            <translation>program dla systemu Windows</translation>
        </message>
        <message>
            <source>a program for macOS</source>
            <translation>program dla systemu macOS</translation>
        </message>
        <message>
            <source>a program for macOS or Java</source>
            <translation>program dla systemu macOS lub Javy</translation>
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
            <translation>wagi modelu (safetensors)</translation>
        </message>
        <message>
            <source>data or the weights of a model (HDF5)</source>
            <translation>dane lub wagi modelu (HDF5)</translation>
        </message>
        <message>
            <source>data (NumPy)</source>
            <translation>dane (NumPy)</translation>
        </message>
        <message>
            <source>data (Parquet)</source>
            <translation>dane (Parquet)</translation>
        </message>
        <message>
            <source>a database (SQLite)</source>
            <translation>baza danych (SQLite)</translation>
        </message>
        <message>
            <source>data of a Python program (pickle)</source>
            <translation>dane programu w Pythonie (pickle)</translation>
        </message>
        <message>
            <source>a font</source>
            <translation>krój pisma</translation>
        </message>
        <message>
            <source>a program for Android</source>
            <translation>program dla systemu Android</translation>
        </message>
        <message>
            <source>a program for Java</source>
            <translation>program w Javie</translation>
        </message>
        <message>
            <source>the weights of a model (PyTorch)</source>
            <translation>wagi modelu (PyTorch)</translation>
        </message>
        <message>
            <source>“{name}” has no text. {note}</source>
            <translation>„{name}” nie zawiera tekstu. {note}</translation>
        </message>
        <message>
            <source>“{name}” cannot be read as a Word document; it may be damaged. Save it as DOCX again, and attach that.</source>
            <translation>Pliku „{name}” nie można odczytać jako dokumentu programu Word; może być uszkodzony. Zapisz go ponownie w formacie DOCX i załącz.</translation>
        </message>
        <message>
            <source>“{name}” unpacks to {size} MB, which is more than can be read. Attach the part of it that matters.</source>
            <translation>„{name}” ma po rozpakowaniu {size} MB, czyli więcej, niż można odczytać. Załącz tę część, która jest potrzebna.</translation>
        </message>
        <message numerus="yes">
            <source>%n pictures</source>
            <translation>
                <numerusform>%n obraz</numerusform>
                <numerusform>%n obrazy</numerusform>
                <numerusform>%n obrazów</numerusform>
            </translation>
        </message>
        <message>
            <source>footnotes</source>
            <translation>przypisy dolne</translation>
        </message>
        <message>
            <source>endnotes</source>
            <translation>przypisy końcowe</translation>
        </message>
        <message>
            <source> and </source>
            <translation> i </translation>
        </message>
        <message>
            <source>The document also has {what}, which cannot be attached.</source>
            <translation>Dokument zawiera też {what}; tego nie można załączyć.</translation>
        </message>
        <message>
            <source>Reading the file was stopped.</source>
            <translation>Czytanie pliku zostało zatrzymane.</translation>
        </message>
        <message>
            <source>“{name}” is a folder. Choose the files in it that you want to attach.</source>
            <translation>„{name}” to folder. Wybierz w nim pliki do załączenia.</translation>
        </message>
        <message>
            <source>“{name}” is a device or a pipe, not a file, and cannot be attached.</source>
            <translation>„{name}” to urządzenie lub potok, a nie plik, i nie można tego załączyć.</translation>
        </message>
        <message>
            <source>“{name}” is too large: a file that is attached may have {size} MB.</source>
            <translation>„{name}” jest za duży: załączany plik może mieć {size} MB.</translation>
        </message>
        <message>
            <source>“{name}” is a link to a file that does not exist.</source>
            <translation>„{name}” to dowiązanie do pliku, który nie istnieje.</translation>
        </message>
        <message>
            <source>“{name}” does not exist. It may have been moved or deleted.</source>
            <translation>„{name}” nie istnieje. Być może został przeniesiony lub usunięty.</translation>
        </message>
        <message>
            <source>You are not allowed to read “{name}”. Change its permissions, or attach a copy of it.</source>
            <translation>Brak uprawnień do odczytu pliku „{name}”. Zmień uprawnienia albo załącz kopię.</translation>
        </message>
        <message>
            <source>“{name}” is a link that leads back to itself.</source>
            <translation>„{name}” to dowiązanie, które prowadzi do samego siebie.</translation>
        </message>
        <message>
            <source>“{name}” cannot be read: {reason}.</source>
            <translation>Nie można odczytać pliku „{name}”: {reason}.</translation>
        </message>
        <message>
            <source>“{name}” takes too long to read. It may be damaged; try a copy of it as text.</source>
            <translation>Czytanie pliku „{name}” trwa zbyt długo. Może być uszkodzony; spróbuj z kopią w postaci tekstu.</translation>
        </message>
        <message>
            <source>“{name}” is too long: an attachment may have {count} characters of text. Attach the part of it that matters.</source>
            <translation>„{name}” jest za długi: załącznik może mieć {count} znaków tekstu. Załącz tę część, która jest potrzebna.</translation>
        </message>
        <message>
            <source>Pasted text</source>
            <translation>Wklejony tekst</translation>
        </message>
        <message>
            <source>The pasted text is too long: an attachment may have {count} characters. Paste the part that matters.</source>
            <translation>Wklejony tekst jest za długi: załącznik może mieć {count} znaków. Wklej tę część, która jest potrzebna.</translation>
        </message>
        <message>
            <source>“{name}” is protected with a password. Save a copy without it, and attach that.</source>
            <translation>„{name}” jest chroniony hasłem. Zapisz kopię bez hasła i załącz.</translation>
        </message>
        <message>
            <source>“{name}” is encrypted in a way that Kvasir cannot read. Attach a copy of it.</source>
            <translation>„{name}” jest zaszyfrowany w sposób, którego Kvasir nie odczyta. Załącz niezaszyfrowaną kopię.</translation>
        </message>
        <message>
            <source>“{name}” is damaged: it begins like a PDF, but cannot be read as one.</source>
            <translation>„{name}” jest uszkodzony: zaczyna się jak PDF, ale nie można go tak odczytać.</translation>
        </message>
        <message>
            <source>No text could be found on {pages} of {count}.</source>
            <translation>Nie znaleziono tekstu ({pages} z {count}).</translation>
        </message>
        <message>
            <source>{pages} of {count} could not be read.</source>
            <translation>Nie udało się odczytać części dokumentu ({pages} z {count}).</translation>
        </message>
        <message>
            <source>“{name}” is damaged: none of its pages can be read.</source>
            <translation>„{name}” jest uszkodzony: nie można odczytać żadnej strony.</translation>
        </message>
        <message>
            <source>“{name}” is scanned: its pages are pictures, without text that could be read. Let a program for text recognition (OCR) add the text first.</source>
            <translation>„{name}” jest zeskanowany: strony są obrazami, bez tekstu do odczytania. Najpierw dodaj tekst w programie do rozpoznawania tekstu (OCR).</translation>
        </message>
        <message>
            <source>“{name}” has no text on any of its pages.</source>
            <translation>„{name}” nie ma tekstu na żadnej stronie.</translation>
        </message>
        <message>
            <source>page {numbers}</source>
            <translation>strona {numbers}</translation>
        </message>
        <message>
            <source>pages {numbers}</source>
            <translation>strony {numbers}</translation>
        </message>
        <message>
            <source>Windows-1252 (Western European)</source>
            <translation>Windows-1252 (zachodnioeuropejskie)</translation>
        </message>
        <message>
            <source>Windows-1250 (Central European)</source>
            <translation>Windows-1250 (środkowoeuropejskie)</translation>
        </message>
        <message>
            <source>Windows-1251 (Cyrillic)</source>
            <translation>Windows-1251 (cyrylica)</translation>
        </message>
        <message>
            <source>Shift JIS (Japanese)</source>
            <translation>Shift JIS (japońskie)</translation>
        </message>
        <message>
            <source>GB 18030 (Chinese)</source>
            <translation>GB 18030 (chińskie)</translation>
        </message>
        <message>
            <source>Big5 (Chinese)</source>
            <translation>Big5 (chińskie)</translation>
        </message>
        <message>
            <source>Windows-949 (Korean)</source>
            <translation>Windows-949 (koreańskie)</translation>
        </message>
        <message>
            <source>EUC-JP (Japanese)</source>
            <translation>EUC-JP (japońskie)</translation>
        </message>
        <message>
            <source>KOI8-R (Cyrillic)</source>
            <translation>KOI8-R (cyrylica)</translation>
        </message>
        <message>
            <source>Windows-1254 (Turkish)</source>
            <translation>Windows-1254 (tureckie)</translation>
        </message>
        <message>
            <source>Windows-1253 (Greek)</source>
            <translation>Windows-1253 (greckie)</translation>
        </message>
        <message>
            <source>Windows-1255 (Hebrew)</source>
            <translation>Windows-1255 (hebrajskie)</translation>
        </message>
        <message>
            <source>Windows-1256 (Arabic)</source>
            <translation>Windows-1256 (arabskie)</translation>
        </message>
        <message numerus="yes">
            <source>%n of its characters are broken and shown as �.</source>
            <translation>
                <numerusform>%n znak jest uszkodzony i pokazany jako �.</numerusform>
                <numerusform>%n znaki są uszkodzone i pokazane jako �.</numerusform>
                <numerusform>%n znaków jest uszkodzonych i pokazanych jako �.</numerusform>
            </translation>
        </message>
        <message>
            <source>It does not say how its letters are encoded; it was read as {encoding}.</source>
            <translation>Plik nie podaje kodowania znaków; odczytano go jako {encoding}.</translation>
        </message>
        <message>
            <source>Text file</source>
            <translation>Plik tekstowy</translation>
        </message>
        <message>
            <source>Markdown file</source>
            <translation>Plik Markdown</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>Kod</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>Tabela</translation>
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
            <translation>Załącznik</translation>
        </message>
        <message>
            <source>“{name}” is empty.</source>
            <translation>„{name}” jest pusty.</translation>
        </message>
        <message>
            <source>“{name}” holds no text, only blanks.</source>
            <translation>„{name}” nie zawiera tekstu, tylko odstępy.</translation>
        </message>
        <message numerus="yes">
            <source>The table has %n lines; a model rarely keeps track of so many.</source>
            <translation>
                <numerusform>Tabela ma %n wiersz; model rzadko radzi sobie z tak długą.</numerusform>
                <numerusform>Tabela ma %n wiersze; model rzadko radzi sobie z tak długą.</numerusform>
                <numerusform>Tabela ma %n wierszy; model rzadko radzi sobie z tak długą.</numerusform>
            </translation>
        </message>
        <message>
            <source>“{name}” is a damaged archive (ZIP), and cannot be attached.</source>
            <translation>„{name}” to uszkodzone archiwum (ZIP) i nie można go załączyć.</translation>
        </message>
        <message>
            <source>“{name}” seems to be {kind} and cannot be attached. {way_on}</source>
            <translation>„{name}” to najwyraźniej {kind} i nie można tego załączyć. {way_on}</translation>
        </message>
        <message>
            <source>on the card</source>
            <translation>na karcie</translation>
        </message>
        <message>
            <source>in memory</source>
            <translation>w pamięci</translation>
        </message>
        <message>
            <source>in RAM</source>
            <translation>w RAM</translation>
        </message>
        <message>
            <source>on disk</source>
            <translation>na dysku</translation>
        </message>
        <message numerus="yes">
            <source>%n tokens</source>
            <translation>
                <numerusform>%n token</numerusform>
                <numerusform>%n tokeny</numerusform>
                <numerusform>%n tokenów</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens of {model}</source>
            <translation>
                <numerusform>%n token modelu {model}</numerusform>
                <numerusform>%n tokeny modelu {model}</numerusform>
                <numerusform>%n tokenów modelu {model}</numerusform>
            </translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>przypięta</translation>
        </message>
        <message>
            <source>No graphics card with its driver was found here, so models run on the processor.</source>
            <translation>Nie znaleziono karty graficznej ze sterownikiem, więc modele działają na procesorze.</translation>
        </message>
        <message>
            <source>{card} is here, but this build of torch ({version}) is made for processors. Set the engine up again and choose the build for the card.</source>
            <translation>Jest tu {card}, ale ta wersja torch ({version}) jest przeznaczona dla procesorów. Skonfiguruj silnik ponownie i wybierz wersję dla karty.</translation>
        </message>
        <message>
            <source>No driver of a graphics card was found. Install the maker's driver, and start Kvasir again.</source>
            <translation>Nie znaleziono sterownika karty graficznej. Zainstaluj sterownik producenta i uruchom Kvasir ponownie.</translation>
        </message>
        <message>
            <source>{card} is here, but torch cannot use it: {trouble}. A newer driver, or another start of the computer, is what mostly helps.</source>
            <translation>Jest tu {card}, ale torch nie może jej użyć: {trouble}. Zwykle pomaga nowszy sterownik albo ponowne uruchomienie komputera.</translation>
        </message>
        <message>
            <source>it does not say why</source>
            <translation>bez podania przyczyny</translation>
        </message>
        <message>
            <source>The variable {name} has quotation marks in it ({value}), so no card has that name. Set it without them, or remove it, and start Kvasir again.</source>
            <translation>Zmienna {name} zawiera cudzysłowy ({value}), więc żadna karta tak się nie nazywa. Ustaw ją bez nich albo usuń i uruchom Kvasir ponownie.</translation>
        </message>
        <message>
            <source>The variable {name} is set to “{value}”, which hides the card. Remove it, and start Kvasir again.</source>
            <translation>Zmienna {name} ma wartość „{value}”, która ukrywa kartę. Usuń ją i uruchom Kvasir ponownie.</translation>
        </message>
        <message>
            <source>Nothing of this chat has been read yet, so nothing has to be read again.</source>
            <translation>Z tej rozmowy nic jeszcze nie przeczytano, więc nie trzeba niczego czytać ponownie.</translation>
        </message>
        <message numerus="yes">
            <source> (%n tokens)</source>
            <translation>
                <numerusform> (%n token)</numerusform>
                <numerusform> (%n tokeny)</numerusform>
                <numerusform> (%n tokenów)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>That model still has %n tokens of this chat, and reads only what came since.</source>
            <translation>
                <numerusform>Tamten model ma jeszcze %n token tej rozmowy i przeczyta tylko to, co doszło.</numerusform>
                <numerusform>Tamten model ma jeszcze %n tokeny tej rozmowy i przeczyta tylko to, co doszło.</numerusform>
                <numerusform>Tamten model ma jeszcze %n tokenów tej rozmowy i przeczyta tylko to, co doszło.</numerusform>
            </translation>
        </message>
        <message>
            <source>Another model has to read the whole chat{tokens} with your next message.</source>
            <translation>Inny model musi przy następnej wiadomości przeczytać całą rozmowę{tokens}.</translation>
        </message>
        <message>
            <source>The system prompt comes first, so the whole chat{tokens} is read again with your next message.</source>
            <translation>Prompt systemowy jest na początku, więc przy następnej wiadomości cała rozmowa{tokens} zostanie przeczytana ponownie.</translation>
        </message>
        <message>
            <source>In another cache format the whole chat{tokens} is read again with your next message.</source>
            <translation>W innym formacie pamięci podręcznej cała rozmowa{tokens} zostanie przy następnej wiadomości przeczytana ponownie.</translation>
        </message>
        <message numerus="yes">
            <source> (about %n tokens)</source>
            <translation>
                <numerusform> (około %n tokena)</numerusform>
                <numerusform> (około %n tokenów)</numerusform>
                <numerusform> (około %n tokenów)</numerusform>
            </translation>
        </message>
        <message>
            <source>At most the last turn{turn} is read again with your next message.</source>
            <translation>Przy następnej wiadomości ponownie zostanie przeczytana najwyżej ostatnia wypowiedź{turn}.</translation>
        </message>
        <message>
            <source>Nothing has to be read again.</source>
            <translation>Nie trzeba niczego czytać ponownie.</translation>
        </message>
        <message>
            <source>the answer ends, and you choose</source>
            <translation>odpowiedź się kończy, a wybór należy do użytkownika</translation>
        </message>
        <message>
            <source>the oldest messages are left out</source>
            <translation>najstarsze wiadomości zostają pominięte</translation>
        </message>
        <message>
            <source>the oldest messages are summarised</source>
            <translation>najstarsze wiadomości zostają streszczone</translation>
        </message>
        <message>
            <source>the model sees only the beginning and the newest part</source>
            <translation>model widzi tylko początek i najnowszą część</translation>
        </message>
        <message numerus="yes">
            <source>The model's context was full: of this conversation it no longer sees %n messages.</source>
            <translation>
                <numerusform>Kontekst modelu był pełny: z tej rozmowy nie widzi już %n wiadomości.</numerusform>
                <numerusform>Kontekst modelu był pełny: z tej rozmowy nie widzi już %n wiadomości.</numerusform>
                <numerusform>Kontekst modelu był pełny: z tej rozmowy nie widzi już %n wiadomości.</numerusform>
            </translation>
        </message>
        <message>
            <source>It goes on with a summary of them.</source>
            <translation>Zamiast nich widzi ich streszczenie.</translation>
        </message>
        <message>
            <source>New chat</source>
            <translation>Nowa rozmowa</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>Model</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>Nazwa</translation>
        </message>
        <message>
            <source>Path</source>
            <translation>Ścieżka</translation>
        </message>
        <message>
            <source>Variables of the environment</source>
            <translation>Zmienne środowiskowe</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>Wersja</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Działa</translation>
        </message>
        <message>
            <source>installed</source>
            <translation>zainstalowany</translation>
        </message>
        <message>
            <source>from its sources</source>
            <translation>ze źródeł</translation>
        </message>
        <message>
            <source>System</source>
            <translation>System</translation>
        </message>
        <message>
            <source>Cores</source>
            <translation>Rdzenie</translation>
        </message>
        <message>
            <source>Locale</source>
            <translation>Ustawienia regionalne</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>Pamięć</translation>
        </message>
        <message>
            <source>{total}, {free} of it free</source>
            <translation>{total}, z tego wolne {free}</translation>
        </message>
        <message>
            <source>This computer</source>
            <translation>Ten komputer</translation>
        </message>
        <message>
            <source>driver {version}</source>
            <translation>sterownik {version}</translation>
        </message>
        <message>
            <source>Card with a driver</source>
            <translation>Karta ze sterownikiem</translation>
        </message>
        <message>
            <source>none</source>
            <translation>brak</translation>
        </message>
        <message>
            <source>Graphics card</source>
            <translation>Karta graficzna</translation>
        </message>
        <message>
            <source>The engine has not told yet what it can use.</source>
            <translation>Silnik nie podał jeszcze, czego może użyć.</translation>
        </message>
        <message>
            <source>torch can use</source>
            <translation>torch może użyć</translation>
        </message>
        <message>
            <source>State</source>
            <translation>Stan</translation>
        </message>
        <message>
            <source>for processors</source>
            <translation>dla procesorów</translation>
        </message>
        <message>
            <source>Threads</source>
            <translation>Wątki</translation>
        </message>
        <message>
            <source>Memory of the process</source>
            <translation>Pamięć procesu</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>Silnik</translation>
        </message>
        <message>
            <source>Runs on</source>
            <translation>Działa na</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>Kontekst</translation>
        </message>
        <message>
            <source>fast path</source>
            <translation>szybka ścieżka</translation>
        </message>
        <message>
            <source>gather path</source>
            <translation>ścieżka zbierająca</translation>
        </message>
        <message>
            <source>the model's own cache</source>
            <translation>własna pamięć podręczna modelu</translation>
        </message>
        <message>
            <source>Architecture</source>
            <translation>Architektura</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>Wagi</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>Mechanizm uwagi</translation>
        </message>
        <message>
            <source>Cache format</source>
            <translation>Format pamięci podręcznej</translation>
        </message>
        <message>
            <source>{format}, {size} kB per token</source>
            <translation>{format}, {size} kB na token</translation>
        </message>
        <message>
            <source>Self-check</source>
            <translation>Samokontrola</translation>
        </message>
        <message>
            <source>{nats} nats from an exact cache</source>
            <translation>{nats} nata od dokładnej pamięci podręcznej</translation>
        </message>
        <message>
            <source>Loaded in</source>
            <translation>Wczytano w</translation>
        </message>
        <message>
            <source>{seconds} s</source>
            <translation>{seconds} s</translation>
        </message>
        <message>
            <source>Chats</source>
            <translation>Rozmowy</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>Ustawienia</translation>
        </message>
        <message>
            <source>Cache</source>
            <translation>Pamięć podręczna</translation>
        </message>
        <message>
            <source>Logs</source>
            <translation>Dzienniki</translation>
        </message>
        <message>
            <source>Engine's environment</source>
            <translation>Środowisko silnika</translation>
        </message>
        <message>
            <source>{path} ({free} free)</source>
            <translation>{path} (wolne {free})</translation>
        </message>
        <message>
            <source>Folders</source>
            <translation>Foldery</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>zatrzymany</translation>
        </message>
        <message>
            <source>starting</source>
            <translation>uruchamianie</translation>
        </message>
        <message>
            <source>running</source>
            <translation>działa</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>awaria</translation>
        </message>
        <message>
            <source>There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be opened.</source>
            <translation>Nie ma tu ekranu (nie ustawiono ani DISPLAY, ani WAYLAND_DISPLAY), więc nie można otworzyć okna.</translation>
        </message>
        <message>
            <source>No window can be opened because Qt lacks a system library ({missing}).</source>
            <translation>Nie można otworzyć okna, bo Qt nie znajduje biblioteki systemowej ({missing}).</translation>
        </message>
        <message>
            <source>Install the package of your system that has it.</source>
            <translation>Zainstaluj pakiet systemu, który ją zawiera.</translation>
        </message>
        <message>
            <source>`make run` names the package to install.</source>
            <translation>`make run` podaje nazwę pakietu do zainstalowania.</translation>
        </message>
        <message>
            <source>No graphics card with its driver was found here.</source>
            <translation>Nie znaleziono karty graficznej ze sterownikiem.</translation>
        </message>
        <message>
            <source>For the graphics card, {name}, there is no build of torch that is locked yet.</source>
            <translation>Dla karty graficznej {name} nie ma jeszcze zatwierdzonej wersji torch.</translation>
        </message>
        <message>
            <source>The driver of the graphics card, {name}, is too old: version {driver}. Install {min_driver} or newer to use the card, then set the engine up again.</source>
            <translation>Sterownik karty graficznej {name} jest za stary: wersja {driver}. Aby używać karty, zainstaluj wersję {min_driver} lub nowszą, a potem ponownie skonfiguruj silnik.</translation>
        </message>
        <message>
            <source>The graphics card is {name}.</source>
            <translation>Karta graficzna: {name}.</translation>
        </message>
        <message>
            <source>{label}, version {version}, comes from {where}; about {count} other packages that the engine is made of come from the package index that is set up here. Each file is compared with the checksum that Kvasir was made with. All of it is kept in {folder}.</source>
            <translation>{label}, wersja {version}, pochodzi z: {where}; około {count} innych pakietów, z których składa się silnik, pochodzi z ustawionego tu indeksu pakietów. Każdy plik jest porównywany z sumą kontrolną zapisaną w programie Kvasir. Całość jest przechowywana w {folder}.</translation>
        </message>
        <message>
            <source>the package index</source>
            <translation>indeks pakietów</translation>
        </message>
        <message>
            <source>Kvasir is newer than the engine's environment, which has to be brought up to date.</source>
            <translation>Kvasir jest nowszy niż środowisko silnika, które trzeba zaktualizować.</translation>
        </message>
        <message>
            <source>Looking for damage</source>
            <translation>Szukanie uszkodzeń</translation>
        </message>
        <message>
            <source>Making a place for it</source>
            <translation>Przygotowywanie miejsca</translation>
        </message>
        <message>
            <source>Fetching</source>
            <translation>Pobieranie</translation>
        </message>
        <message>
            <source>Trying it</source>
            <translation>Sprawdzanie działania</translation>
        </message>
        <message>
            <source>Another Kvasir is setting the engine up. Wait until it is done.</source>
            <translation>Inny Kvasir właśnie konfiguruje silnik. Poczekaj, aż skończy.</translation>
        </message>
        <message>
            <source>{path} cannot be written: {reason}.</source>
            <translation>Nie można zapisać {path}: {reason}.</translation>
        </message>
        <message>
            <source>Getting ready</source>
            <translation>Przygotowywanie</translation>
        </message>
        <message>
            <source>{program} could not be started: {reason}.</source>
            <translation>Nie udało się uruchomić {program}: {reason}.</translation>
        </message>
        <message>
            <source>it said nothing</source>
            <translation>brak komunikatu</translation>
        </message>
        <message>
            <source>The engine's environment was built but does not work: {last}. Repair it.</source>
            <translation>Środowisko silnika utworzono, ale nie działa: {last}. Napraw je.</translation>
        </message>
        <message>
            <source>The engine needs {needed} GB in {folder}, where {free} GB are free. Make room there and try again.</source>
            <translation>Silnik potrzebuje {needed} GB w {folder}, gdzie wolne jest {free} GB. Zwolnij miejsce i spróbuj ponownie.</translation>
        </message>
        <message>
            <source>Looking at the files</source>
            <translation>Przeglądanie plików</translation>
        </message>
        <message>
            <source>Checking the attention</source>
            <translation>Sprawdzanie mechanizmu uwagi</translation>
        </message>
        <message>
            <source>Trying the cache format</source>
            <translation>Próba formatu pamięci podręcznej</translation>
        </message>
        <message>
            <source>Reading the tokenizer</source>
            <translation>Czytanie tokenizatora</translation>
        </message>
        <message>
            <source>Checking the file</source>
            <translation>Sprawdzanie pliku</translation>
        </message>
        <message>
            <source>Converting the tokenizer</source>
            <translation>Konwertowanie tokenizatora</translation>
        </message>
        <message>
            <source>Keeping a converted copy</source>
            <translation>Zachowywanie przekonwertowanej kopii</translation>
        </message>
        <message>
            <source>Loading weights</source>
            <translation>Wczytywanie wag</translation>
        </message>
        <message>
            <source>Unpacking weights</source>
            <translation>Rozpakowywanie wag</translation>
        </message>
        <message>
            <source>Preparing fast attention</source>
            <translation>Przygotowywanie szybkiej ścieżki uwagi</translation>
        </message>
        <message>
            <source>Packing weights</source>
            <translation>Pakowanie wag</translation>
        </message>
        <message>
            <source>Trying smaller weights</source>
            <translation>Próba mniejszych wag</translation>
        </message>
        <message>
            <source>Measuring the processor</source>
            <translation>Pomiar procesora</translation>
        </message>
        <message>
            <source>Connecting to the server</source>
            <translation>Łączenie z serwerem</translation>
        </message>
        <message>
            <source>{stage} (first time only)</source>
            <translation>{stage} (tylko za pierwszym razem)</translation>
        </message>
        <message>
            <source>It is neither JSON nor a zip.</source>
            <translation>To nie jest ani JSON, ani zip.</translation>
        </message>
        <message>
            <source>The zip is damaged.</source>
            <translation>Plik zip jest uszkodzony.</translation>
        </message>
        <message>
            <source>It is larger than Kvasir can read.</source>
            <translation>Jest większy, niż Kvasir może odczytać.</translation>
        </message>
        <message>
            <source>It cannot be taken out of the zip: {error}.</source>
            <translation>Nie można wyjąć go z pliku zip: {error}.</translation>
        </message>
        <message>
            <source>There is no such file.</source>
            <translation>Nie ma takiego pliku.</translation>
        </message>
        <message>
            <source>It cannot be read: {reason}.</source>
            <translation>Nie można go odczytać: {reason}.</translation>
        </message>
        <message>
            <source>System prompt</source>
            <translation>Prompt systemowy</translation>
        </message>
        <message>
            <source>Thinking</source>
            <translation>Myślenie</translation>
        </message>
        <message>
            <source>The file is empty.</source>
            <translation>Plik jest pusty.</translation>
        </message>
        <message>
            <source>This is not JSON: {error} in line {line}.</source>
            <translation>To nie jest JSON: {error}, wiersz {line}.</translation>
        </message>
        <message>
            <source>Its parts lie too deep in each other.</source>
            <translation>Jego części są zbyt głęboko zagnieżdżone.</translation>
        </message>
        <message>
            <source>This is not JSON: {error}.</source>
            <translation>To nie jest JSON: {error}.</translation>
        </message>
        <message>
            <source>number {number}</source>
            <translation>numer {number}</translation>
        </message>
        <message>
            <source>The file breaks off or is damaged behind conversation {number}; what follows was not read.</source>
            <translation>Plik urywa się lub jest uszkodzony za rozmową {number}; dalszej części nie odczytano.</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>wiersz {number}</translation>
        </message>
        <message>
            <source>It does not say which version of the format it is in.</source>
            <translation>Nie podano wersji formatu.</translation>
        </message>
        <message>
            <source>A newer version of Kvasir wrote it; update Kvasir to read it.</source>
            <translation>Zapisała go nowsza wersja programu Kvasir; zaktualizuj Kvasir, aby go odczytać.</translation>
        </message>
        <message>
            <source>message {number}</source>
            <translation>wiadomość {number}</translation>
        </message>
        <message>
            <source>a cut</source>
            <translation>pominięcie</translation>
        </message>
        <message>
            <source>Two of its messages have the id “{id}”.</source>
            <translation>Dwie wiadomości mają identyfikator „{id}”.</translation>
        </message>
        <message>
            <source>The message {id} stands before the one that it follows.</source>
            <translation>Wiadomość {id} stoi przed tą, po której następuje.</translation>
        </message>
        <message>
            <source>In {what}, something is not as Kvasir writes it: {error}.</source>
            <translation>Coś nie jest zapisane tak, jak robi to Kvasir ({what}): {error}.</translation>
        </message>
        <message>
            <source>The answer was stopped.</source>
            <translation>Odpowiedź zatrzymano.</translation>
        </message>
        <message>
            <source>The answer reached its longest length.</source>
            <translation>Odpowiedź osiągnęła największą długość.</translation>
        </message>
        <message>
            <source>The context was full.</source>
            <translation>Kontekst był pełny.</translation>
        </message>
        <message>
            <source>The answer failed.</source>
            <translation>Odpowiedź się nie powiodła.</translation>
        </message>
        <message>
            <source>You</source>
            <translation>Użytkownik</translation>
        </message>
        <message>
            <source>Answer</source>
            <translation>Odpowiedź</translation>
        </message>
        <message>
            <source>File: {name}</source>
            <translation>Plik: {name}</translation>
        </message>
        <message>
            <source>There is no text in it.</source>
            <translation>Nie ma w nim tekstu.</translation>
        </message>
        <message>
            <source>Left out: {what}.</source>
            <translation>Pominięto: {what}.</translation>
        </message>
        <message numerus="yes">
            <source>%n parts of type {type}</source>
            <translation>
                <numerusform>%n część typu {type}</numerusform>
                <numerusform>%n części typu {type}</numerusform>
                <numerusform>%n części typu {type}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n turns of {role}</source>
            <translation>
                <numerusform>%n wypowiedź ({role})</numerusform>
                <numerusform>%n wypowiedzi ({role})</numerusform>
                <numerusform>%n wypowiedzi ({role})</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n images</source>
            <translation>
                <numerusform>%n obraz</numerusform>
                <numerusform>%n obrazy</numerusform>
                <numerusform>%n obrazów</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n videos</source>
            <translation>
                <numerusform>%n film</numerusform>
                <numerusform>%n filmy</numerusform>
                <numerusform>%n filmów</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n recordings</source>
            <translation>
                <numerusform>%n nagranie</numerusform>
                <numerusform>%n nagrania</numerusform>
                <numerusform>%n nagrań</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n attached files</source>
            <translation>
                <numerusform>%n załączony plik</numerusform>
                <numerusform>%n załączone pliki</numerusform>
                <numerusform>%n załączonych plików</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tool results</source>
            <translation>
                <numerusform>%n wynik narzędzia</numerusform>
                <numerusform>%n wyniki narzędzi</numerusform>
                <numerusform>%n wyników narzędzi</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tool calls</source>
            <translation>
                <numerusform>%n wywołanie narzędzia</numerusform>
                <numerusform>%n wywołania narzędzi</numerusform>
                <numerusform>%n wywołań narzędzi</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n later system turns</source>
            <translation>
                <numerusform>%n późniejsza wypowiedź systemowa</numerusform>
                <numerusform>%n późniejsze wypowiedzi systemowe</numerusform>
                <numerusform>%n późniejszych wypowiedzi systemowych</numerusform>
            </translation>
        </message>
        <message>
            <source>No conversations were found in it. Kvasir reads exports of ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT and its own.</source>
            <translation>Nie znaleziono w nim rozmów. Kvasir odczytuje pliki wyeksportowane z ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT i własne.</translation>
        </message>
        <message numerus="yes">
            <source>%n entries are no conversations that Kvasir knows.</source>
            <translation>
                <numerusform>%n wpis nie jest rozmową, którą Kvasir rozpoznaje.</numerusform>
                <numerusform>%n wpisy nie są rozmowami, które Kvasir rozpoznaje.</numerusform>
                <numerusform>%n wpisów nie jest rozmowami, które Kvasir rozpoznaje.</numerusform>
            </translation>
        </message>
        <message>
            <source>The messages of this thread are not beside it.</source>
            <translation>Obok nie ma wiadomości tego wątku.</translation>
        </message>
        <message>
            <source>Kvasir does not understand it. See the log.</source>
            <translation>Kvasir tego nie rozumie. Szczegóły są w dzienniku.</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations came in</source>
            <translation>
                <numerusform>Zaimportowano %n rozmowę</numerusform>
                <numerusform>Zaimportowano %n rozmowy</numerusform>
                <numerusform>Zaimportowano %n rozmów</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n were known already</source>
            <translation>
                <numerusform>%n już tu była</numerusform>
                <numerusform>%n już tu były</numerusform>
                <numerusform>%n już tu było</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n not wholly</source>
            <translation>
                <numerusform>%n nie w całości</numerusform>
                <numerusform>%n nie w całości</numerusform>
                <numerusform>%n nie w całości</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n could not be read</source>
            <translation>
                <numerusform>%n nie udało się odczytać</numerusform>
                <numerusform>%n nie udało się odczytać</numerusform>
                <numerusform>%n nie udało się odczytać</numerusform>
            </translation>
        </message>
        <message>
            <source>The name {name} does not fit the format, whose files end in {suffix}.</source>
            <translation>Nazwa {name} nie pasuje do formatu, którego pliki kończą się na {suffix}.</translation>
        </message>
        <message>
            <source>{name} can hold one conversation only; for several take a folder or a zip.</source>
            <translation>W {name} zmieści się tylko jedna rozmowa; dla kilku wybierz folder lub zip.</translation>
        </message>
        <message>
            <source>The export was cancelled.</source>
            <translation>Eksport anulowano.</translation>
        </message>
        <message>
            <source>The import was cancelled. {sentence}</source>
            <translation>Import anulowano. {sentence}</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations written to {path}.</source>
            <translation>
                <numerusform>Zapisano %n rozmowę w {path}.</numerusform>
                <numerusform>Zapisano %n rozmowy w {path}.</numerusform>
                <numerusform>Zapisano %n rozmów w {path}.</numerusform>
            </translation>
        </message>
        <message>
            <source>Load a model to see this on it.</source>
            <translation>Wczytaj model, aby zobaczyć to na nim.</translation>
        </message>
        <message>
            <source>The loaded model runs on a server, which does not show what its cache does. Load one that runs on this computer.</source>
            <translation>Wczytany model działa na serwerze, który nie pokazuje, co robi jego pamięć podręczna. Wczytaj taki, który działa na tym komputerze.</translation>
        </message>
        <message>
            <source>The engine ended before it could tell.</source>
            <translation>Silnik zakończył pracę, zanim zdążył odpowiedzieć.</translation>
        </message>
        <message>
            <source>Something went wrong in Kvasir ({name}: {error}). Your conversations are kept. Please report it with the file {path}.</source>
            <translation>W programie Kvasir wystąpił błąd ({name}: {error}). Rozmowy zostały zachowane. Prosimy o zgłoszenie tego wraz z plikiem {path}.</translation>
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
            <translation>Ten model</translation>
        </message>
        <message>
            <source>Kvasir was told to stay offline (HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE is set). Without that, models can be searched and fetched.</source>
            <translation>Programowi Kvasir kazano pozostać offline (ustawiono HF_HUB_OFFLINE lub TRANSFORMERS_OFFLINE). Bez tego można wyszukiwać i pobierać modele.</translation>
        </message>
        <message>
            <source>The connection to {where} was lost or could not be made. What has arrived is kept; try again when the network is there.</source>
            <translation>Połączenie z {where} zostało utracone lub nie udało się go nawiązać. To, co pobrano, jest zachowane; spróbuj ponownie, gdy sieć będzie dostępna.</translation>
        </message>
        <message>
            <source>{where} could not be trusted: its certificate is not one that this system knows. In networks that open encrypted connections, SSL_CERT_FILE names the certificates to trust.</source>
            <translation>Nie można zaufać serwerowi {where}: ten system nie zna jego certyfikatu. W sieciach, które otwierają szyfrowane połączenia, zaufane certyfikaty wskazuje SSL_CERT_FILE.</translation>
        </message>
        <message>
            <source>{where} has no {repository}, or it is private. Check the name; for a private one set HF_TOKEN to a token of an account that may see it.</source>
            <translation>Na {where} nie ma {repository} albo jest prywatne. Sprawdź nazwę; dla prywatnego ustaw w HF_TOKEN token konta, które ma do niego dostęp.</translation>
        </message>
        <message>
            <source>The authors of {repository} want to be asked first. Agree to their terms on its page at {where}, then set HF_TOKEN to a token of that account and start Kvasir again.</source>
            <translation>Autorzy {repository} wymagają zgody. Zaakceptuj warunki na stronie modelu w {where}, ustaw w HF_TOKEN token tego konta i uruchom Kvasir ponownie.</translation>
        </message>
        <message>
            <source>{where} did not accept the token. Make a new one in the settings of your account there and set HF_TOKEN to it.</source>
            <translation>{where} nie przyjmuje tokenu. Utwórz nowy w ustawieniach tamtejszego konta i ustaw go w HF_TOKEN.</translation>
        </message>
        <message>
            <source>{where} does not let this account read {repository}. Ask its owner for access.</source>
            <translation>{where} nie pozwala temu kontu odczytać {repository}. Poproś właściciela o dostęp.</translation>
        </message>
        <message>
            <source>{where} gets too many requests from here. Try again in {seconds} seconds.</source>
            <translation>{where} otrzymuje stąd zbyt wiele zapytań. Spróbuj ponownie za {seconds} s.</translation>
        </message>
        <message>
            <source>{where} gets too many requests from here. Wait some minutes, then try again.</source>
            <translation>{where} otrzymuje stąd zbyt wiele zapytań. Poczekaj kilka minut i spróbuj ponownie.</translation>
        </message>
        <message>
            <source>{where} has trouble of its own (status {status}). What has arrived is kept; try again later.</source>
            <translation>{where} ma własne kłopoty (stan {status}). To, co pobrano, jest zachowane; spróbuj później.</translation>
        </message>
        <message>
            <source>{where} does not answer as the Hugging Face Hub does ({detail}). If HF_ENDPOINT is set, check it; else something between here and there changes answers.</source>
            <translation>{where} nie odpowiada tak jak Hugging Face Hub ({detail}). Jeśli ustawiono HF_ENDPOINT, sprawdź tę wartość; w przeciwnym razie coś po drodze zmienia odpowiedzi.</translation>
        </message>
        <message>
            <source>{repository} has a file of more than 50 GB, which cannot be fetched in this way.</source>
            <translation>{repository} zawiera plik większy niż 50 GB, którego nie można pobrać w ten sposób.</translation>
        </message>
        <message>
            <source>{where} arrived damaged: its checksum is another one. It was thrown away; try again. If that does not help, something between here and the Hub changes files.</source>
            <translation>{where}: plik dotarł uszkodzony, ma inną sumę kontrolną. Usunięto go; spróbuj ponownie. Jeśli to nie pomoże, coś między tym komputerem a Hubem zmienia pliki.</translation>
        </message>
        <message>
            <source>{needed} GB more are needed in {where}, where {free} GB are free. Make room there and go on.</source>
            <translation>W {where} potrzeba jeszcze {needed} GB, a wolne jest {free} GB. Zwolnij miejsce i kontynuuj.</translation>
        </message>
        <message>
            <source>The disk with {where} is full. Make room there and go on; what has arrived is kept.</source>
            <translation>Dysk z {where} jest pełny. Zwolnij miejsce i kontynuuj; to, co pobrano, jest zachowane.</translation>
        </message>
        <message>
            <source>{where} cannot be written. Allow that, or let HF_HUB_CACHE name another folder.</source>
            <translation>Nie można zapisywać w {where}. Zezwól na to albo wskaż inny folder w HF_HUB_CACHE.</translation>
        </message>
        <message>
            <source>The Hugging Face cache could not be used: {where} {detail}</source>
            <translation>Nie można użyć pamięci podręcznej Hugging Face: {where} {detail}</translation>
        </message>
        <message>
            <source>Something in Kvasir went wrong: {detail}. See the log.</source>
            <translation>W programie Kvasir wystąpił błąd: {detail}. Szczegóły są w dzienniku.</translation>
        </message>
        <message numerus="yes">
            <source>%n chats were deleted.</source>
            <translation>
                <numerusform>Usunięto %n rozmowę.</numerusform>
                <numerusform>Usunięto %n rozmowy.</numerusform>
                <numerusform>Usunięto %n rozmów.</numerusform>
            </translation>
        </message>
        <message>
            <source>“{title}” was deleted.</source>
            <translation>Usunięto „{title}”.</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>Cofnij</translation>
        </message>
        <message>
            <source>the local API</source>
            <translation>lokalnego API</translation>
        </message>
        <message>
            <source>It is switched on and starts with the engine.</source>
            <translation>Jest włączone i uruchomi się razem z silnikiem.</translation>
        </message>
        <message>
            <source>Nothing listens.</source>
            <translation>Nic nie nasłuchuje.</translation>
        </message>
        <message>
            <source>Listens at port {port}</source>
            <translation>Nasłuchuje na porcie {port}</translation>
        </message>
        <message numerus="yes">
            <source>{listens}, %n requests running</source>
            <translation>
                <numerusform>{listens}, %n żądanie w toku</numerusform>
                <numerusform>{listens}, %n żądania w toku</numerusform>
                <numerusform>{listens}, %n żądań w toku</numerusform>
            </translation>
        </message>
        <message>
            <source>There is no estimate, since the engine does not run.</source>
            <translation>Nie ma szacunku, bo silnik nie działa.</translation>
        </message>
        <message>
            <source>Starting the engine</source>
            <translation>Uruchamianie silnika</translation>
        </message>
        <message>
            <source>The server of this model is not in the settings any more. Choose another model.</source>
            <translation>Serwera tego modelu nie ma już w ustawieniach. Wybierz inny model.</translation>
        </message>
        <message>
            <source>The folders with models could not be searched. {sentence}</source>
            <translation>Nie udało się przeszukać folderów z modelami. {sentence}</translation>
        </message>
        <message>
            <source>{path} could not be deleted: {reason}. Another program may be using it.</source>
            <translation>Nie udało się usunąć {path}: {reason}. Być może używa go inny program.</translation>
        </message>
        <message>
            <source>pip said nothing</source>
            <translation>brak komunikatu programu pip</translation>
        </message>
        <message>
            <source>What was said so far is kept; your next message starts the engine again.</source>
            <translation>Dotychczasowa rozmowa jest zachowana; następna wiadomość uruchomi silnik ponownie.</translation>
        </message>
        <message>
            <source>The engine could not be started: {program}: {reason}. Check that this program exists and may be run.</source>
            <translation>Nie udało się uruchomić silnika: {program}: {reason}. Sprawdź, czy ten program istnieje i czy można go uruchamiać.</translation>
        </message>
        <message>
            <source>The engine crashed (code 0x{number}). {kept}</source>
            <translation>Silnik uległ awarii (kod 0x{number}). {kept}</translation>
        </message>
        <message>
            <source>The engine was ended by the system (signal {number}, {name}). {kept}</source>
            <translation>System zakończył pracę silnika (sygnał {number}, {name}). {kept}</translation>
        </message>
        <message>
            <source>The engine was ended from outside (signal {number}, {name}). {kept}</source>
            <translation>Silnik zakończono z zewnątrz (sygnał {number}, {name}). {kept}</translation>
        </message>
        <message>
            <source>The engine crashed (signal {number}, {name}). {kept}</source>
            <translation>Silnik uległ awarii (sygnał {number}, {name}). {kept}</translation>
        </message>
        <message>
            <source>The engine ended unexpectedly with exit code {code}{said}. {kept}</source>
            <translation>Silnik nieoczekiwanie zakończył pracę z kodem {code}{said}. {kept}</translation>
        </message>
        <message>
            <source>The engine had not answered for {seconds} seconds and was ended. {kept}</source>
            <translation>Silnik nie odpowiadał przez {seconds} s i został zakończony. {kept}</translation>
        </message>
        <message>
            <source>The engine speaks version {theirs} of its protocol and this window version {ours}: parts of two versions of Kvasir are mixed. Install it again.</source>
            <translation>Silnik używa wersji {theirs} protokołu, a to okno wersji {ours}: wymieszano części dwóch wersji programu Kvasir. Zainstaluj go ponownie.</translation>
        </message>
        <message>
            <source>Load a model to see what it sees: each has a template of its own.</source>
            <translation>Wczytaj model, aby zobaczyć, co widzi: każdy ma własny szablon.</translation>
        </message>
        <message>
            <source>There is nothing in this chat yet that a model could see.</source>
            <translation>W tej rozmowie nie ma jeszcze nic, co model mógłby zobaczyć.</translation>
        </message>
        <message>
            <source>reused {count}</source>
            <translation>użyto ponownie {count}</translation>
        </message>
        <message>
            <source>read {count}</source>
            <translation>przeczytano {count}</translation>
        </message>
        <message>
            <source>first word {time}</source>
            <translation>pierwsze słowo po {time}</translation>
        </message>
        <message>
            <source>{rate} tok/s</source>
            <translation>{rate} tok./⁠s</translation>
        </message>
        <message>
            <source>{server} offers no models.</source>
            <translation>{server} nie oferuje żadnych modeli.</translation>
        </message>
        <message>
            <source>The engine was stopped.</source>
            <translation>Silnik został zatrzymany.</translation>
        </message>
        <message>
            <source>The key of {server} could not be put into the system's keyring ({reason}). It holds until you close Kvasir.</source>
            <translation>Klucza serwera {server} nie udało się zapisać w systemowej bazie kluczy ({reason}). Obowiązuje do zamknięcia programu Kvasir.</translation>
        </message>
        <message>
            <source>{model} on {server}</source>
            <translation>{model} na {server}</translation>
        </message>
        <message>
            <source>The address should look like http://localhost:8000/v1.</source>
            <translation>Adres powinien wyglądać tak: http://localhost:8000/v1.</translation>
        </message>
        <message>
            <source>The settings could not be saved to {path}: {reason}. They hold until you close Kvasir.</source>
            <translation>Nie udało się zapisać ustawień w {path}: {reason}. Obowiązują do zamknięcia programu Kvasir.</translation>
        </message>
        <message>
            <source>Save them again</source>
            <translation>Zapisz ponownie</translation>
        </message>
        <message>
            <source>The settings in {path} could not be read: {reason}. Defaults are used.</source>
            <translation>Nie udało się odczytać ustawień z {path}: {reason}. Użyto wartości domyślnych.</translation>
        </message>
        <message>
            <source>The settings in {path} could not be understood. Defaults are used; the old file is now {name}.</source>
            <translation>Ustawienia w {path} są niezrozumiałe. Użyto wartości domyślnych; stary plik nazywa się teraz {name}.</translation>
        </message>
        <message>
            <source>The settings in {path} could not be understood. Defaults are used.</source>
            <translation>Ustawienia w {path} są niezrozumiałe. Użyto wartości domyślnych.</translation>
        </message>
        <message>
            <source>What has arrived is kept; try again and it goes on from there.</source>
            <translation>To, co pobrano, jest zachowane; ponowna próba zacznie od tego miejsca.</translation>
        </message>
        <message>
            <source>The disk with {folder} is full. Make room there. {kept}</source>
            <translation>Dysk z folderem {folder} jest pełny. Zwolnij na nim miejsce. {kept}</translation>
        </message>
        <message>
            <source>The file of {package} that arrived is not the one that Kvasir was made with: its checksum is another one. It was not installed. {kept} If that does not help, something between here and the package index changes files.</source>
            <translation>Pobrany plik pakietu {package} nie jest tym, z którym utworzono program Kvasir: ma inną sumę kontrolną. Nie zainstalowano go. {kept} Jeśli to nie pomoże, coś między tym komputerem a indeksem pakietów zmienia pliki.</translation>
        </message>
        <message>
            <source>The package index could not be trusted: its certificate is not one that this system knows. In networks that open encrypted connections, SSL_CERT_FILE names the certificates to trust.</source>
            <translation>Nie można zaufać indeksowi pakietów: ten system nie zna jego certyfikatu. W sieciach, które otwierają szyfrowane połączenia, zaufane certyfikaty wskazuje SSL_CERT_FILE.</translation>
        </message>
        <message>
            <source>a package</source>
            <translation>Pakiet</translation>
        </message>
        <message>
            <source>{what} was not found where packages are taken from. If that is a folder, it lacks wheels.</source>
            <translation>{what}: nie znaleziono w miejscu, z którego pobierane są pakiety. Jeśli to folder, brakuje w nim plików wheel.</translation>
        </message>
        <message>
            <source>The connection to the package index was lost. {kept}</source>
            <translation>Utracono połączenie z indeksem pakietów. {kept}</translation>
        </message>
        <message>
            <source>A file arrived damaged and was not installed. {kept}</source>
            <translation>Jeden z plików dotarł uszkodzony i nie został zainstalowany. {kept}</translation>
        </message>
        <message>
            <source>Nothing may be written to {folder}. Allow that, and try again.</source>
            <translation>Nie można zapisywać w {folder}. Zezwól na to i spróbuj ponownie.</translation>
        </message>
        <message>
            <source>The engine could not be set up (uv, exit code {code}): {last}. The log says more. {kept}</source>
            <translation>Nie udało się skonfigurować silnika (uv, kod {code}): {last}. Więcej jest w dzienniku. {kept}</translation>
        </message>
        <message>
            <source>Kvasir is open already.</source>
            <translation>Kvasir jest już uruchomiony.</translation>
        </message>
        <message>
            <source>Kvasir is open already, in a terminal. Close it there first.</source>
            <translation>Kvasir jest już uruchomiony w terminalu. Najpierw zamknij go tam.</translation>
        </message>
        <message>
            <source>Kvasir seems to be open already: process {pid} on {host} holds {instance_lock} and does not answer. End that process, or delete the file if there is no such process.</source>
            <translation>Kvasir jest chyba już uruchomiony: proces {pid} na komputerze {host} trzyma {instance_lock} i nie odpowiada. Zakończ ten proces albo usuń plik, jeśli takiego procesu nie ma.</translation>
        </message>
        <message>
            <source>The download of {name} was stopped.</source>
            <translation>Pobieranie {name} zostało zatrzymane.</translation>
        </message>
        <message>
            <source>{name} could not be saved in {folder}: {reason}. Make sure that the folder can be written to and that its disk has room, then try again.</source>
            <translation>Nie udało się zapisać {name} w {folder}: {reason}. Sprawdź, czy w folderze można zapisywać i czy na dysku jest miejsce, a potem spróbuj ponownie.</translation>
        </message>
        <message>
            <source>{name} could not be downloaded ({reason}). Check the network connection and try again, or put the file {file_name} (SHA-256 {sha256}) into {folder} by hand.</source>
            <translation>Nie udało się pobrać {name} ({reason}). Sprawdź połączenie z siecią i spróbuj ponownie albo umieść plik {file_name} (SHA-256 {sha256}) ręcznie w {folder}.</translation>
        </message>
        <message>
            <source>{name} is not the file that it should be: its SHA-256 is {sha256}, expected was {expected}. It was set aside as {aside}, which you may delete. Try again to download the model.</source>
            <translation>{name} nie jest właściwym plikiem: jego SHA-256 to {sha256}, a oczekiwano {expected}. Odłożono go jako {aside}; można go usunąć. Spróbuj pobrać model ponownie.</translation>
        </message>
        <message>
            <source>The download of {name} needs {needed} MB of free space in {folder}, where {free} MB are free. Make room there and try again.</source>
            <translation>Pobranie {name} wymaga {needed} MB wolnego miejsca w {folder}, a wolne jest {free} MB. Zwolnij miejsce i spróbuj ponownie.</translation>
        </message>
        <message>
            <source>The conversations in {path} are damaged. Close Kvasir and start it again: what can be read is then brought into a new file.</source>
            <translation>Rozmowy w {path} są uszkodzone. Zamknij Kvasir i uruchom go ponownie: to, co da się odczytać, zostanie przeniesione do nowego pliku.</translation>
        </message>
        <message>
            <source>Today's copy of your conversations cannot be made in {folder}: {error}.</source>
            <translation>Nie można utworzyć dzisiejszej kopii rozmów w {folder}: {error}.</translation>
        </message>
        <message>
            <source>These conversations have no file that they could be saved to.</source>
            <translation>Te rozmowy nie mają pliku, w którym można by je zapisać.</translation>
        </message>
        <message>
            <source>Nothing is written to {path}, which belongs to a newer version of Kvasir. Export what you want to keep, or install that version.</source>
            <translation>W {path} nic nie jest zapisywane, bo plik należy do nowszej wersji programu Kvasir. Wyeksportuj to, co ma zostać, albo zainstaluj tamtą wersję.</translation>
        </message>
        <message>
            <source>The conversations in {path} cannot be opened: {error}.</source>
            <translation>Nie można otworzyć rozmów w {path}: {error}.</translation>
        </message>
        <message>
            <source>The conversations in {path} cannot be read: {error}.</source>
            <translation>Nie można odczytać rozmów w {path}: {error}.</translation>
        </message>
        <message>
            <source>The conversations still cannot be saved to {path}: {error}.</source>
            <translation>Nadal nie można zapisać rozmów w {path}: {error}.</translation>
        </message>
        <message>
            <source>What is in it cannot be read: {error}.</source>
            <translation>Nie można odczytać jego zawartości: {error}.</translation>
        </message>
        <message>
            <source>Your conversations cannot be saved to {path}: {cause}. They are kept in memory: make room or give back access, then save them before you close Kvasir.</source>
            <translation>Nie można zapisać rozmów w {path}: {cause}. Są w pamięci: zwolnij miejsce lub przywróć dostęp i zapisz je przed zamknięciem programu Kvasir.</translation>
        </message>
        <message>
            <source>the path is longer than {count} bytes, which is more than the database can take</source>
            <translation>ścieżka jest dłuższa niż {count} bajtów, a to więcej, niż przyjmuje baza danych</translation>
        </message>
        <message>
            <source>the disk is full</source>
            <translation>dysk jest pełny</translation>
        </message>
        <message>
            <source>the file is write-protected</source>
            <translation>plik jest chroniony przed zapisem</translation>
        </message>
        <message>
            <source>the file or its folder cannot be opened for writing</source>
            <translation>pliku lub jego folderu nie można otworzyć do zapisu</translation>
        </message>
        <message>
            <source>another program holds the file</source>
            <translation>plik jest używany przez inny program</translation>
        </message>
        <message>
            <source>the drive reports an error</source>
            <translation>dysk zgłasza błąd</translation>
        </message>
        <message>
            <source>the file is damaged</source>
            <translation>plik jest uszkodzony</translation>
        </message>
        <message>
            <source>What could not be read was taken from the copy {name}.</source>
            <translation>To, czego nie udało się odczytać, wzięto z kopii {name}.</translation>
        </message>
        <message>
            <source>The conversations in {path} were damaged. {conversations} with {messages} could be brought into a new file.</source>
            <translation>Rozmowy w {path} były uszkodzone. Do nowego pliku udało się przenieść: {conversations}, {messages}.</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations</source>
            <translation>
                <numerusform>%n rozmowa</numerusform>
                <numerusform>%n rozmowy</numerusform>
                <numerusform>%n rozmów</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n wiadomość</numerusform>
                <numerusform>%n wiadomości</numerusform>
                <numerusform>%n wiadomości</numerusform>
            </translation>
        </message>
        <message>
            <source>The damaged one is kept as {name}.</source>
            <translation>Uszkodzony plik zachowano jako {name}.</translation>
        </message>
        <message>
            <source>The conversations in {path} were written by a newer version of Kvasir, and the file is left as it is. You can read, search and export what this version understands of them. What you write now is kept in memory only; install the newer version to go on.</source>
            <translation>Rozmowy w {path} zapisała nowsza wersja programu Kvasir i plik pozostaje bez zmian. Można czytać, przeszukiwać i eksportować to, co ta wersja rozumie. To, co zostanie teraz napisane, będzie tylko w pamięci; aby pracować dalej, zainstaluj nowszą wersję.</translation>
        </message>
        <message>
            <source>Something in Kvasir went wrong: {error}. See the log.</source>
            <translation>W programie Kvasir wystąpił błąd: {error}. Szczegóły są w dzienniku.</translation>
        </message>
        <message>
            <source>loading</source>
            <translation>wczytywanie</translation>
        </message>
        <message>
            <source>Fetching {model} ({size} MB)</source>
            <translation>Pobieranie {model} ({size} MB)</translation>
        </message>
        <message>
            <source>send a file's text with the next message; /attach shows them</source>
            <translation>wyślij tekst pliku z następną wiadomością; /attach pokazuje załączniki</translation>
        </message>
        <message>
            <source>attach nothing after all</source>
            <translation>jednak niczego nie załączaj</translation>
        </message>
        <message numerus="yes">
            <source>“{name}”: %n characters.</source>
            <translation>
                <numerusform>„{name}”: %n znak.</numerusform>
                <numerusform>„{name}”: %n znaki.</numerusform>
                <numerusform>„{name}”: %n znaków.</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing is attached.</source>
            <translation>Nie ma załączników.</translation>
        </message>
        <message>
            <source>show what is cached, and where; pin, unpin, park or drop does that to this conversation</source>
            <translation>pokaż, co i gdzie jest w pamięci podręcznej; pin, unpin, park lub drop robi to z tą rozmową</translation>
        </message>
        <message>
            <source>Say what to do with the cache of this conversation: pin, unpin, park or drop.</source>
            <translation>Podaj, co zrobić z pamięcią podręczną tej rozmowy: pin, unpin, park lub drop.</translation>
        </message>
        <message>
            <source>Nothing is cached.</source>
            <translation>Pamięć podręczna jest pusta.</translation>
        </message>
        <message>
            <source>Local API</source>
            <translation>Lokalne API</translation>
        </message>
        <message>
            <source>A chat that was deleted</source>
            <translation>Usunięta rozmowa</translation>
        </message>
        <message>
            <source>There is nothing to answer: the text is empty.</source>
            <translation>Nie ma na co odpowiadać: tekst jest pusty.</translation>
        </message>
        <message>
            <source>{problem} The terminal chat cannot run beside it.</source>
            <translation>{problem} Rozmowa w terminalu nie może działać obok.</translation>
        </message>
        <message>
            <source>There is no conversation whose id begins with {id}.</source>
            <translation>Nie ma rozmowy, której identyfikator zaczyna się od {id}.</translation>
        </message>
        <message>
            <source>The engine is not set up yet: kvasir engine install</source>
            <translation>Silnik nie jest jeszcze skonfigurowany: kvasir engine install</translation>
        </message>
        <message>
            <source>The engine belongs to another version of Kvasir: kvasir engine install</source>
            <translation>Silnik należy do innej wersji programu Kvasir: kvasir engine install</translation>
        </message>
        <message>
            <source>The engine is set up.</source>
            <translation>Silnik jest skonfigurowany.</translation>
        </message>
        <message>
            <source>This Kvasir runs from its sources; the engine uses the same environment as the window.</source>
            <translation>Ten Kvasir działa ze źródeł; silnik używa tego samego środowiska co okno.</translation>
        </message>
        <message>
            <source>none at all</source>
            <translation>żadnej</translation>
        </message>
        <message>
            <source>There is no such build of torch for this Python. There are: {known}.</source>
            <translation>Nie ma takiej wersji torch dla tego Pythona. Dostępne: {known}.</translation>
        </message>
        <message>
            <source>It lies in {folder}.</source>
            <translation>Znajduje się w {folder}.</translation>
        </message>
        <message>
            <source>{account} To fetch: {download} MB; on the disk: {needed} GB, of {free} GB that are free.</source>
            <translation>{account} Do pobrania: {download} MB; na dysku: {needed} GB z {free} GB wolnych.</translation>
        </message>
        <message>
            <source>Paused. What has arrived is kept; the same command goes on from there.</source>
            <translation>Wstrzymano. To, co pobrano, jest zachowane; to samo polecenie zacznie od tego miejsca.</translation>
        </message>
        <message>
            <source>{problem} The library is used there.</source>
            <translation>{problem} Biblioteka jest używana tam.</translation>
        </message>
        <message>
            <source>There are no conversations here.</source>
            <translation>Nie ma tu rozmów.</translation>
        </message>
        <message>
            <source>There is no such conversation.</source>
            <translation>Nie ma takiej rozmowy.</translation>
        </message>
        <message>
            <source>Say which conversations to export: either their ids or --all.</source>
            <translation>Podaj, które rozmowy wyeksportować: ich identyfikatory albo --all.</translation>
        </message>
        <message>
            <source>There are no conversations to export.</source>
            <translation>Nie ma rozmów do wyeksportowania.</translation>
        </message>
        <message>
            <source>Exporting</source>
            <translation>Eksportowanie</translation>
        </message>
        <message>
            <source>Importing</source>
            <translation>Importowanie</translation>
        </message>
        <message>
            <source>The import was interrupted. {sentence}</source>
            <translation>Import przerwano. {sentence}</translation>
        </message>
        <message>
            <source>Nothing can be taken in: what comes in cannot be written to the disk.</source>
            <translation>Nie można niczego zaimportować: nie da się tego zapisać na dysku.</translation>
        </message>
        <message numerus="yes">
            <source>The ids of %n conversations begin with “{beginning}”. Give more of the one meant.</source>
            <translation>
                <numerusform>Od „{beginning}” zaczyna się identyfikator %n rozmowy. Podaj dłuższy fragment.</numerusform>
                <numerusform>Od „{beginning}” zaczynają się identyfikatory %n rozmów. Podaj dłuższy fragment.</numerusform>
                <numerusform>Od „{beginning}” zaczynają się identyfikatory %n rozmów. Podaj dłuższy fragment.</numerusform>
            </translation>
        </message>
        <message>
            <source>begin a new conversation</source>
            <translation>zacznij nową rozmowę</translation>
        </message>
        <message>
            <source>begin one of which nothing is ever written</source>
            <translation>zacznij rozmowę, z której nic nie zostanie zapisane</translation>
        </message>
        <message>
            <source>show the latest conversations</source>
            <translation>pokaż ostatnie rozmowy</translation>
        </message>
        <message>
            <source>show those in which all words occur</source>
            <translation>pokaż rozmowy, w których są wszystkie słowa</translation>
        </message>
        <message>
            <source>go on with number N of that list</source>
            <translation>przejdź do rozmowy numer N z listy</translation>
        </message>
        <message>
            <source>give the conversation a title</source>
            <translation>nadaj rozmowie tytuł</translation>
        </message>
        <message>
            <source>go on with a copy of the conversation</source>
            <translation>kontynuuj w kopii rozmowy</translation>
        </message>
        <message>
            <source>A new conversation.</source>
            <translation>Nowa rozmowa.</translation>
        </message>
        <message>
            <source>A temporary conversation. Nothing of it is kept when you leave.</source>
            <translation>Rozmowa tymczasowa. Po wyjściu nic z niej nie zostanie.</translation>
        </message>
        <message>
            <source>Say what to look for, for example /search walrus.</source>
            <translation>Podaj, czego szukać, na przykład /search mors.</translation>
        </message>
        <message>
            <source>Nothing was found for {text}.</source>
            <translation>Nie znaleziono: {text}.</translation>
        </message>
        <message>
            <source>Say which one, for example /open 2; /list shows the numbers.</source>
            <translation>Podaj, którą, na przykład /open 2; /list pokazuje numery.</translation>
        </message>
        <message>
            <source>That conversation was deleted.</source>
            <translation>Ta rozmowa została usunięta.</translation>
        </message>
        <message>
            <source>The title is “{title}”.</source>
            <translation>Tytuł to „{title}”.</translation>
        </message>
        <message>
            <source>There is nothing to copy yet.</source>
            <translation>Nie ma jeszcze czego kopiować.</translation>
        </message>
        <message>
            <source>You go on in “{title}”; the conversation before stays as it is.</source>
            <translation>Rozmowa toczy się dalej w „{title}”; poprzednia pozostaje bez zmian.</translation>
        </message>
        <message>
            <source>(temporary)</source>
            <translation>(tymczasowa)</translation>
        </message>
        <message>
            <source>Thinking …</source>
            <translation>Myślenie …</translation>
        </message>
        <message>
            <source>/context trim, /context compact and /context window answer it again.</source>
            <translation>/context trim, /context compact i /context window odpowiedzą ponownie.</translation>
        </message>
        <message>
            <source>The answer reached the longest length that is set; /continue goes on with it.</source>
            <translation>Odpowiedź osiągnęła największą ustawioną długość; /continue ją kontynuuje.</translation>
        </message>
        <message>
            <source>show this</source>
            <translation>pokaż tę pomoc</translation>
        </message>
        <message>
            <source>leave; Ctrl+D does the same</source>
            <translation>wyjdź; tak samo działa Ctrl+D</translation>
        </message>
        <message>
            <source>Kvasir. Type a message, or /help.</source>
            <translation>Kvasir. Napisz wiadomość albo /help.</translation>
        </message>
        <message>
            <source>That line was too long for the terminal, which cut its end off, and was not sent. Break it up into shorter messages, or put it into a file and /attach that.</source>
            <translation>Ten wiersz był za długi dla terminala, który uciął jego koniec, i nie został wysłany. Podziel go na krótsze wiadomości albo zapisz w pliku i użyj /attach.</translation>
        </message>
        <message>
            <source>Not sent, because the answer was stopped: {line}</source>
            <translation>Nie wysłano, bo odpowiedź zatrzymano: {line}</translation>
        </message>
        <message>
            <source>There is no command {name}; /help shows those there are.</source>
            <translation>Nie ma polecenia {name}; /help pokazuje dostępne.</translation>
        </message>
        <message>
            <source>Ctrl+C stops an answer; when nothing is being answered it leaves.</source>
            <translation>Ctrl+C zatrzymuje odpowiedź; gdy jej nie ma, kończy program.</translation>
        </message>
        <message>
            <source>0 to 10</source>
            <translation>od 0 do 10</translation>
        </message>
        <message>
            <source>0 or more</source>
            <translation>0 lub więcej</translation>
        </message>
        <message>
            <source>0 to 1</source>
            <translation>od 0 do 1</translation>
        </message>
        <message>
            <source>more than 0, at most 10</source>
            <translation>więcej niż 0, najwyżej 10</translation>
        </message>
        <message>
            <source>give the model its part; /system default takes it back</source>
            <translation>nadaj modelowi rolę; /system default ją cofa</translation>
        </message>
        <message>
            <source>change temperature, top_p, thinking and others; /set shows them</source>
            <translation>zmień temperature, top_p, thinking i inne; /set je pokazuje</translation>
        </message>
        <message>
            <source>let another model answer here; /model shows those there are</source>
            <translation>niech odpowiada tu inny model; /model pokazuje dostępne</translation>
        </message>
        <message>
            <source>say what happens when the model's context is full; trim, compact, window or stop chooses</source>
            <translation>ustal, co się dzieje, gdy kontekst modelu jest pełny; do wyboru: trim, compact, window lub stop</translation>
        </message>
        <message>
            <source>show what the model sees, to the last token</source>
            <translation>pokaż, co widzi model, co do tokena</translation>
        </message>
        <message>
            <source>The system prompt is: {prompt}</source>
            <translation>Prompt systemowy: {prompt}</translation>
        </message>
        <message>
            <source>There is no system prompt.</source>
            <translation>Nie ma promptu systemowego.</translation>
        </message>
        <message>
            <source>There is no setting {name}; /set shows those there are.</source>
            <translation>Nie ma ustawienia {name}; /set pokazuje dostępne.</translation>
        </message>
        <message>
            <source>Say what {name} shall be: {values}, or default.</source>
            <translation>Podaj wartość {name}: {values} albo default.</translation>
        </message>
        <message>
            <source>{name} cannot be {value}. It may be {values}, or default.</source>
            <translation>{name} nie może mieć wartości {value}. Możliwe: {values} albo default.</translation>
        </message>
        <message>
            <source>random</source>
            <translation>losowo</translation>
        </message>
        <message>
            <source>The model is {name}.</source>
            <translation>Model to {name}.</translation>
        </message>
        <message>
            <source>It cannot be answered now.</source>
            <translation>Teraz nie można na to odpowiedzieć.</translation>
        </message>
        <message>
            <source>{percent}% of the model's context is used.</source>
            <translation>Zajęte jest {percent}% kontekstu modelu.</translation>
        </message>
        <message>
            <source>When it is full, {what} ({policy}).</source>
            <translation>Gdy się zapełni, {what} ({policy}).</translation>
        </message>
        <message>
            <source>answer the last message again</source>
            <translation>odpowiedz ponownie na ostatnią wiadomość</translation>
        </message>
        <message>
            <source>go on with an answer that was cut off</source>
            <translation>kontynuuj urwaną odpowiedź</translation>
        </message>
        <message>
            <source>say your last message otherwise</source>
            <translation>napisz ostatnią wiadomość inaczej</translation>
        </message>
        <message>
            <source>show the versions of the last message that has several</source>
            <translation>pokaż wersje ostatniej wiadomości, która ma ich kilka</translation>
        </message>
        <message>
            <source>go on with number N of those</source>
            <translation>przejdź do wersji numer N</translation>
        </message>
        <message>
            <source>delete the last turn</source>
            <translation>usuń ostatnią wymianę</translation>
        </message>
        <message>
            <source>bring back what was deleted last</source>
            <translation>przywróć to, co ostatnio usunięto</translation>
        </message>
        <message>
            <source>There is nothing to answer yet.</source>
            <translation>Nie ma jeszcze na co odpowiadać.</translation>
        </message>
        <message>
            <source>The last answer was not cut off, so there is nothing to go on with.</source>
            <translation>Ostatnia odpowiedź nie została urwana, więc nie ma czego kontynuować.</translation>
        </message>
        <message>
            <source>You have not said anything yet.</source>
            <translation>Nic jeszcze nie zostało napisane.</translation>
        </message>
        <message>
            <source>Say what it shall be instead, for example /edit What is a walrus?</source>
            <translation>Podaj nową treść, na przykład /edit Co to jest mors?</translation>
        </message>
        <message>
            <source>It could not be edited.</source>
            <translation>Nie udało się tego zmienić.</translation>
        </message>
        <message>
            <source>There are no other versions.</source>
            <translation>Nie ma innych wersji.</translation>
        </message>
        <message>
            <source>(empty)</source>
            <translation>(puste)</translation>
        </message>
        <message>
            <source>Say which one, for example /version 1; /versions shows the numbers.</source>
            <translation>Podaj, którą, na przykład /version 1; /versions pokazuje numery.</translation>
        </message>
        <message>
            <source>There is nothing to delete.</source>
            <translation>Nie ma czego usuwać.</translation>
        </message>
        <message>
            <source>Nothing was deleted here.</source>
            <translation>Nic tu nie usunięto.</translation>
        </message>
        <message numerus="yes">
            <source>%n messages were deleted.</source>
            <translation>
                <numerusform>Usunięto %n wiadomość.</numerusform>
                <numerusform>Usunięto %n wiadomości.</numerusform>
                <numerusform>Usunięto %n wiadomości.</numerusform>
            </translation>
        </message>
        <message>
            <source>The message was deleted.</source>
            <translation>Wiadomość usunięto.</translation>
        </message>
        <message>
            <source>Kvasir {newer} is there; this is {present}. It is installed only when you do that.</source>
            <translation>Dostępny jest Kvasir {newer}; ten ma wersję {present}. Nowa wersja nie zainstaluje się sama.</translation>
        </message>
        <message>
            <source>Look again</source>
            <translation>Szukaj ponownie</translation>
        </message>
        <message>
            <source>About Kvasir</source>
            <translation>O programie Kvasir</translation>
        </message>
        <message>
            <source>Packages that Kvasir is made of</source>
            <translation>Pakiety, z których składa się Kvasir</translation>
        </message>
        <message>
            <source>Licence</source>
            <translation>Licencja</translation>
        </message>
        <message>
            <source>Kvasir {version}</source>
            <translation>Kvasir {version}</translation>
        </message>
        <message>
            <source>Talks to language models on your own computer, and keeps every chat warm.</source>
            <translation>Rozmawia z modelami językowymi na własnym komputerze i trzyma każdą rozmowę w gotowości.</translation>
        </message>
        <message>
            <source>Made with the packages below. Qt and PySide6 are used under the LGPL, version 3; their files may be replaced by others of the same version. The starter model, {model}, is under the Apache licence 2.0.</source>
            <translation>Utworzono z poniższych pakietów. Qt i PySide6 są używane na licencji LGPL w wersji 3; ich pliki można zastąpić innymi w tej samej wersji. Model startowy, {model}, jest na licencji Apache 2.0.</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Zamknij</translation>
        </message>
        <message>
            <source>The window, carried along</source>
            <translation>Okno, w zestawie</translation>
        </message>
        <message>
            <source>The engine, fetched later</source>
            <translation>Silnik, pobierany później</translation>
        </message>
        <message>
            <source>see below</source>
            <translation>zob. niżej</translation>
        </message>
        <message>
            <source>{name} {version}
Licence: {licence}</source>
            <translation>{name} {version}
Licencja: {licence}</translation>
        </message>
        <message>
            <source>The package names its licence and carries no text of it.</source>
            <translation>Pakiet podaje nazwę licencji, ale nie zawiera jej tekstu.</translation>
        </message>
        <message>
            <source>The answer is complete.</source>
            <translation>Odpowiedź jest gotowa.</translation>
        </message>
        <message>
            <source>The answer has reached its greatest length.</source>
            <translation>Odpowiedź osiągnęła największą długość.</translation>
        </message>
        <message>
            <source>The answer ends here, for the context is full.</source>
            <translation>Odpowiedź kończy się tutaj, bo kontekst jest pełny.</translation>
        </message>
        <message>
            <source>The answer in “{title}” is complete.</source>
            <translation>Odpowiedź w „{title}” jest gotowa.</translation>
        </message>
        <message>
            <source>The answer in “{title}” failed.</source>
            <translation>Odpowiedź w „{title}” się nie powiodła.</translation>
        </message>
        <message>
            <source>The model sums up the beginning of this chat.</source>
            <translation>Model streszcza początek tej rozmowy.</translation>
        </message>
        <message>
            <source>The model is reading.</source>
            <translation>Model czyta.</translation>
        </message>
        <message>
            <source>The answer begins.</source>
            <translation>Odpowiedź się zaczyna.</translation>
        </message>
        <message>
            <source>What you write becomes another version. The model takes it for its own words in what follows.</source>
            <translation>Tekst stanie się kolejną wersją. W dalszej rozmowie model uzna go za własne słowa.</translation>
        </message>
        <message>
            <source>Edit answer</source>
            <translation>Edycja odpowiedzi</translation>
        </message>
        <message>
            <source>Stopped</source>
            <translation>Zatrzymano</translation>
        </message>
        <message>
            <source>The answer reached the longest length that the settings allow</source>
            <translation>Odpowiedź osiągnęła największą długość dozwoloną w ustawieniach</translation>
        </message>
        <message>
            <source>Reading the prompt</source>
            <translation>Czytanie promptu</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>Spróbuj ponownie</translation>
        </message>
        <message>
            <source>Answered by {model}</source>
            <translation>Odpowiedział model {model}</translation>
        </message>
        <message numerus="yes">
            <source>%n reused tokens came back from disk or RAM ({size})</source>
            <translation>
                <numerusform>%n token użyty ponownie wrócił z dysku lub RAM ({size})</numerusform>
                <numerusform>%n tokeny użyte ponownie wróciły z dysku lub RAM ({size})</numerusform>
                <numerusform>%n tokenów użytych ponownie wróciło z dysku lub RAM ({size})</numerusform>
            </translation>
        </message>
        <message>
            <source>Waiting …</source>
            <translation>Oczekiwanie …</translation>
        </message>
        <message>
            <source>Summarising the oldest messages …</source>
            <translation>Streszczanie najstarszych wiadomości …</translation>
        </message>
        <message numerus="yes">
            <source>Writing · %n tokens · {rate} tok/s</source>
            <translation>
                <numerusform>Pisanie · %n token · {rate} tok./s</numerusform>
                <numerusform>Pisanie · %n tokeny · {rate} tok./s</numerusform>
                <numerusform>Pisanie · %n tokenów · {rate} tok./s</numerusform>
            </translation>
        </message>
        <message>
            <source>Writing …</source>
            <translation>Pisanie …</translation>
        </message>
        <message>
            <source>Stopping …</source>
            <translation>Zatrzymywanie …</translation>
        </message>
        <message>
            <source>Reading the prompt …</source>
            <translation>Czytanie promptu …</translation>
        </message>
        <message numerus="yes">
            <source>Reading the prompt · {done} of %n tokens</source>
            <translation>
                <numerusform>Czytanie promptu · {done} z %n tokena</numerusform>
                <numerusform>Czytanie promptu · {done} z %n tokenów</numerusform>
                <numerusform>Czytanie promptu · {done} z %n tokenów</numerusform>
            </translation>
        </message>
        <message>
            <source>{count} reused</source>
            <translation>użyto ponownie {count}</translation>
        </message>
        <message>
            <source>Settings of the local API</source>
            <translation>Ustawienia lokalnego API</translation>
        </message>
        <message>
            <source>Editors, scripts and plugins can ask the loaded model, in the words of OpenAI's API. Your chats come first, and no other program sees them.</source>
            <translation>Edytory, skrypty i wtyczki mogą pytać wczytany model w taki sposób jak API OpenAI. Twoje rozmowy mają pierwszeństwo i żaden inny program ich nie widzi.</translation>
        </message>
        <message>
            <source>Let other programs ask the loaded model</source>
            <translation>Pozwól innym programom pytać wczytany model</translation>
        </message>
        <message>
            <source>Programs on this computer</source>
            <translation>Programy na tym komputerze</translation>
        </message>
        <message>
            <source>Other computers too, with a key</source>
            <translation>Także inne komputery, z kluczem</translation>
        </message>
        <message>
            <source>Who may ask</source>
            <translation>Kto może pytać</translation>
        </message>
        <message>
            <source>Port</source>
            <translation>Port</translation>
        </message>
        <message>
            <source>Web pages that may ask</source>
            <translation>Strony, które mogą pytać</translation>
        </message>
        <message>
            <source>none, or such as https://example.org</source>
            <translation>żadne lub np. https://example.org</translation>
        </message>
        <message>
            <source>Their origins, with spaces between. Pages of all others are refused.</source>
            <translation>Ich adresy źródłowe, oddzielone spacjami. Strony spod wszystkich innych są odrzucane.</translation>
        </message>
        <message>
            <source>Programs on this computer need a key too</source>
            <translation>Programy na tym komputerze też potrzebują klucza</translation>
        </message>
        <message>
            <source>What to enter in other programs</source>
            <translation>Co wpisać w innych programach</translation>
        </message>
        <message>
            <source>Base URL</source>
            <translation>Bazowy adres URL</translation>
        </message>
        <message>
            <source>Copy the base URL</source>
            <translation>Skopiuj bazowy adres URL</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>Klucz</translation>
        </message>
        <message>
            <source>Copy the key</source>
            <translation>Skopiuj klucz</translation>
        </message>
        <message>
            <source>New key</source>
            <translation>Nowy klucz</translation>
        </message>
        <message>
            <source>At once; what has the present key is refused from then on.</source>
            <translation>Od razu; kto ma obecny klucz, będzie odtąd odrzucany.</translation>
        </message>
        <message>
            <source>“{origin}” is no origin of a web page; those look like https://example.org.</source>
            <translation>„{origin}” to nie adres źródłowy strony; takie wyglądają jak https://example.org.</translation>
        </message>
        <message>
            <source>Take port {port}</source>
            <translation>Użyj portu {port}</translation>
        </message>
        <message>
            <source>Programs that insist on a key take any.</source>
            <translation>Programom, które żądają klucza, wystarczy dowolny.</translation>
        </message>
        <message>
            <source>From another computer, this one's name or address stands in place of 127.0.0.1.</source>
            <translation>Na innym komputerze w miejsce 127.0.0.1 wpisuje się nazwę lub adres tego.</translation>
        </message>
        <message>
            <source>A key is made when you save.</source>
            <translation>Klucz powstanie przy zapisaniu.</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>Pokaż</translation>
        </message>
        <message>
            <source>Show: {name}</source>
            <translation>Pokaż: {name}</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>Kopiuj</translation>
        </message>
        <message>
            <source>Hide</source>
            <translation>Ukryj</translation>
        </message>
        <message>
            <source>Remove {name}</source>
            <translation>Usuń {name}</translation>
        </message>
        <message>
            <source>Text of {name}</source>
            <translation>Tekst: {name}</translation>
        </message>
        <message numerus="yes">
            <source>%n characters</source>
            <translation>
                <numerusform>%n znak</numerusform>
                <numerusform>%n znaki</numerusform>
                <numerusform>%n znaków</numerusform>
            </translation>
        </message>
        <message>
            <source>the first {count} are shown</source>
            <translation>pokazano pierwsze {count}</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>Zamknij powiadomienie</translation>
        </message>
        <message>
            <source>Drop cache</source>
            <translation>Usuń pamięć podręczną</translation>
        </message>
        <message>
            <source>The chat stays; its next message reads it all again</source>
            <translation>Rozmowa pozostaje; przy następnej wiadomości zostanie przeczytana od nowa</translation>
        </message>
        <message>
            <source>What other programs send next is read anew</source>
            <translation>Co inne programy wyślą następnie, będzie czytane od nowa</translation>
        </message>
        <message>
            <source>Pack smaller</source>
            <translation>Upakuj mocniej</translation>
        </message>
        <message>
            <source>Pack smaller: saves {size}</source>
            <translation>Upakuj mocniej: oszczędza {size}</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>Odepnij</translation>
        </message>
        <message>
            <source>Give this cache up like any other</source>
            <translation>Zwalniaj tę pamięć podręczną jak każdą inną</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>Przypnij</translation>
        </message>
        <message>
            <source>Give this cache up last</source>
            <translation>Zwalniaj tę pamięć podręczną jako ostatnią</translation>
        </message>
        <message>
            <source>Park now</source>
            <translation>Odłóż teraz</translation>
        </message>
        <message>
            <source>Give its memory back; it is fetched again for the next message</source>
            <translation>Zwolnij zajmowaną pamięć; przy następnej wiadomości zostanie sprowadzona z powrotem</translation>
        </message>
        <message>
            <source>Round all but its first and its newest tokens further; what other chats share stays as it is</source>
            <translation>Zaokrąglij mocniej wszystkie tokeny poza pierwszymi i najnowszymi; to, co dzielą inne rozmowy, pozostaje bez zmian</translation>
        </message>
        <message>
            <source>A title in the making</source>
            <translation>Powstający tytuł</translation>
        </message>
        <message>
            <source>In use</source>
            <translation>W użyciu</translation>
        </message>
        <message>
            <source>Needed by answers that are being written.</source>
            <translation>Potrzebne odpowiedziom, które właśnie powstają.</translation>
        </message>
        <message>
            <source>Kept warm</source>
            <translation>W gotowości</translation>
        </message>
        <message>
            <source>What chats have read and can go on from at once. Given up, oldest first, when the room is needed.</source>
            <translation>To, co rozmowy już przeczytały i od czego mogą od razu ruszyć dalej. Gdy potrzeba miejsca, zwalniane od najstarszych.</translation>
        </message>
        <message>
            <source>Free</source>
            <translation>Wolne</translation>
        </message>
        <message>
            <source>Not used yet, within the memory that the cache may take.</source>
            <translation>Jeszcze nieużyte, z pamięci przyznanej pamięci podręcznej.</translation>
        </message>
        <message>
            <source>Cache: {name}</source>
            <translation>Pamięć podręczna: {name}</translation>
        </message>
        <message>
            <source>Where the model reads its cache from.</source>
            <translation>Stąd model czyta pamięć podręczną.</translation>
        </message>
        <message>
            <source>{needed} in use, {warm} kept warm, {free} free</source>
            <translation>w użyciu {needed}, w gotowości {warm}, wolne {free}</translation>
        </message>
        <message>
            <source>Pinned: given up last. Unpin</source>
            <translation>Przypięta: zwalniana jako ostatnia. Odepnij</translation>
        </message>
        <message numerus="yes">
            <source>%n shared</source>
            <translation>
                <numerusform>%n wspólny</numerusform>
                <numerusform>%n wspólne</numerusform>
                <numerusform>%n wspólnych</numerusform>
            </translation>
        </message>
        <message>
            <source>Cache of “{title}”</source>
            <translation>Pamięć podręczna rozmowy „{title}”</translation>
        </message>
        <message>
            <source>Pin, park, pack smaller or drop</source>
            <translation>Przypnij, odłóż, upakuj mocniej lub usuń</translation>
        </message>
        <message numerus="yes">
            <source>%n blocks in {format}</source>
            <translation>
                <numerusform>%n blok w {format}</numerusform>
                <numerusform>%n bloki w {format}</numerusform>
                <numerusform>%n bloków w {format}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them shared with other chats</source>
            <translation>
                <numerusform>%n z nich wspólny z innymi rozmowami</numerusform>
                <numerusform>%n z nich wspólne z innymi rozmowami</numerusform>
                <numerusform>%n z nich wspólnych z innymi rozmowami</numerusform>
            </translation>
        </message>
        <message>
            <source>What the model has read of your chats is kept, so that it need not be read again. Smaller fits more.</source>
            <translation>To, co model przeczytał z rozmów, jest przechowywane, aby nie czytać tego ponownie. W mniejszym formacie mieści się więcej.</translation>
        </message>
        <message>
            <source>Cache format: {name}</source>
            <translation>Format pamięci podręcznej: {name}</translation>
        </message>
        <message>
            <source>{format}: {bits} bits for each number of the cache</source>
            <translation>{format}: bity na każdą liczbę w pamięci podręcznej: {bits}</translation>
        </message>
        <message>
            <source>Pack older parts of long chats smaller when memory runs short</source>
            <translation>Pakuj mocniej starsze części długich rozmów, gdy brakuje pamięci</translation>
        </message>
        <message>
            <source>Before anything that is kept warm has to go</source>
            <translation>Zanim cokolwiek, co jest w gotowości, zostanie zwolnione</translation>
        </message>
        <message>
            <source>More chats stay warm; what was said long ago is rounded more than the rest.</source>
            <translation>Więcej rozmów pozostaje w gotowości; to, co dawno powiedziane, jest zaokrąglane mocniej niż reszta.</translation>
        </message>
        <message>
            <source>Where it is kept</source>
            <translation>Gdzie jest przechowywana</translation>
        </message>
        <message>
            <source>When a chat fills the model's context</source>
            <translation>Gdy rozmowa zapełni kontekst modelu</translation>
        </message>
        <message>
            <source>No message is lost: what the model no longer sees is faded. A chat can have a choice of its own.</source>
            <translation>Żadna wiadomość nie ginie: to, czego model już nie widzi, jest wyblakłe. Rozmowa może mieć własny wybór.</translation>
        </message>
        <message>
            <source>Caches that gave their place on the card to others.</source>
            <translation>Pamięci podręczne, które ustąpiły innym miejsca na karcie.</translation>
        </message>
        <message>
            <source>Disk</source>
            <translation>Dysk</translation>
        </message>
        <message>
            <source>Caches that outlast the program and its engine.</source>
            <translation>Pamięci podręczne, które pozostają po zamknięciu programu i silnika.</translation>
        </message>
        <message>
            <source>Conversations</source>
            <translation>Rozmowy</translation>
        </message>
        <message>
            <source>Settings of the cache</source>
            <translation>Ustawienia pamięci podręcznej</translation>
        </message>
        <message>
            <source>Show the memory</source>
            <translation>Pokaż pamięć</translation>
        </message>
        <message>
            <source>The model is being loaded; its cache follows.</source>
            <translation>Model jest wczytywany; potem pojawi się jego pamięć podręczna.</translation>
        </message>
        <message>
            <source>The engine has not reported its cache yet.</source>
            <translation>Silnik nie podał jeszcze stanu pamięci podręcznej.</translation>
        </message>
        <message>
            <source>No model is loaded. The caches below wait for theirs.</source>
            <translation>Nie wczytano modelu. Poniższe pamięci podręczne czekają na swój.</translation>
        </message>
        <message>
            <source>No model is loaded, so nothing is cached.</source>
            <translation>Nie wczytano modelu, więc pamięć podręczna jest pusta.</translation>
        </message>
        <message>
            <source>From {model}, not loaded</source>
            <translation>Z modelu {model}, niewczytanego</translation>
        </message>
        <message>
            <source>From {model}</source>
            <translation>Z modelu {model}</translation>
        </message>
        <message>
            <source>Room</source>
            <translation>Miejsce</translation>
        </message>
        <message>
            <source>How much more text fits before anything that is kept warm has to go.</source>
            <translation>Ile jeszcze tekstu się zmieści, zanim coś w gotowości trzeba będzie zwolnić.</translation>
        </message>
        <message>
            <source>States</source>
            <translation>Stany</translation>
        </message>
        <message>
            <source>Copies of the state that this model carries from token to token, from which a chat can go on.</source>
            <translation>Kopie stanu, który ten model przenosi od tokena do tokena; rozmowa może od nich ruszyć dalej.</translation>
        </message>
        <message>
            <source>One block</source>
            <translation>Jeden blok</translation>
        </message>
        <message>
            <source>The piece in which the cache is kept; a new one holds what the model computed as it is.</source>
            <translation>Część, w której przechowywana jest pamięć podręczna; nowy blok zawiera wynik modelu bez zmian.</translation>
        </message>
        <message>
            <source>Packed</source>
            <translation>Upakowany</translation>
        </message>
        <message>
            <source>A block in the chosen format. The first and the newest blocks of a chat are not packed.</source>
            <translation>Blok w wybranym formacie. Pierwsze i najnowsze bloki rozmowy nie są pakowane.</translation>
        </message>
        <message>
            <source>The model itself.</source>
            <translation>Sam model.</translation>
        </message>
        <message>
            <source>Written to disk</source>
            <translation>Zapis na dysk</translation>
        </message>
        <message>
            <source>By the cache, since the engine started.</source>
            <translation>Przez pamięć podręczną, od uruchomienia silnika.</translation>
        </message>
        <message>
            <source>Read from disk</source>
            <translation>Odczyt z dysku</translation>
        </message>
        <message>
            <source>Caches that were brought back since the engine started.</source>
            <translation>Pamięci podręczne sprowadzone od uruchomienia silnika.</translation>
        </message>
        <message>
            <source>Engine’s memory</source>
            <translation>Pamięć silnika</translation>
        </message>
        <message>
            <source>All that the engine’s process takes of this computer’s memory.</source>
            <translation>Cała pamięć komputera zajęta przez proces silnika.</translation>
        </message>
        <message numerus="yes">
            <source>%n tokens, {size}</source>
            <translation>
                <numerusform>%n token, {size}</numerusform>
                <numerusform>%n tokeny, {size}</numerusform>
                <numerusform>%n tokenów, {size}</numerusform>
            </translation>
        </message>
        <message>
            <source>Chat</source>
            <translation>Rozmowa</translation>
        </message>
        <message>
            <source>Where</source>
            <translation>Gdzie</translation>
        </message>
        <message>
            <source>Tokens</source>
            <translation>Tokeny</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>Rozmiar</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <source>Shared</source>
            <translation>Wspólne</translation>
        </message>
        <message>
            <source>Last used</source>
            <translation>Ostatnio użyte</translation>
        </message>
        <message>
            <source>Caches of all chats</source>
            <translation>Pamięci podręczne wszystkich rozmów</translation>
        </message>
        <message>
            <source>Nothing is cached yet.</source>
            <translation>Pamięć podręczna jest jeszcze pusta.</translation>
        </message>
        <message numerus="yes">
            <source>%n chats</source>
            <translation>
                <numerusform>%n rozmowa</numerusform>
                <numerusform>%n rozmowy</numerusform>
                <numerusform>%n rozmów</numerusform>
            </translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>Przywróć</translation>
        </message>
        <message>
            <source>Delete for good …</source>
            <translation>Usuń na stałe …</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>Zmień nazwę</translation>
        </message>
        <message>
            <source>Move to folder</source>
            <translation>Przenieś do folderu</translation>
        </message>
        <message>
            <source>Duplicate</source>
            <translation>Powiel</translation>
        </message>
        <message>
            <source>Take out of archive</source>
            <translation>Wyjmij z archiwum</translation>
        </message>
        <message>
            <source>Move to archive</source>
            <translation>Przenieś do archiwum</translation>
        </message>
        <message>
            <source>Export …</source>
            <translation>Eksportuj …</translation>
        </message>
        <message>
            <source>Settings of this chat …</source>
            <translation>Ustawienia tej rozmowy …</translation>
        </message>
        <message>
            <source>What the model sees …</source>
            <translation>Co widzi model …</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>Usuń</translation>
        </message>
        <message>
            <source>New folder …</source>
            <translation>Nowy folder …</translation>
        </message>
        <message>
            <source>Take out of folder</source>
            <translation>Wyjmij z folderu</translation>
        </message>
        <message>
            <source>Rename folder</source>
            <translation>Zmień nazwę folderu</translation>
        </message>
        <message>
            <source>Remove folder, keep its chats</source>
            <translation>Usuń folder, zostaw rozmowy</translation>
        </message>
        <message>
            <source>New folder</source>
            <translation>Nowy folder</translation>
        </message>
        <message>
            <source>Name of the folder</source>
            <translation>Nazwa folderu</translation>
        </message>
        <message>
            <source>Move</source>
            <translation>Przenieś</translation>
        </message>
        <message>
            <source>Delete this temporary chat?</source>
            <translation>Usunąć tę rozmowę tymczasową?</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n chats?</source>
            <translation>
                <numerusform>Usunąć %n rozmowę?</numerusform>
                <numerusform>Usunąć %n rozmowy?</numerusform>
                <numerusform>Usunąć %n rozmów?</numerusform>
            </translation>
        </message>
        <message>
            <source>A temporary chat is kept nowhere and cannot be brought back.</source>
            <translation>Rozmowa tymczasowa nie jest nigdzie przechowywana i nie można jej przywrócić.</translation>
        </message>
        <message>
            <source>Delete this chat for good?</source>
            <translation>Usunąć tę rozmowę na stałe?</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n chats for good?</source>
            <translation>
                <numerusform>Usunąć na stałe %n rozmowę?</numerusform>
                <numerusform>Usunąć na stałe %n rozmowy?</numerusform>
                <numerusform>Usunąć na stałe %n rozmów?</numerusform>
            </translation>
        </message>
        <message>
            <source>That cannot be undone.</source>
            <translation>Tego nie można cofnąć.</translation>
        </message>
        <message>
            <source>Delete for good</source>
            <translation>Usuń na stałe</translation>
        </message>
        <message numerus="yes">
            <source>Empty the trash, with %n chats?</source>
            <translation>
                <numerusform>Opróżnić kosz, w którym jest %n rozmowa?</numerusform>
                <numerusform>Opróżnić kosz, w którym są %n rozmowy?</numerusform>
                <numerusform>Opróżnić kosz, w którym jest %n rozmów?</numerusform>
            </translation>
        </message>
        <message>
            <source>Empty trash</source>
            <translation>Opróżnij kosz</translation>
        </message>
        <message>
            <source>Temporary chat: nothing of it is written anywhere. It is gone when you delete it or close Kvasir.</source>
            <translation>Rozmowa tymczasowa: nic z niej nie jest nigdzie zapisywane. Zniknie po usunięciu lub po zamknięciu programu Kvasir.</translation>
        </message>
        <message>
            <source>{model} answers in this chat. It is loaded with your next message.</source>
            <translation>W tej rozmowie odpowiada {model}. Zostanie wczytany przy następnej wiadomości.</translation>
        </message>
        <message>
            <source>This chat is archived.</source>
            <translation>Ta rozmowa jest w archiwum.</translation>
        </message>
        <message>
            <source>More for this chat</source>
            <translation>Więcej dla tej rozmowy</translation>
        </message>
        <message>
            <source>Find in this chat</source>
            <translation>Znajdź w tej rozmowie</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>Tekst</translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation>Kopiuj jako Markdown</translation>
        </message>
        <message>
            <source>Select all</source>
            <translation>Zaznacz wszystko</translation>
        </message>
        <message>
            <source>Copy link</source>
            <translation>Kopiuj łącze</translation>
        </message>
        <message>
            <source>Open a link</source>
            <translation>Otwieranie łącza</translation>
        </message>
        <message>
            <source>Open this address in your browser?</source>
            <translation>Otworzyć ten adres w przeglądarce?</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Otwórz</translation>
        </message>
        <message>
            <source>Copy address</source>
            <translation>Kopiuj adres</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Anuluj</translation>
        </message>
        <message>
            <source>Settings of this chat</source>
            <translation>Ustawienia tej rozmowy</translation>
        </message>
        <message>
            <source>None</source>
            <translation>Brak</translation>
        </message>
        <message>
            <source>Use no system prompt here</source>
            <translation>Bez promptu systemowego w tej rozmowie</translation>
        </message>
        <message>
            <source>Stop texts</source>
            <translation>Teksty kończące</translation>
        </message>
        <message>
            <source>None. One a line; \n stands for a line break.</source>
            <translation>Brak. Po jednym w wierszu; \n oznacza koniec wiersza.</translation>
        </message>
        <message>
            <source>When the context is full</source>
            <translation>Gdy kontekst jest pełny</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>Przywróć domyślne</translation>
        </message>
        <message>
            <source>Let everything be as the program's settings say</source>
            <translation>Niech wszystko będzie tak, jak w ustawieniach programu</translation>
        </message>
        <message>
            <source>Preset</source>
            <translation>Zestaw</translation>
        </message>
        <message>
            <source>When full</source>
            <translation>Gdy się zapełni</translation>
        </message>
        <message>
            <source>Answers</source>
            <translation>Odpowiedzi</translation>
        </message>
        <message>
            <source>An answer ends before any of these texts</source>
            <translation>Odpowiedź kończy się przed każdym z tych tekstów</translation>
        </message>
        <message>
            <source>Whichever is loaded ({model})</source>
            <translation>Ten, który jest wczytany ({model})</translation>
        </message>
        <message>
            <source>Whichever is loaded</source>
            <translation>Ten, który jest wczytany</translation>
        </message>
        <message>
            <source>{model} (not found)</source>
            <translation>{model} (nie znaleziono)</translation>
        </message>
        <message>
            <source>As in the settings: {choice}</source>
            <translation>Jak w ustawieniach: {choice}</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>Wiadomości</translation>
        </message>
        <message>
            <source>As the model usually does</source>
            <translation>Tak, jak zwykle robi to model</translation>
        </message>
        <message>
            <source>Always, where it can</source>
            <translation>Zawsze, jeśli to możliwe</translation>
        </message>
        <message>
            <source>Never, where it can be left out</source>
            <translation>Nigdy, jeśli można to pominąć</translation>
        </message>
        <message>
            <source>Copy code</source>
            <translation>Kopiuj kod</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>Skopiowano</translation>
        </message>
        <message>
            <source>Command palette</source>
            <translation>Paleta poleceń</translation>
        </message>
        <message>
            <source>Find a command, a chat or a model</source>
            <translation>Znajdź polecenie, rozmowę lub model</translation>
        </message>
        <message>
            <source>Found</source>
            <translation>Znalezione</translation>
        </message>
        <message>
            <source>Nothing fits.</source>
            <translation>Nic nie pasuje.</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>Modele</translation>
        </message>
        <message>
            <source>View</source>
            <translation>Widok</translation>
        </message>
        <message>
            <source>Program</source>
            <translation>Program</translation>
        </message>
        <message>
            <source>A picture cannot be attached: the model reads text only.</source>
            <translation>Nie można załączyć obrazu: model czyta tylko tekst.</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Wiadomość</translation>
        </message>
        <message>
            <source>Write a message</source>
            <translation>Napisz wiadomość</translation>
        </message>
        <message>
            <source>Attach files</source>
            <translation>Załącz pliki</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>Wyślij</translation>
        </message>
        <message>
            <source>Write a message that is not kept</source>
            <translation>Napisz wiadomość, która nie zostanie zachowana</translation>
        </message>
        <message>
            <source>Stop (Esc)</source>
            <translation>Zatrzymaj (Esc)</translation>
        </message>
        <message>
            <source>Send (Enter)</source>
            <translation>Wyślij (Enter)</translation>
        </message>
        <message>
            <source>The model no longer sees the faded messages above.</source>
            <translation>Model nie widzi już wyblakłych wiadomości powyżej.</translation>
        </message>
        <message>
            <source>The model sees a summary in place of the faded messages above.</source>
            <translation>Zamiast wyblakłych wiadomości powyżej model widzi streszczenie.</translation>
        </message>
        <message>
            <source>The window has moved on: the model no longer sees the faded messages above.</source>
            <translation>Okno przesunęło się dalej: model nie widzi już wyblakłych wiadomości powyżej.</translation>
        </message>
        <message>
            <source>Show summary</source>
            <translation>Pokaż streszczenie</translation>
        </message>
        <message>
            <source>Let it see them again</source>
            <translation>Pokaż je modelowi znowu</translation>
        </message>
        <message>
            <source>When full …</source>
            <translation>Gdy się zapełni …</translation>
        </message>
        <message>
            <source>Hide summary</source>
            <translation>Ukryj streszczenie</translation>
        </message>
        <message>
            <source>Ask me</source>
            <translation>Pytaj</translation>
        </message>
        <message>
            <source>The answer ends, and you choose.</source>
            <translation>Odpowiedź się kończy, a wybór należy do użytkownika.</translation>
        </message>
        <message>
            <source>Leave out oldest messages</source>
            <translation>Pomijaj najstarsze wiadomości</translation>
        </message>
        <message>
            <source>Down to half, so that many turns pass until the next time.</source>
            <translation>Do połowy, aby do następnego razu minęło wiele wypowiedzi.</translation>
        </message>
        <message>
            <source>Summarise oldest</source>
            <translation>Streszczaj najstarsze</translation>
        </message>
        <message>
            <source>The model first writes a summary, and goes on with that.</source>
            <translation>Model najpierw pisze streszczenie i pracuje z nim dalej.</translation>
        </message>
        <message>
            <source>Endless window</source>
            <translation>Okno bez końca</translation>
        </message>
        <message>
            <source>It sees the beginning and the newest part, also while it writes.</source>
            <translation>Widzi początek i najnowszą część, także podczas pisania.</translation>
        </message>
        <message>
            <source>Change …</source>
            <translation>Zmień …</translation>
        </message>
        <message>
            <source>Change what happens when the context is full</source>
            <translation>Zmień, co się dzieje, gdy kontekst jest pełny</translation>
        </message>
        <message>
            <source>This chat fills {percent}% of the model's context. When it is full, {what}.</source>
            <translation>Ta rozmowa zajmuje {percent}% kontekstu modelu. Gdy się zapełni, {what}.</translation>
        </message>
        <message>
            <source>New name of the folder</source>
            <translation>Nowa nazwa folderu</translation>
        </message>
        <message>
            <source>New title</source>
            <translation>Nowy tytuł</translation>
        </message>
        <message>
            <source>Archive</source>
            <translation>Archiwum</translation>
        </message>
        <message>
            <source>Trash</source>
            <translation>Kosz</translation>
        </message>
        <message>
            <source>No chat yet.</source>
            <translation>Nie ma jeszcze rozmów.</translation>
        </message>
        <message>
            <source>Nothing is archived. Chats that you archive are kept here, and searched like all others.</source>
            <translation>Archiwum jest puste. Zarchiwizowane rozmowy są przechowywane tutaj i przeszukiwane tak jak inne.</translation>
        </message>
        <message>
            <source>The trash is empty.</source>
            <translation>Kosz jest pusty.</translation>
        </message>
        <message>
            <source>Deleted chats are kept for 30 days.</source>
            <translation>Usunięte rozmowy są przechowywane przez 30 dni.</translation>
        </message>
        <message>
            <source>Empty trash …</source>
            <translation>Opróżnij kosz …</translation>
        </message>
        <message>
            <source>{view}: choose chats, archive or trash</source>
            <translation>{view}: wybierz rozmowy, archiwum lub kosz</translation>
        </message>
        <message>
            <source>Search the trash</source>
            <translation>Szukaj w koszu</translation>
        </message>
        <message>
            <source>Search chats</source>
            <translation>Szukaj w rozmowach</translation>
        </message>
        <message>
            <source>Search titles in the trash</source>
            <translation>Szukaj tytułów w koszu</translation>
        </message>
        <message>
            <source>More: temporary chat, import, export</source>
            <translation>Więcej: rozmowa tymczasowa, import, eksport</translation>
        </message>
        <message>
            <source>Choose what is listed</source>
            <translation>Wybierz, co jest na liście</translation>
        </message>
        <message>
            <source>More</source>
            <translation>Więcej</translation>
        </message>
        <message>
            <source>New temporary chat</source>
            <translation>Nowa rozmowa tymczasowa</translation>
        </message>
        <message>
            <source>Import …</source>
            <translation>Importuj …</translation>
        </message>
        <message>
            <source>No chat contains “{words}”.</source>
            <translation>Żadna rozmowa nie zawiera „{words}”.</translation>
        </message>
        <message>
            <source>The first {count} chats are shown. Another word finds fewer.</source>
            <translation>Pokazano pierwsze rozmowy ({count}). Kolejne słowo zawęzi wynik.</translation>
        </message>
        <message>
            <source>temporary</source>
            <translation>tymczasowa</translation>
        </message>
        <message>
            <source>archived</source>
            <translation>w archiwum</translation>
        </message>
        <message>
            <source>in {folder}</source>
            <translation>w folderze {folder}</translation>
        </message>
        <message>
            <source>cache: {where}</source>
            <translation>pamięć podręczna: {where}</translation>
        </message>
        <message numerus="yes">
            <source>{name}, group of %n chats, open</source>
            <translation>
                <numerusform>{name}, grupa, %n rozmowa, otwarta</numerusform>
                <numerusform>{name}, grupa, %n rozmowy, otwarta</numerusform>
                <numerusform>{name}, grupa, %n rozmów, otwarta</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{name}, group of %n chats, closed</source>
            <translation>
                <numerusform>{name}, grupa, %n rozmowa, zamknięta</numerusform>
                <numerusform>{name}, grupa, %n rozmowy, zamknięta</numerusform>
                <numerusform>{name}, grupa, %n rozmów, zamknięta</numerusform>
            </translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>Przypięte</translation>
        </message>
        <message>
            <source>Other chats</source>
            <translation>Pozostałe rozmowy</translation>
        </message>
        <message>
            <source>Tokens reused</source>
            <translation>Tokeny użyte ponownie</translation>
        </message>
        <message>
            <source>Of prompts: found in the cache, and not computed again.</source>
            <translation>Z promptów: znalezione w pamięci podręcznej i nieliczone ponownie.</translation>
        </message>
        <message>
            <source>Tokens read</source>
            <translation>Tokeny przeczytane</translation>
        </message>
        <message>
            <source>Of prompts: computed.</source>
            <translation>Z promptów: obliczone.</translation>
        </message>
        <message>
            <source>Hit rate</source>
            <translation>Odsetek trafień</translation>
        </message>
        <message>
            <source>What part of all prompts came from the cache.</source>
            <translation>Jaka część wszystkich promptów pochodzi z pamięci podręcznej.</translation>
        </message>
        <message>
            <source>Tokens generated</source>
            <translation>Tokeny wygenerowane</translation>
        </message>
        <message>
            <source>Of all answers, titles and summaries.</source>
            <translation>Ze wszystkich odpowiedzi, tytułów i streszczeń.</translation>
        </message>
        <message>
            <source>Moved to RAM</source>
            <translation>Przeniesione do RAM</translation>
        </message>
        <message>
            <source>Caches that left the graphics card for this computer’s memory.</source>
            <translation>Pamięci podręczne przeniesione z karty graficznej do pamięci komputera.</translation>
        </message>
        <message>
            <source>Brought back from RAM</source>
            <translation>Sprowadzone z RAM</translation>
        </message>
        <message>
            <source>Caches that returned to the graphics card.</source>
            <translation>Pamięci podręczne, które wróciły na kartę graficzną.</translation>
        </message>
        <message>
            <source>By the cache.</source>
            <translation>Przez pamięć podręczną.</translation>
        </message>
        <message>
            <source>Caches that were brought back.</source>
            <translation>Pamięci podręczne, które sprowadzono z powrotem.</translation>
        </message>
        <message>
            <source>Blocks evicted</source>
            <translation>Bloki wyparte</translation>
        </message>
        <message>
            <source>Blocks that had to leave the device because others needed the room.</source>
            <translation>Bloki, które musiały opuścić urządzenie, bo inne potrzebowały miejsca.</translation>
        </message>
        <message>
            <source>Blocks packed smaller</source>
            <translation>Bloki upakowane mocniej</translation>
        </message>
        <message>
            <source>To make room, or because you asked for it.</source>
            <translation>Aby zrobić miejsce albo na życzenie.</translation>
        </message>
        <message>
            <source>Since the engine started</source>
            <translation>Od uruchomienia silnika</translation>
        </message>
        <message>
            <source>The name that inference servers give to this: what part of the cache’s budget answers need that are being written now. At 1 the next one has to wait. What is only kept warm counts as free.</source>
            <translation>Tak nazywają to serwery modeli: jaką część budżetu pamięci podręcznej zajmują powstające teraz odpowiedzi. Przy 1 następna musi czekać. To, co jest tylko w gotowości, liczy się jako wolne.</translation>
        </message>
        <message>
            <source>{share} %</source>
            <translation>{share}%</translation>
        </message>
        <message>
            <source>Diagnostics</source>
            <translation>Diagnostyka</translation>
        </message>
        <message>
            <source>Copy all</source>
            <translation>Kopiuj wszystko</translation>
        </message>
        <message>
            <source>Names no chat and no word of yours. Paths may have your name in them.</source>
            <translation>Nie ma tu żadnej rozmowy ani żadnego wpisanego słowa. Ścieżki mogą zawierać nazwę użytkownika.</translation>
        </message>
        <message>
            <source>Platform of the window</source>
            <translation>Platforma okna</translation>
        </message>
        <message>
            <source>Screen</source>
            <translation>Ekran</translation>
        </message>
        <message>
            <source>Nothing is being fetched. Models are found under “Recommended” and “Search”.</source>
            <translation>Nic nie jest pobierane. Modele są w „Polecane” i „Szukaj”.</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>Wstrzymaj</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>Kontynuuj</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Wczytaj</translation>
        </message>
        <message>
            <source>Take off the list</source>
            <translation>Usuń z listy</translation>
        </message>
        <message>
            <source>Pause {model}</source>
            <translation>Wstrzymaj {model}</translation>
        </message>
        <message>
            <source>Go on with {model}</source>
            <translation>Kontynuuj {model}</translation>
        </message>
        <message>
            <source>Load {model}</source>
            <translation>Wczytaj {model}</translation>
        </message>
        <message>
            <source>Take {model} off the list</source>
            <translation>Usuń {model} z listy</translation>
        </message>
        <message>
            <source>Attachments</source>
            <translation>Załączniki</translation>
        </message>
        <message>
            <source>being read …</source>
            <translation>czytanie …</translation>
        </message>
        <message>
            <source>{percent}% of the context</source>
            <translation>{percent}% kontekstu</translation>
        </message>
        <message numerus="yes">
            <source>With this message the chat fills {percent}% of the model's context, which has room for %n tokens.</source>
            <translation>
                <numerusform>Z tą wiadomością rozmowa zajmie {percent}% kontekstu modelu, w którym mieści się %n token.</numerusform>
                <numerusform>Z tą wiadomością rozmowa zajmie {percent}% kontekstu modelu, w którym mieszczą się %n tokeny.</numerusform>
                <numerusform>Z tą wiadomością rozmowa zajmie {percent}% kontekstu modelu, w którym mieści się %n tokenów.</numerusform>
            </translation>
        </message>
        <message>
            <source>Drop files here to attach them</source>
            <translation>Upuść tu pliki, aby je załączyć</translation>
        </message>
        <message>
            <source>Set up or repair the engine</source>
            <translation>Skonfiguruj lub napraw silnik</translation>
        </message>
        <message>
            <source>Something may be missing or damaged in what runs the models.</source>
            <translation>W tym, co uruchamia modele, może czegoś brakować lub coś może być uszkodzone.</translation>
        </message>
        <message>
            <source>Look and repair …</source>
            <translation>Sprawdź i napraw …</translation>
        </message>
        <message>
            <source>Chats can be read, searched and exported meanwhile; only answers need this. It can be stopped at any time and goes on where it was.</source>
            <translation>W tym czasie rozmowy można czytać, przeszukiwać i eksportować; jest to potrzebne tylko do odpowiedzi. Można to w każdej chwili zatrzymać i potem kontynuować.</translation>
        </message>
        <message>
            <source>There is no build of torch for this version of Python. A newer Kvasir may have one.</source>
            <translation>Nie ma wersji torch dla tego Pythona. Może ją mieć nowszy Kvasir.</translation>
        </message>
        <message>
            <source>Set up Kvasir</source>
            <translation>Konfiguracja programu Kvasir</translation>
        </message>
        <message>
            <source>Build of torch</source>
            <translation>Wersja torch</translation>
        </message>
        <message>
            <source>Setting up the engine</source>
            <translation>Konfigurowanie silnika</translation>
        </message>
        <message>
            <source>Fetch and install</source>
            <translation>Pobierz i zainstaluj</translation>
        </message>
        <message>
            <source>From a folder …</source>
            <translation>Z folderu …</translation>
        </message>
        <message>
            <source>What runs the models is set up</source>
            <translation>To, co uruchamia modele, jest konfigurowane</translation>
        </message>
        <message>
            <source>What runs the models is fetched once</source>
            <translation>To, co uruchamia modele, pobiera się raz</translation>
        </message>
        <message>
            <source>Later</source>
            <translation>Później</translation>
        </message>
        <message>
            <source>{download} to fetch, {needed} on the disk, where {free} are free</source>
            <translation>{download} do pobrania, {needed} na dysku, gdzie wolne jest {free}</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>Wstrzymano</translation>
        </message>
        <message>
            <source>Look and repair</source>
            <translation>Sprawdź i napraw</translation>
        </message>
        <message>
            <source>Folder with wheels</source>
            <translation>Folder z plikami wheel</translation>
        </message>
        <message>
            <source>What was not read, or not wholly</source>
            <translation>Czego nie odczytano albo nie w całości</translation>
        </message>
        <message numerus="yes">
            <source>%n conversations written</source>
            <translation>
                <numerusform>Zapisano %n rozmowę</numerusform>
                <numerusform>Zapisano %n rozmowy</numerusform>
                <numerusform>Zapisano %n rozmów</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n known already</source>
            <translation>
                <numerusform>%n już tu jest</numerusform>
                <numerusform>%n już tu są</numerusform>
                <numerusform>%n już tu jest</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>… i jeszcze %n</numerusform>
                <numerusform>… i jeszcze %n</numerusform>
                <numerusform>… i jeszcze %n</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing that exists is replaced: a number is added to a name that is taken.</source>
            <translation>Nic, co istnieje, nie zostanie zastąpione: do zajętej nazwy dodawany jest numer.</translation>
        </message>
        <message>
            <source>The branch that the chat shows, for reading and for notes.</source>
            <translation>Gałąź, którą pokazuje rozmowa; do czytania i do notatek.</translation>
        </message>
        <message>
            <source>The same as a page for any browser.</source>
            <translation>To samo jako strona dla dowolnej przeglądarki.</translation>
        </message>
        <message>
            <source>Everything, with all versions; Kvasir can import it again.</source>
            <translation>Wszystko, ze wszystkimi wersjami; Kvasir może to ponownie zaimportować.</translation>
        </message>
        <message>
            <source>Export conversations</source>
            <translation>Eksport rozmów</translation>
        </message>
        <message numerus="yes">
            <source>The %n chats that are selected</source>
            <translation>
                <numerusform>%n zaznaczona rozmowa</numerusform>
                <numerusform>%n zaznaczone rozmowy</numerusform>
                <numerusform>%n zaznaczonych rozmów</numerusform>
            </translation>
        </message>
        <message>
            <source>“{title}”</source>
            <translation>„{title}”</translation>
        </message>
        <message numerus="yes">
            <source>All chats, with the archived ones (%n)</source>
            <translation>
                <numerusform>Wszystkie rozmowy, także z archiwum (%n)</numerusform>
                <numerusform>Wszystkie rozmowy, także z archiwum (%n)</numerusform>
                <numerusform>Wszystkie rozmowy, także z archiwum (%n)</numerusform>
            </translation>
        </message>
        <message>
            <source>One zip file</source>
            <translation>Jeden plik zip</translation>
        </message>
        <message>
            <source>A folder with a file for each</source>
            <translation>Folder z plikiem dla każdej</translation>
        </message>
        <message>
            <source>Where to write</source>
            <translation>Gdzie zapisać</translation>
        </message>
        <message>
            <source>Browse …</source>
            <translation>Przeglądaj …</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>Eksportuj</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>Otwórz folder</translation>
        </message>
        <message>
            <source>What</source>
            <translation>Co</translation>
        </message>
        <message>
            <source>Previous hit (Shift+Enter)</source>
            <translation>Poprzednie trafienie (Shift+Enter)</translation>
        </message>
        <message>
            <source>Next hit (Enter)</source>
            <translation>Następne trafienie (Enter)</translation>
        </message>
        <message>
            <source>Close (Escape)</source>
            <translation>Zamknij (Escape)</translation>
        </message>
        <message>
            <source>{number} of {count}</source>
            <translation>{number} z {count}</translation>
        </message>
        <message>
            <source>Nothing found</source>
            <translation>Nic nie znaleziono</translation>
        </message>
        <message>
            <source>Searching …</source>
            <translation>Szukanie …</translation>
        </message>
        <message>
            <source>Fetch</source>
            <translation>Pobierz</translation>
        </message>
        <message>
            <source>Fetching the starter model</source>
            <translation>Pobieranie modelu startowego</translation>
        </message>
        <message>
            <source>Talk to language models that run on this computer. What you write stays here, and every chat stays warm: it goes on at once where it was, also after a restart.</source>
            <translation>Rozmowy z modelami językowymi, które działają na tym komputerze. To, co piszesz, zostaje tutaj, a każda rozmowa jest w gotowości: rusza dalej od razu, także po ponownym uruchomieniu.</translation>
        </message>
        <message>
            <source>Welcome to Kvasir</source>
            <translation>Witaj w programie Kvasir</translation>
        </message>
        <message>
            <source>Choose a model to begin with</source>
            <translation>Wybierz model na początek</translation>
        </message>
        <message>
            <source>Small and quick, runs on any computer · {size} · licence {licence}</source>
            <translation>Mały i szybki, działa na każdym komputerze · {size} · licencja {licence}</translation>
        </message>
        <message>
            <source>Use a GGUF file …</source>
            <translation>Użyj pliku GGUF …</translation>
        </message>
        <message>
            <source>Use a folder …</source>
            <translation>Użyj folderu …</translation>
        </message>
        <message>
            <source>Find models …</source>
            <translation>Znajdź modele …</translation>
        </message>
        <message>
            <source>Fetch the starter model</source>
            <translation>Pobierz model startowy</translation>
        </message>
        <message>
            <source>Use</source>
            <translation>Użyj</translation>
        </message>
        <message>
            <source>Use {model}</source>
            <translation>Użyj {model}</translation>
        </message>
        <message>
            <source>fits</source>
            <translation>mieści się</translation>
        </message>
        <message>
            <source>probably too large for this machine</source>
            <translation>prawdopodobnie za duży dla tego komputera</translation>
        </message>
        <message>
            <source>Found on this computer · {size} · {room}</source>
            <translation>Znaleziony na tym komputerze · {size} · {room}</translation>
        </message>
        <message>
            <source>Larger ones that this computer runs well: {names}.</source>
            <translation>Większe, z którymi ten komputer dobrze sobie radzi: {names}.</translation>
        </message>
        <message>
            <source>Getting ready …</source>
            <translation>Przygotowywanie …</translation>
        </message>
        <message>
            <source>None with a driver: models run on the processor</source>
            <translation>Brak karty ze sterownikiem: modele działają na procesorze</translation>
        </message>
        <message>
            <source>{free} free</source>
            <translation>wolne {free}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>Zapisz</translation>
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
                <numerusform>%n bajtów</numerusform>
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
            <translation>wczoraj</translation>
        </message>
        <message>
            <source>Recommended models</source>
            <translation>Polecane modele</translation>
        </message>
        <message>
            <source>Good models to begin with; the largest that fit into {size} come first.</source>
            <translation>Dobre modele na początek; najpierw największe, które mieszczą się w {size}.</translation>
        </message>
        <message>
            <source>Models that were found</source>
            <translation>Znalezione modele</translation>
        </message>
        <message>
            <source>Search the Hugging Face Hub</source>
            <translation>Szukaj w Hugging Face Hub</translation>
        </message>
        <message>
            <source>Searching</source>
            <translation>Szukanie</translation>
        </message>
        <message>
            <source>Nothing on the Hub has these words in its name.</source>
            <translation>Nic na Hubie nie ma tych słów w nazwie.</translation>
        </message>
        <message>
            <source>The most popular models:</source>
            <translation>Najpopularniejsze modele:</translation>
        </message>
        <message>
            <source>gated</source>
            <translation>wymaga zgody</translation>
        </message>
        <message>
            <source>private</source>
            <translation>prywatny</translation>
        </message>
        <message>
            <source>What every chat begins with that has none of its own. The model reads it before all else.</source>
            <translation>Od tego zaczyna się każda rozmowa, która nie ma własnego. Model czyta go przed wszystkim innym.</translation>
        </message>
        <message>
            <source>Sampling</source>
            <translation>Próbkowanie</translation>
        </message>
        <message>
            <source>An empty field takes what the model's maker recommends. A chat can have settings of its own.</source>
            <translation>Puste pole oznacza wartość zalecaną przez twórcę modelu. Rozmowa może mieć własne ustawienia.</translation>
        </message>
        <message>
            <source>Thinking before answers</source>
            <translation>Myślenie przed odpowiedzią</translation>
        </message>
        <message>
            <source>Think before answers</source>
            <translation>Myśl przed odpowiedzią</translation>
        </message>
        <message>
            <source>How it works</source>
            <translation>Jak to działa</translation>
        </message>
        <message>
            <source>Pages</source>
            <translation>Strony</translation>
        </message>
        <message>
            <source>A cache, token by token</source>
            <translation>Token po tokenie</translation>
        </message>
        <message>
            <source>Keys and values</source>
            <translation>Klucze i wartości</translation>
        </message>
        <message>
            <source>What a change costs</source>
            <translation>Ile kosztuje zmiana</translation>
        </message>
        <message>
            <source>Kinds of attention</source>
            <translation>Rodzaje mechanizmu uwagi</translation>
        </message>
        <message>
            <source>Length of the conversation in tokens</source>
            <translation>Długość rozmowy w tokenach</translation>
        </message>
        <message>
            <source>What one conversation of this length would take if the model’s layers kept it in other ways, reckoned from its own layers and heads. What is not packed is kept in the numbers that the model computes with. How the model and this program really do it is marked.</source>
            <translation>Ile zajęłaby jedna rozmowa tej długości, gdyby warstwy modelu przechowywały ją inaczej; obliczono z jego własnych warstw i głowic. To, co nieupakowane, jest w liczbach, na których liczy model. Zaznaczono, jak model i ten program robią to naprawdę.</translation>
        </message>
        <message>
            <source>This model has no attention: its layers keep a state of one size.</source>
            <translation>Ten model nie ma mechanizmu uwagi: jego warstwy przechowują stan stałej wielkości.</translation>
        </message>
        <message>
            <source>✓ {name}</source>
            <translation>✓ {name}</translation>
        </message>
        <message>
            <source>{name}, as it is here</source>
            <translation>{name}, tak jest tutaj</translation>
        </message>
        <message>
            <source>Multi-head (MHA), {heads} heads</source>
            <translation>Wiele głowic (MHA), głowice: {heads}</translation>
        </message>
        <message>
            <source>Each head that asks has keys and values of its own.</source>
            <translation>Każda pytająca głowica ma własne klucze i wartości.</translation>
        </message>
        <message>
            <source>Grouped (GQA), {heads} heads</source>
            <translation>Grupowana (GQA), głowice: {heads}</translation>
        </message>
        <message>
            <source>Several heads that ask share one head of keys and values.</source>
            <translation>Kilka pytających głowic dzieli jedną głowicę kluczy i wartości.</translation>
        </message>
        <message>
            <source>Multi-query (MQA), 1 head</source>
            <translation>Wspólna (MQA), 1 głowica</translation>
        </message>
        <message>
            <source>All heads that ask share one head of keys and values.</source>
            <translation>Wszystkie pytające głowice dzielą jedną głowicę kluczy i wartości.</translation>
        </message>
        <message>
            <source>Latent (MLA)</source>
            <translation>Ukryta (MLA)</translation>
        </message>
        <message>
            <source>Keys and values of all heads are kept as one short list of numbers and unfolded when they are read.</source>
            <translation>Klucze i wartości wszystkich głowic są przechowywane jako jedna krótka lista liczb i rozwijane przy czytaniu.</translation>
        </message>
        <message>
            <source>Sliding windows, {tokens} tokens</source>
            <translation>Przesuwane okna, tokeny: {tokens}</translation>
        </message>
        <message>
            <source>Most layers see the last tokens only, and need to keep no others.</source>
            <translation>Większość warstw widzi tylko ostatnie tokeny i innych nie musi przechowywać.</translation>
        </message>
        <message>
            <source>This model, packed to 8 bits</source>
            <translation>Ten model, upakowany do 8 bitów</translation>
        </message>
        <message>
            <source>Numbers are rounded to 8 bits, scales counted.</source>
            <translation>Liczby zaokrąglone do 8 bitów, wliczając skale.</translation>
        </message>
        <message>
            <source>This model, packed to 4 bits</source>
            <translation>Ten model, upakowany do 4 bitów</translation>
        </message>
        <message>
            <source>Numbers are rounded to 4 bits, scales counted.</source>
            <translation>Liczby zaokrąglone do 4 bitów, wliczając skale.</translation>
        </message>
        <message>
            <source>In one piece, for {tokens} tokens</source>
            <translation>W jednym kawałku, tokeny: {tokens}</translation>
        </message>
        <message>
            <source>Room for the longest text is set aside at once, however short the text is.</source>
            <translation>Miejsce na najdłuższy tekst jest rezerwowane od razu, choćby tekst był krótki.</translation>
        </message>
        <message>
            <source>In blocks of {tokens} tokens</source>
            <translation>W blokach po {tokens} tokenów</translation>
        </message>
        <message>
            <source>Room is taken as the text grows, and blocks that are alike are kept once for all chats.</source>
            <translation>Miejsce jest zajmowane w miarę wzrostu tekstu, a jednakowe bloki są przechowywane raz dla wszystkich rozmów.</translation>
        </message>
        <message>
            <source>Keys and values of each layer</source>
            <translation>Klucze i wartości każdej warstwy</translation>
        </message>
        <message>
            <source>Each layer keeps, for each token, a key that later tokens compare themselves with, and a value that they take from it. Several heads that ask may share one that answers; that is what makes a cache small before anything is packed.</source>
            <translation>Każda warstwa przechowuje dla każdego tokena klucz, z którym porównują się późniejsze tokeny, i wartość, którą z niego biorą. Kilka pytających głowic może dzielić jedną odpowiadającą; dzięki temu pamięć podręczna jest mała, zanim cokolwiek zostanie upakowane.</translation>
        </message>
        <message numerus="yes">
            <source>Over all %n layers, one token takes {exact} exactly and {packed} in the format {format}.</source>
            <translation>
                <numerusform>W %n warstwie jeden token zajmuje {exact} dokładnie i {packed} w formacie {format}.</numerusform>
                <numerusform>We wszystkich %n warstwach jeden token zajmuje {exact} dokładnie i {packed} w formacie {format}.</numerusform>
                <numerusform>We wszystkich %n warstwach jeden token zajmuje {exact} dokładnie i {packed} w formacie {format}.</numerusform>
            </translation>
        </message>
        <message>
            <source>Layer</source>
            <translation>Warstwa</translation>
        </message>
        <message>
            <source>Keeps</source>
            <translation>Przechowuje</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>Klucze</translation>
        </message>
        <message>
            <source>Values</source>
            <translation>Wartości</translation>
        </message>
        <message>
            <source>Keys, bytes</source>
            <translation>Klucze, B</translation>
        </message>
        <message>
            <source>Values, bytes</source>
            <translation>Wartości, B</translation>
        </message>
        <message>
            <source>Packed, bytes</source>
            <translation>Upakowane, B</translation>
        </message>
        <message>
            <source>{heads} × {numbers}</source>
            <translation>{heads} × {numbers}</translation>
        </message>
        <message>
            <source>all tokens</source>
            <translation>wszystkie tokeny</translation>
        </message>
        <message>
            <source>keys and values of all tokens</source>
            <translation>klucze i wartości wszystkich tokenów</translation>
        </message>
        <message>
            <source>last {window} tokens</source>
            <translation>ostatnie {window} tokenów</translation>
        </message>
        <message>
            <source>keys and values of the last {window} tokens</source>
            <translation>klucze i wartości ostatnich {window} tokenów</translation>
        </message>
        <message>
            <source>latents</source>
            <translation>ukryte wektory</translation>
        </message>
        <message>
            <source>compressed latents of all tokens</source>
            <translation>skompresowane ukryte wektory wszystkich tokenów</translation>
        </message>
        <message>
            <source>one state</source>
            <translation>jeden stan</translation>
        </message>
        <message>
            <source>one state, however long the text</source>
            <translation>jeden stan, niezależnie od długości tekstu</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>nic</translation>
        </message>
        <message>
            <source>nothing of its own</source>
            <translation>nic własnego</translation>
        </message>
        <message>
            <source>System prompt, on trial</source>
            <translation>Prompt systemowy, na próbę</translation>
        </message>
        <message>
            <source>As it is</source>
            <translation>Bez zmian</translation>
        </message>
        <message>
            <source>With this system prompt</source>
            <translation>Z tym promptem systemowym</translation>
        </message>
        <message>
            <source>block found in the cache</source>
            <translation>blok znaleziony w pamięci podręcznej</translation>
        </message>
        <message>
            <source>block that is read again</source>
            <translation>blok czytany ponownie</translation>
        </message>
        <message>
            <source>Keys and values of a token depend on every token before it. So a cache holds as far as the next prompt begins like the one before, and not a token further. Change a word of the system prompt of the open chat and see where that is; nothing of it is kept.</source>
            <translation>Klucze i wartości tokena zależą od każdego wcześniejszego tokena. Pamięć podręczna sięga więc tak daleko, jak daleko następny prompt zaczyna się tak samo jak poprzedni, i ani tokena dalej. Zmień słowo w prompcie systemowym otwartej rozmowy i zobacz, gdzie to jest; nic z tego nie zostanie zachowane.</translation>
        </message>
        <message>
            <source>{cached} of {tokens} tokens are in the cache; {read} are read.</source>
            <translation>Tokeny w pamięci podręcznej: {cached} z {tokens}; do przeczytania: {read}.</translation>
        </message>
        <message>
            <source>It begins to differ at token {token}.</source>
            <translation>Różnica zaczyna się od tokena {token}.</translation>
        </message>
        <message>
            <source>Why is the sky blue?</source>
            <translation>Dlaczego niebo jest niebieskie?</translation>
        </message>
        <message>
            <source>Question</source>
            <translation>Pytanie</translation>
        </message>
        <message>
            <source>Try it</source>
            <translation>Wypróbuj</translation>
        </message>
        <message>
            <source>With a cache</source>
            <translation>Z pamięcią podręczną</translation>
        </message>
        <message>
            <source>Without a cache</source>
            <translation>Bez pamięci podręcznej</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>Wstecz</translation>
        </message>
        <message>
            <source>Next token</source>
            <translation>Następny token</translation>
        </message>
        <message>
            <source>Play</source>
            <translation>Odtwórz</translation>
        </message>
        <message>
            <source>computed for this token</source>
            <translation>obliczane dla tego tokena</translation>
        </message>
        <message>
            <source>keys and values remembered</source>
            <translation>zapamiętane klucze i wartości</translation>
        </message>
        <message>
            <source>A model writes one token at a time, and each token looks back at all before it. What it needs of them are their keys and values. With a cache they are remembered. Without one, all of them are computed again for every token.</source>
            <translation>Model pisze po jednym tokenie, a każdy token ogląda się na wszystkie poprzednie. Potrzebuje ich kluczy i wartości. Z pamięcią podręczną są one zapamiętane. Bez niej wszystkie są liczone od nowa dla każdego tokena.</translation>
        </message>
        <message>
            <source>The model computes both ways …</source>
            <translation>Model liczy na oba sposoby …</translation>
        </message>
        <message>
            <source>Answer so far: {text}</source>
            <translation>Dotychczasowa odpowiedź: {text}</translation>
        </message>
        <message>
            <source>Token {place} of the answer</source>
            <translation>{place}. token odpowiedzi</translation>
        </message>
        <message>
            <source>First token: the whole prompt is read, either way</source>
            <translation>Pierwszy token: w obu przypadkach czytany jest cały prompt</translation>
        </message>
        <message>
            <source>Together so far: {cached} tokens computed with a cache, {uncached} without, {times} times as many.</source>
            <translation>Dotąd razem: {cached} obliczonych tokenów z pamięcią podręczną, {uncached} bez niej, {times} razy więcej.</translation>
        </message>
        <message>
            <source>Tokens computed</source>
            <translation>Obliczone tokeny</translation>
        </message>
        <message>
            <source>Bytes read</source>
            <translation>Przeczytane bajty</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>Czas</translation>
        </message>
        <message>
            <source>{computed} of {total} tokens computed, {kept} remembered</source>
            <translation>obliczone tokeny: {computed} z {total}, zapamiętane: {kept}</translation>
        </message>
        <message>
            <source>{weights} of weights + {cache} of cache</source>
            <translation>{weights} wag + {cache} pamięci podręcznej</translation>
        </message>
        <message>
            <source>{weights} of weights</source>
            <translation>{weights} wag</translation>
        </message>
        <message>
            <source>{milliseconds} ms</source>
            <translation>{milliseconds} ms</translation>
        </message>
        <message>
            <source>From ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT and Kvasir itself: zips, JSON files and folders, as those programs export them. What is here already is left as it is, so an import can be repeated.</source>
            <translation>Z ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT i samego programu Kvasir: pliki zip, JSON i foldery takie, jak eksportują je te programy. To, co już tu jest, pozostaje bez zmian, więc import można powtarzać.</translation>
        </message>
        <message>
            <source>Files can also be dropped here.</source>
            <translation>Pliki można też tu upuścić.</translation>
        </message>
        <message>
            <source>Import conversations</source>
            <translation>Import rozmów</translation>
        </message>
        <message>
            <source>Choose folder …</source>
            <translation>Wybierz folder …</translation>
        </message>
        <message>
            <source>Choose files …</source>
            <translation>Wybierz pliki …</translation>
        </message>
        <message>
            <source>Exports (*.zip *.json *.jsonl);;All files (*)</source>
            <translation>Pliki eksportu (*.zip *.json *.jsonl);;Wszystkie pliki (*)</translation>
        </message>
        <message>
            <source>Choose a folder</source>
            <translation>Wybór folderu</translation>
        </message>
        <message>
            <source>Choose exported files</source>
            <translation>Wybór wyeksportowanych plików</translation>
        </message>
        <message>
            <source>Architecture: {name}</source>
            <translation>Architektura: {name}</translation>
        </message>
        <message>
            <source>Layers: {words}</source>
            <translation>Warstwy: {words}</translation>
        </message>
        <message>
            <source>Cache for each token: {exact} exact, {packed} as {format}</source>
            <translation>Pamięć podręczna na token: {exact} dokładnie, {packed} jako {format}</translation>
        </message>
        <message>
            <source>The engine looks at its config …</source>
            <translation>Silnik sprawdza konfigurację …</translation>
        </message>
        <message>
            <source>Self-check and way of attention: known once it is loaded</source>
            <translation>Samokontrola i mechanizm uwagi: znane po wczytaniu</translation>
        </message>
        <message>
            <source>it does not think</source>
            <translation>nie myśli</translation>
        </message>
        <message>
            <source>it always thinks</source>
            <translation>zawsze myśli</translation>
        </message>
        <message>
            <source>it thinks if it is told to</source>
            <translation>myśli na polecenie</translation>
        </message>
        <message>
            <source>Chat template: its own</source>
            <translation>Szablon rozmowy: własny</translation>
        </message>
        <message>
            <source>Chat template: none, a plain one is used</source>
            <translation>Szablon rozmowy: brak, używany jest prosty</translation>
        </message>
        <message>
            <source>Chat template and thinking: known once it is loaded</source>
            <translation>Szablon rozmowy i myślenie: znane po wczytaniu</translation>
        </message>
        <message>
            <source>it may think</source>
            <translation>może myśleć</translation>
        </message>
        <message>
            <source>Models on this computer</source>
            <translation>Modele na tym komputerze</translation>
        </message>
        <message>
            <source>No model was found on this computer.</source>
            <translation>Na tym komputerze nie znaleziono modelu.</translation>
        </message>
        <message>
            <source>Unload</source>
            <translation>Zwolnij</translation>
        </message>
        <message>
            <source>Memory that it takes …</source>
            <translation>Ile pamięci zajmie …</translation>
        </message>
        <message>
            <source>Delete …</source>
            <translation>Usuń …</translation>
        </message>
        <message>
            <source>Add GGUF file …</source>
            <translation>Dodaj plik GGUF …</translation>
        </message>
        <message>
            <source>Add folder …</source>
            <translation>Dodaj folder …</translation>
        </message>
        <message>
            <source>incomplete</source>
            <translation>niepełny</translation>
        </message>
        <message>
            <source>loaded</source>
            <translation>wczytany</translation>
        </message>
        <message>
            <source>Delete {model}?</source>
            <translation>Usunąć {model}?</translation>
        </message>
        <message>
            <source>{model} was deleted; {size} are free again.</source>
            <translation>Usunięto {model}; zwolniło się {size}.</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>Skróty klawiszowe</translation>
        </message>
        <message>
            <source>Find a command or a key</source>
            <translation>Znajdź polecenie lub klawisz</translation>
        </message>
        <message>
            <source>Commands and their keys</source>
            <translation>Polecenia i ich klawisze</translation>
        </message>
        <message>
            <source>No key</source>
            <translation>Bez klawisza</translation>
        </message>
        <message>
            <source>Usual key</source>
            <translation>Domyślny</translation>
        </message>
        <message>
            <source>Give it to this command</source>
            <translation>Przydziel temu poleceniu</translation>
        </message>
        <message>
            <source>All usual keys</source>
            <translation>Wszystkie domyślne</translation>
        </message>
        <message>
            <source>cannot be changed</source>
            <translation>nie można zmienić</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>zmieniony</translation>
        </message>
        <message>
            <source>New key of “{command}”</source>
            <translation>Nowy klawisz polecenia „{command}”</translation>
        </message>
        <message>
            <source>{key} has its own meaning in every box. Press another key.</source>
            <translation>{key} ma własne znaczenie w każdym polu. Naciśnij inny klawisz.</translation>
        </message>
        <message>
            <source>{key} belongs to “{command}”, which would then have none.</source>
            <translation>{key} należy do polecenia „{command}”, które zostałoby bez klawisza.</translation>
        </message>
        <message>
            <source>“{command}” has the key {key}.</source>
            <translation>Polecenie „{command}” ma klawisz {key}.</translation>
        </message>
        <message>
            <source>Exact (largest)</source>
            <translation>Dokładny (największy)</translation>
        </message>
        <message>
            <source>Kept as the model computed it: the most memory, nothing rounded.</source>
            <translation>Tak, jak obliczył model: najwięcej pamięci, nic nie jest zaokrąglane.</translation>
        </message>
        <message>
            <source>8-bit (recommended)</source>
            <translation>8-bitowy (zalecany)</translation>
        </message>
        <message>
            <source>About half the memory; answers stay practically the same.</source>
            <translation>Około połowy pamięci; odpowiedzi pozostają praktycznie takie same.</translation>
        </message>
        <message>
            <source>8-bit keys, 4-bit values</source>
            <translation>Klucze 8-bitowe, wartości 4-bitowe</translation>
        </message>
        <message>
            <source>Two fifths of the memory, hardly a difference.</source>
            <translation>Dwie piąte pamięci, prawie bez różnicy.</translation>
        </message>
        <message>
            <source>4-bit (smallest)</source>
            <translation>4-bitowy (najmniejszy)</translation>
        </message>
        <message>
            <source>Less than a third of the memory; answers may differ a little.</source>
            <translation>Mniej niż jedna trzecia pamięci; odpowiedzi mogą się nieco różnić.</translation>
        </message>
        <message>
            <source>FP8 (for new graphics cards)</source>
            <translation>FP8 (dla nowych kart graficznych)</translation>
        </message>
        <message>
            <source>About half the memory, rounded more than in 8-bit.</source>
            <translation>Około połowy pamięci, zaokrąglane mocniej niż w 8-bitowym.</translation>
        </message>
        <message>
            <source>nothing is rounded</source>
            <translation>nic nie jest zaokrąglane</translation>
        </message>
        <message>
            <source>self-check: practically no difference</source>
            <translation>samokontrola: praktycznie bez różnicy</translation>
        </message>
        <message>
            <source>self-check: hardly any difference</source>
            <translation>samokontrola: prawie bez różnicy</translation>
        </message>
        <message>
            <source>self-check: small differences</source>
            <translation>samokontrola: małe różnice</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>Dziennik</translation>
        </message>
        <message>
            <source>The engine</source>
            <translation>Silnik</translation>
        </message>
        <message>
            <source>The window</source>
            <translation>Okno</translation>
        </message>
        <message>
            <source>Whose log</source>
            <translation>Czyj dziennik</translation>
        </message>
        <message>
            <source>Only lines with …</source>
            <translation>Tylko wiersze z …</translation>
        </message>
        <message>
            <source>Only lines with these words</source>
            <translation>Tylko wiersze z tymi słowami</translation>
        </message>
        <message>
            <source>Follow the end</source>
            <translation>Śledź koniec</translation>
        </message>
        <message>
            <source>Lines of the log</source>
            <translation>Wiersze dziennika</translation>
        </message>
        <message>
            <source>What is selected, or all lines that are shown.</source>
            <translation>Zaznaczony tekst albo wszystkie pokazane wiersze.</translation>
        </message>
        <message numerus="yes">
            <source>%n lines</source>
            <translation>
                <numerusform>%n wiersz</numerusform>
                <numerusform>%n wiersze</numerusform>
                <numerusform>%n wierszy</numerusform>
            </translation>
        </message>
        <message>
            <source>No line has these words.</source>
            <translation>Żaden wiersz nie zawiera tych słów.</translation>
        </message>
        <message>
            <source>Nothing was noted yet.</source>
            <translation>Nic jeszcze nie zanotowano.</translation>
        </message>
        <message>
            <source>Folders with models</source>
            <translation>Foldery z modelami</translation>
        </message>
        <message>
            <source>Show the folders</source>
            <translation>Pokaż foldery</translation>
        </message>
        <message>
            <source>Show the log</source>
            <translation>Pokaż dziennik</translation>
        </message>
        <message>
            <source>Choose a GGUF file</source>
            <translation>Wybór pliku GGUF</translation>
        </message>
        <message>
            <source>GGUF models (*.gguf);;All files (*)</source>
            <translation>Modele GGUF (*.gguf);;Wszystkie pliki (*)</translation>
        </message>
        <message>
            <source>Choose a folder with models</source>
            <translation>Wybór folderu z modelami</translation>
        </message>
        <message>
            <source>Start it again</source>
            <translation>Uruchom ponownie</translation>
        </message>
        <message>
            <source>Close and lose them</source>
            <translation>Zamknij i utrać je</translation>
        </message>
        <message>
            <source>Stay</source>
            <translation>Zostań</translation>
        </message>
        <message>
            <source>The last ten minutes</source>
            <translation>Ostatnie dziesięć minut</translation>
        </message>
        <message>
            <source>The engine does not run, so there is nothing to measure.</source>
            <translation>Silnik nie działa, więc nie ma czego mierzyć.</translation>
        </message>
        <message>
            <source>The engine is asked where its memory is.</source>
            <translation>Silnik sprawdza, gdzie ma pamięć.</translation>
        </message>
        <message>
            <source>Cache in use</source>
            <translation>Pamięć podręczna w użyciu</translation>
        </message>
        <message>
            <source>Keys and values that answers which are being written need.</source>
            <translation>Klucze i wartości potrzebne powstającym odpowiedziom.</translation>
        </message>
        <message>
            <source>Shared prefixes</source>
            <translation>Wspólne początki</translation>
        </message>
        <message>
            <source>What several chats begin with, kept once for all of them.</source>
            <translation>To, od czego zaczyna się kilka rozmów, przechowywane raz dla wszystkich.</translation>
        </message>
        <message>
            <source>What chats that wait can go on from at once. Given up, oldest first, when the room is needed.</source>
            <translation>To, od czego czekające rozmowy mogą od razu ruszyć dalej. Gdy potrzeba miejsca, zwalniane od najstarszych.</translation>
        </message>
        <message>
            <source>Parked cache</source>
            <translation>Odłożona pamięć podręczna</translation>
        </message>
        <message>
            <source>Caches that gave their place on the device to others, and are fetched when their chat goes on.</source>
            <translation>Pamięci podręczne, które ustąpiły innym miejsca na urządzeniu i są sprowadzane, gdy ich rozmowa rusza dalej.</translation>
        </message>
        <message>
            <source>Working space</source>
            <translation>Obszar roboczy</translation>
        </message>
        <message>
            <source>What the engine needs besides: its libraries, and the numbers between two layers.</source>
            <translation>Czego silnik potrzebuje poza tym: biblioteki i liczby między warstwami.</translation>
        </message>
        <message>
            <source>Other files</source>
            <translation>Inne pliki</translation>
        </message>
        <message>
            <source>Other programs</source>
            <translation>Inne programy</translation>
        </message>
        <message>
            <source>What is not the engine’s.</source>
            <translation>To, co nie należy do silnika.</translation>
        </message>
        <message>
            <source>What all other programs and the system take.</source>
            <translation>To, co zajmują wszystkie inne programy i system.</translation>
        </message>
        <message>
            <source>Not used by anybody.</source>
            <translation>Nieużywane przez nikogo.</translation>
        </message>
        <message>
            <source>{name} by {model}</source>
            <translation>{name}, {model}</translation>
        </message>
        <message>
            <source>Edit and ask again</source>
            <translation>Zmień i zapytaj ponownie</translation>
        </message>
        <message>
            <source>Answer again</source>
            <translation>Odpowiedz ponownie</translation>
        </message>
        <message>
            <source>Go on with this answer</source>
            <translation>Kontynuuj tę odpowiedź</translation>
        </message>
        <message>
            <source>More for this message</source>
            <translation>Więcej dla tej wiadomości</translation>
        </message>
        <message>
            <source>Previous version</source>
            <translation>Poprzednia wersja</translation>
        </message>
        <message>
            <source>Next version</source>
            <translation>Następna wersja</translation>
        </message>
        <message>
            <source>Version {number} of {count}</source>
            <translation>Wersja {number} z {count}</translation>
        </message>
        <message>
            <source>Pinned: kept in context. Unpin</source>
            <translation>Przypięta: zostaje w kontekście. Odepnij</translation>
        </message>
        <message>
            <source>Pin: keep in context</source>
            <translation>Przypnij: zostaw w kontekście</translation>
        </message>
        <message>
            <source>Edit answer …</source>
            <translation>Edytuj odpowiedź …</translation>
        </message>
        <message>
            <source>Copy as plain text</source>
            <translation>Kopiuj jako zwykły tekst</translation>
        </message>
        <message>
            <source>Fork chat from here</source>
            <translation>Rozgałęź rozmowę od tego miejsca</translation>
        </message>
        <message>
            <source>Delete this version, and what follows</source>
            <translation>Usuń tę wersję i dalszy ciąg</translation>
        </message>
        <message>
            <source>Delete, and what follows</source>
            <translation>Usuń wraz z dalszym ciągiem</translation>
        </message>
        <message>
            <source>Your message</source>
            <translation>Wiadomość użytkownika</translation>
        </message>
        <message>
            <source>The model no longer sees this message.</source>
            <translation>Model nie widzi już tej wiadomości.</translation>
        </message>
        <message>
            <source>Automatic (recommended)</source>
            <translation>Automatycznie (zalecane)</translation>
        </message>
        <message>
            <source>As they are stored</source>
            <translation>Tak, jak są zapisane</translation>
        </message>
        <message>
            <source>8-bit</source>
            <translation>8 bitów</translation>
        </message>
        <message>
            <source>4-bit</source>
            <translation>4 bity</translation>
        </message>
        <message numerus="yes">
            <source>Context: %n tokens</source>
            <translation>
                <numerusform>Kontekst: %n token</numerusform>
                <numerusform>Kontekst: %n tokeny</numerusform>
                <numerusform>Kontekst: %n tokenów</numerusform>
            </translation>
        </message>
        <message>
            <source>Runs on {server}</source>
            <translation>Działa na {server}</translation>
        </message>
        <message>
            <source>Cache: {format} · {result}</source>
            <translation>Pamięć podręczna: {format} · {result}</translation>
        </message>
        <message>
            <source>Attention: fast path · {kernels}</source>
            <translation>Mechanizm uwagi: szybka ścieżka · {kernels}</translation>
        </message>
        <message>
            <source>Attention: without the fast path · {note}</source>
            <translation>Mechanizm uwagi: bez szybkiej ścieżki · {note}</translation>
        </message>
        <message>
            <source>Weights: {form} · {size}</source>
            <translation>Wagi: {form} · {size}</translation>
        </message>
        <message>
            <source>The cache is kept as the model computed it.</source>
            <translation>Pamięć podręczna jest przechowywana tak, jak obliczył ją model.</translation>
        </message>
        <message>
            <source>When the model was tried on a test text, the probabilities that it gave to next words differed by {nats} nats on average (KL divergence) from those over an exact cache. 0 is no difference.</source>
            <translation>Podczas próby na tekście testowym prawdopodobieństwa następnych słów różniły się średnio o {nats} nata (dywergencja KL) od tych z dokładną pamięcią podręczną. 0 oznacza brak różnicy.</translation>
        </message>
        <message>
            <source>Getting the model ready</source>
            <translation>Przygotowywanie modelu</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>Wybierz model</translation>
        </message>
        <message>
            <source>Model: {name}, {state}</source>
            <translation>Model: {name}, {state}</translation>
        </message>
        <message>
            <source>not loaded</source>
            <translation>niewczytany</translation>
        </message>
        <message>
            <source>no model is loaded</source>
            <translation>nie wczytano modelu</translation>
        </message>
        <message>
            <source>loading, {stage}</source>
            <translation>wczytywanie, {stage}</translation>
        </message>
        <message>
            <source>ready</source>
            <translation>gotowy</translation>
        </message>
        <message>
            <source>fetching</source>
            <translation>pobieranie</translation>
        </message>
        <message>
            <source>Fetch {model}</source>
            <translation>Pobierz {model}</translation>
        </message>
        <message>
            <source>All models …</source>
            <translation>Wszystkie modele …</translation>
        </message>
        <message>
            <source>Looked through beside Kvasir's own folder and the Hugging Face cache. Models are used where they lie.</source>
            <translation>Przeszukiwane obok własnego folderu programu Kvasir i pamięci podręcznej Hugging Face. Modele są używane tam, gdzie leżą.</translation>
        </message>
        <message>
            <source>Remove from list</source>
            <translation>Usuń z listy</translation>
        </message>
        <message>
            <source>Loading</source>
            <translation>Wczytywanie</translation>
        </message>
        <message>
            <source>as much as the model was made for</source>
            <translation>tyle, ile przewiduje model</translation>
        </message>
        <message>
            <source>In tokens. A smaller one takes less memory.</source>
            <translation>W tokenach. Mniejszy zajmuje mniej pamięci.</translation>
        </message>
        <message>
            <source>What a model has learned, as it lies in memory. Smaller weights take less of it, and answers are written faster. They are tried on a test text when the model is loaded.</source>
            <translation>To, czego model się nauczył, w takiej postaci, w jakiej leży w pamięci. Mniejsze wagi zajmują jej mniej, a odpowiedzi powstają szybciej. Podczas wczytywania modelu są sprawdzane na tekście testowym.</translation>
        </message>
        <message>
            <source>Load the last model when Kvasir starts</source>
            <translation>Wczytuj ostatni model przy uruchomieniu programu Kvasir</translation>
        </message>
        <message>
            <source>Context in tokens</source>
            <translation>Kontekst w tokenach</translation>
        </message>
        <message>
            <source>starter model</source>
            <translation>model startowy</translation>
        </message>
        <message>
            <source>on this computer</source>
            <translation>na tym komputerze</translation>
        </message>
        <message>
            <source>Hugging Face cache</source>
            <translation>pamięć podręczna Hugging Face</translation>
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
            <translation>{count} mln</translation>
        </message>
        <message>
            <source>no licence named</source>
            <translation>nie podano licencji</translation>
        </message>
        <message>
            <source>{count} downloads</source>
            <translation>pobrania: {count}</translation>
        </message>
        <message>
            <source>context {tokens}</source>
            <translation>kontekst {tokens}</translation>
        </message>
        <message>
            <source>can think</source>
            <translation>może myśleć</translation>
        </message>
        <message>
            <source>tight</source>
            <translation>ledwo się mieści</translation>
        </message>
        <message>
            <source>fits in 4 bits</source>
            <translation>mieści się w 4 bitach</translation>
        </message>
        <message>
            <source>too large</source>
            <translation>za duży</translation>
        </message>
        <message>
            <source>The weights as they were published</source>
            <translation>Wagi tak, jak je opublikowano</translation>
        </message>
        <message numerus="yes">
            <source>{size}, safetensors, %n files</source>
            <translation>
                <numerusform>{size}, safetensors, %n plik</numerusform>
                <numerusform>{size}, safetensors, %n pliki</numerusform>
                <numerusform>{size}, safetensors, %n plików</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{size}, GGUF, %n files</source>
            <translation>
                <numerusform>{size}, GGUF, %n plik</numerusform>
                <numerusform>{size}, GGUF, %n pliki</numerusform>
                <numerusform>{size}, GGUF, %n plików</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>context of %n tokens</source>
            <translation>
                <numerusform>kontekst %n token</numerusform>
                <numerusform>kontekst %n tokeny</numerusform>
                <numerusform>kontekst %n tokenów</numerusform>
            </translation>
        </message>
        <message>
            <source>Its authors want to be asked first: agree to their terms on its page, and set HF_TOKEN to a token of that account.</source>
            <translation>Autorzy wymagają zgody: zaakceptuj warunki na stronie modelu i ustaw w HF_TOKEN token tego konta.</translation>
        </message>
        <message>
            <source>Its weights are pickles only, which can run code when they are opened. Kvasir does not load them; look for a copy with safetensors.</source>
            <translation>Wagi są tylko w formacie pickle, który przy otwarciu może uruchamiać kod. Kvasir ich nie wczytuje; poszukaj kopii z safetensors.</translation>
        </message>
        <message>
            <source>This is an addition to another model, and not a model by itself.</source>
            <translation>To dodatek do innego modelu, a nie samodzielny model.</translation>
        </message>
        <message>
            <source>A part of its weights is missing there.</source>
            <translation>Brakuje tam części wag.</translation>
        </message>
        <message>
            <source>There are no weights that Kvasir can load.</source>
            <translation>Nie ma tam wag, które Kvasir może wczytać.</translation>
        </message>
        <message>
            <source>{size} to fetch into {folder}, where {free} are free.</source>
            <translation>{size} do pobrania do {folder}, gdzie wolne jest {free}.</translation>
        </message>
        <message>
            <source>waits for the one before it · {part}</source>
            <translation>czeka na poprzedni · {part}</translation>
        </message>
        <message>
            <source>another program fetches {name}</source>
            <translation>inny program pobiera {name}</translation>
        </message>
        <message>
            <source>fetching {name}</source>
            <translation>pobieranie {name}</translation>
        </message>
        <message>
            <source>checking {name}</source>
            <translation>sprawdzanie {name}</translation>
        </message>
        <message>
            <source>getting ready</source>
            <translation>przygotowywanie</translation>
        </message>
        <message>
            <source>paused · {part}</source>
            <translation>wstrzymano · {part}</translation>
        </message>
        <message>
            <source>stopped · {part}</source>
            <translation>zatrzymano · {part}</translation>
        </message>
        <message>
            <source>complete and verified · {size}</source>
            <translation>kompletny i sprawdzony · {size}</translation>
        </message>
        <message>
            <source>It is not complete and cannot be loaded: {names} is missing or not whole.</source>
            <translation>Jest niepełny i nie można go wczytać: brakuje {names} albo plik jest niecały.</translation>
        </message>
        <message>
            <source>Only the link to it goes; what it leads to stays.</source>
            <translation>Usuwane jest tylko dowiązanie; to, na co wskazuje, pozostaje.</translation>
        </message>
        <message>
            <source>{size} become free.</source>
            <translation>Zwolni się {size}.</translation>
        </message>
        <message>
            <source>{size} stay, since another version of it has them too.</source>
            <translation>{size} pozostaje, bo ma je też inna wersja.</translation>
        </message>
        <message numerus="yes">
            <source>%n other files in the folder stay.</source>
            <translation>
                <numerusform>W folderze pozostaje %n inny plik.</numerusform>
                <numerusform>W folderze pozostają %n inne pliki.</numerusform>
                <numerusform>W folderze pozostaje %n innych plików.</numerusform>
            </translation>
        </message>
        <message>
            <source>Other programs that use the Hugging Face cache would have to fetch it again.</source>
            <translation>Inne programy, które używają pamięci podręcznej Hugging Face, musiałyby pobrać go ponownie.</translation>
        </message>
        <message>
            <source>It is loaded now and is unloaded first.</source>
            <translation>Jest teraz wczytany i najpierw zostanie zwolniony.</translation>
        </message>
        <message>
            <source>It is the model that is loaded at the start; the starter model takes its place.</source>
            <translation>To model wczytywany przy uruchomieniu; zastąpi go model startowy.</translation>
        </message>
        <message numerus="yes">
            <source>%n chats used it and keep their text: {titles}.</source>
            <translation>
                <numerusform>Używała go %n rozmowa i zachowa swój tekst: {titles}.</numerusform>
                <numerusform>Używały go %n rozmowy i zachowają swój tekst: {titles}.</numerusform>
                <numerusform>Używało go %n rozmów i zachowają swój tekst: {titles}.</numerusform>
            </translation>
        </message>
        <message>
            <source>Presets that choose it: {names}.</source>
            <translation>Zestawy, które go wybierają: {names}.</translation>
        </message>
        <message numerus="yes">
            <source>{names} and %n more</source>
            <translation>
                <numerusform>{names} i jeszcze %n</numerusform>
                <numerusform>{names} i jeszcze %n</numerusform>
                <numerusform>{names} i jeszcze %n</numerusform>
            </translation>
        </message>
        <message>
            <source>{count} million</source>
            <translation>{count} mln</translation>
        </message>
        <message>
            <source>Pages of the models</source>
            <translation>Strony modeli</translation>
        </message>
        <message>
            <source>On this computer</source>
            <translation>Na tym komputerze</translation>
        </message>
        <message>
            <source>Recommended</source>
            <translation>Polecane</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>Szukaj</translation>
        </message>
        <message>
            <source>Downloads</source>
            <translation>Pobieranie</translation>
        </message>
        <message>
            <source>Downloads ({count})</source>
            <translation>Pobieranie ({count})</translation>
        </message>
        <message>
            <source>Empty means {value}</source>
            <translation>Puste pole oznacza: {value}</translation>
        </message>
        <message>
            <source>{name}: “{text}” is not a whole number.</source>
            <translation>{name}: „{text}” nie jest liczbą całkowitą.</translation>
        </message>
        <message>
            <source>{name}: “{text}” is not a number.</source>
            <translation>{name}: „{text}” nie jest liczbą.</translation>
        </message>
        <message>
            <source>{name} has to be at least {least}.</source>
            <translation>{name}: wartość musi wynosić co najmniej {least}.</translation>
        </message>
        <message>
            <source>{name} has to be more than {least}.</source>
            <translation>{name}: wartość musi być większa niż {least}.</translation>
        </message>
        <message>
            <source>{name} has to be from {least} to {most}.</source>
            <translation>{name}: wartość musi być od {least} do {most}.</translation>
        </message>
        <message>
            <source>{name} has to be more than {least} and at most {most}.</source>
            <translation>{name}: wartość musi być większa niż {least} i nie większa niż {most}.</translation>
        </message>
        <message>
            <source>Latest chats</source>
            <translation>Ostatnie rozmowy</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>Polecenia</translation>
        </message>
        <message>
            <source>{size}, loaded</source>
            <translation>{size}, wczytany</translation>
        </message>
        <message>
            <source>{free} free of {total}</source>
            <translation>wolne {free} z {total}</translation>
        </message>
        <message>
            <source>Budget of the cache</source>
            <translation>Budżet pamięci podręcznej</translation>
        </message>
        <message>
            <source>No cache is kept here.</source>
            <translation>Tu nie jest przechowywana pamięć podręczna.</translation>
        </message>
        <message>
            <source>{used} of {budget}</source>
            <translation>{used} z {budget}</translation>
        </message>
        <message>
            <source>Budget of the cache: {place}</source>
            <translation>Budżet pamięci podręcznej: {place}</translation>
        </message>
        <message>
            <source>Used</source>
            <translation>Zajęte</translation>
        </message>
        <message>
            <source>Left</source>
            <translation>Pozostało</translation>
        </message>
        <message>
            <source>Sharing saves {size}</source>
            <translation>Współdzielenie oszczędza {size}</translation>
        </message>
        <message>
            <source>Memory for {model}</source>
            <translation>Pamięć dla {model}</translation>
        </message>
        <message>
            <source>Context of each conversation</source>
            <translation>Kontekst każdej rozmowy</translation>
        </message>
        <message>
            <source>Conversations at a time</source>
            <translation>Rozmowy naraz</translation>
        </message>
        <message>
            <source>Where the memory goes</source>
            <translation>Podział pamięci</translation>
        </message>
        <message>
            <source>What each token reads</source>
            <translation>Co czyta każdy token</translation>
        </message>
        <message>
            <source>Looking at the model’s config …</source>
            <translation>Sprawdzanie konfiguracji modelu …</translation>
        </message>
        <message>
            <source>There is no estimate.</source>
            <translation>Nie ma szacunku.</translation>
        </message>
        <message>
            <source>Load anyway</source>
            <translation>Wczytaj mimo to</translation>
        </message>
        <message>
            <source>As small as nobody notices</source>
            <translation>Najmniejsze bez zauważalnej różnicy</translation>
        </message>
        <message>
            <source>32 bits for each number</source>
            <translation>32 bity na liczbę</translation>
        </message>
        <message>
            <source>16 bits for each number</source>
            <translation>16 bitów na liczbę</translation>
        </message>
        <message>
            <source>8 bits</source>
            <translation>8 bitów</translation>
        </message>
        <message>
            <source>4 bits</source>
            <translation>4 bity</translation>
        </message>
        <message>
            <source>{count} parameters</source>
            <translation>{count} parametrów</translation>
        </message>
        <message numerus="yes">
            <source>%n layers with latents of {size} numbers</source>
            <translation>
                <numerusform>%n warstwa z ukrytymi wektorami po {size} liczb</numerusform>
                <numerusform>%n warstwy z ukrytymi wektorami po {size} liczb</numerusform>
                <numerusform>%n warstw z ukrytymi wektorami po {size} liczb</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers that see the last {window} tokens</source>
            <translation>
                <numerusform>%n warstwa widząca ostatnie tokeny ({window})</numerusform>
                <numerusform>%n warstwy widzące ostatnie tokeny ({window})</numerusform>
                <numerusform>%n warstw widzących ostatnie tokeny ({window})</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n KV heads</source>
            <translation>
                <numerusform>%n głowica KV</numerusform>
                <numerusform>%n głowice KV</numerusform>
                <numerusform>%n głowic KV</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers that see everything, with {heads}</source>
            <translation>
                <numerusform>%n warstwa widząca wszystko, {heads}</numerusform>
                <numerusform>%n warstwy widzące wszystko, {heads}</numerusform>
                <numerusform>%n warstw widzących wszystko, {heads}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers with a state of their own</source>
            <translation>
                <numerusform>%n warstwa z własnym stanem</numerusform>
                <numerusform>%n warstwy z własnym stanem</numerusform>
                <numerusform>%n warstw z własnym stanem</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>context up to %n tokens</source>
            <translation>
                <numerusform>kontekst do %n tokena</numerusform>
                <numerusform>kontekst do %n tokenów</numerusform>
                <numerusform>kontekst do %n tokenów</numerusform>
            </translation>
        </message>
        <message>
            <source>It fits: {needed} of the {free} that can be free.</source>
            <translation>Mieści się: {needed} z {free}, które mogą być wolne.</translation>
        </message>
        <message>
            <source>It only just fits: {needed} of the {free} that can be free. Little is left for other programs.</source>
            <translation>Ledwo się mieści: {needed} z {free}, które mogą być wolne. Niewiele zostanie dla innych programów.</translation>
        </message>
        <message>
            <source>It does not fit: {needed} are needed and {free} can be free, which is {missing} too little.</source>
            <translation>Nie mieści się: potrzeba {needed}, a wolne może być {free}, czyli o {missing} za mało.</translation>
        </message>
        <message numerus="yes">
            <source>It will be slow: of %n conversations of this length not all fit at a time. Some are parked, and brought back when they go on.</source>
            <translation>
                <numerusform>Będzie wolno: %n rozmowa tej długości nie mieści się w całości. Jej część będzie odkładana i sprowadzana, gdy rusza dalej.</numerusform>
                <numerusform>Będzie wolno: %n rozmowy tej długości nie mieszczą się naraz. Część będzie odkładana i sprowadzana, gdy ruszają dalej.</numerusform>
                <numerusform>Będzie wolno: %n rozmów tej długości nie mieści się naraz. Część będzie odkładana i sprowadzana, gdy ruszają dalej.</numerusform>
            </translation>
        </message>
        <message>
            <source>It will be slow: the graphics card has {free} and {needed} are needed, so part of the model has to lie in the computer’s memory.</source>
            <translation>Będzie wolno: karta graficzna ma {free}, a potrzeba {needed}, więc część modelu musi leżeć w pamięci komputera.</translation>
        </message>
        <message>
            <source>It fits, but will be slow: reading the model and its caches once, as each word needs it, takes this machine about {seconds} seconds.</source>
            <translation>Mieści się, ale będzie wolno: jedno przeczytanie modelu i pamięci podręcznych, potrzebne dla każdego słowa, zajmuje tu około {seconds} s.</translation>
        </message>
        <message>
            <source>It should fit: unpacked it takes about {needed} of the {memory} that there are.</source>
            <translation>Powinien się zmieścić: rozpakowany zajmuje około {needed} z dostępnych {memory}.</translation>
        </message>
        <message>
            <source>It will only just fit: unpacked it takes about {needed} of the {memory} that there are.</source>
            <translation>Ledwo się zmieści: rozpakowany zajmuje około {needed} z dostępnych {memory}.</translation>
        </message>
        <message>
            <source>It should fit with its weights in 4 bits, in about {small} of the {memory} that there are; unpacked it takes about {needed}.</source>
            <translation>Powinien się zmieścić z wagami w 4 bitach, w około {small} z dostępnych {memory}; rozpakowany zajmuje około {needed}.</translation>
        </message>
        <message>
            <source>It is too large: about {needed} are needed, and there are {memory}.</source>
            <translation>Jest za duży: potrzeba około {needed}, a dostępnych jest {memory}.</translation>
        </message>
        <message>
            <source>This is a guess: the Hub names its parameters, and its cache is taken to be like that of {alike}.</source>
            <translation>To szacunek: liczbę parametrów podaje Hub, a pamięć podręczną przyjęto jak dla {alike}.</translation>
        </message>
        <message>
            <source>This is a rough guess from the size of its file; its cache is taken to be like that of {alike}.</source>
            <translation>To przybliżony szacunek na podstawie rozmiaru pliku; pamięć podręczną przyjęto jak dla {alike}.</translation>
        </message>
        <message>
            <source>With these choices no context is short enough.</source>
            <translation>Przy tych wyborach żaden kontekst nie jest dość krótki.</translation>
        </message>
        <message numerus="yes">
            <source>Up to %n tokens of context fit here.</source>
            <translation>
                <numerusform>Mieści się tu do %n tokena kontekstu.</numerusform>
                <numerusform>Mieści się tu do %n tokenów kontekstu.</numerusform>
                <numerusform>Mieści się tu do %n tokenów kontekstu.</numerusform>
            </translation>
        </message>
        <message>
            <source>With a 4-bit cache it would fit.</source>
            <translation>Z 4-bitową pamięcią podręczną by się zmieścił.</translation>
        </message>
        <message>
            <source>With weights of {weights} it would fit.</source>
            <translation>Przy wagach {weights} by się zmieścił.</translation>
        </message>
        <message>
            <source>A shorter context or fewer conversations take less.</source>
            <translation>Krótszy kontekst lub mniej rozmów zajmie mniej.</translation>
        </message>
        <message>
            <source>Reading the caches never takes longer than reading the weights.</source>
            <translation>Czytanie pamięci podręcznych nigdy nie trwa dłużej niż czytanie wag.</translation>
        </message>
        <message>
            <source>From {crossing} on, as here, each token takes longer to read the caches than the weights.</source>
            <translation>Gdy rozmowa ma co najmniej {crossing}, tak jak tutaj, czytanie pamięci podręcznych trwa przy każdym tokenie dłużej niż czytanie wag.</translation>
        </message>
        <message>
            <source>From {crossing} on each token would take longer to read the caches than the weights.</source>
            <translation>Gdyby rozmowa miała co najmniej {crossing}, czytanie pamięci podręcznych trwałoby przy każdym tokenie dłużej niż czytanie wag.</translation>
        </message>
        <message>
            <source>Reading both takes this machine about {ms} ms.</source>
            <translation>Przeczytanie obu zajmuje temu komputerowi około {ms} ms.</translation>
        </message>
        <message>
            <source>What all other programs and the system take now.</source>
            <translation>To, co zajmują teraz wszystkie inne programy i system.</translation>
        </message>
        <message>
            <source>Keys and values of all conversations, full to their end.</source>
            <translation>Klucze i wartości wszystkich rozmów, zapełnionych do końca.</translation>
        </message>
        <message>
            <source>What is computed between two layers, one layer’s history unpacked, and the words of the tokenizer.</source>
            <translation>To, co jest liczone między dwiema warstwami, rozpakowana historia jednej warstwy i słownik tokenizatora.</translation>
        </message>
        <message>
            <source>Too much</source>
            <translation>Za dużo</translation>
        </message>
        <message>
            <source>What there is no room for.</source>
            <translation>To, na co nie ma miejsca.</translation>
        </message>
        <message>
            <source>Read once for all conversations.</source>
            <translation>Czytane raz dla wszystkich rozmów.</translation>
        </message>
        <message>
            <source>Caches</source>
            <translation>Pamięci podręczne</translation>
        </message>
        <message>
            <source>Each conversation reads its own.</source>
            <translation>Każda rozmowa czyta własną.</translation>
        </message>
        <message>
            <source>{device} · the loaded model will give {bytes} back</source>
            <translation>{device} · wczytany model zwolni {bytes}</translation>
        </message>
        <message>
            <source>{number} billion</source>
            <translation>{number} mld</translation>
        </message>
        <message>
            <source>{number} million</source>
            <translation>{number} mln</translation>
        </message>
        <message>
            <source>Save as preset …</source>
            <translation>Zapisz jako zestaw …</translation>
        </message>
        <message>
            <source>Delete this preset</source>
            <translation>Usuń ten zestaw</translation>
        </message>
        <message>
            <source>Save as preset</source>
            <translation>Zapisanie zestawu</translation>
        </message>
        <message>
            <source>Name of the preset</source>
            <translation>Nazwa zestawu</translation>
        </message>
        <message>
            <source>Save preset</source>
            <translation>Zapisz zestaw</translation>
        </message>
        <message>
            <source>Chats keep what they took from it.</source>
            <translation>Rozmowy zachowają to, co z niego przejęły.</translation>
        </message>
        <message>
            <source>Delete the preset “{name}”?</source>
            <translation>Usunąć zestaw „{name}”?</translation>
        </message>
        <message>
            <source>The exact text of the next answer’s prompt, with the marks of the model’s template. Each tint is one token.</source>
            <translation>Dokładny tekst promptu następnej odpowiedzi ze znacznikami szablonu modelu. Każdy odcień to jeden token.</translation>
        </message>
        <message>
            <source>What the model sees</source>
            <translation>Co widzi model</translation>
        </message>
        <message>
            <source>Asking the engine …</source>
            <translation>Silnik odpowiada …</translation>
        </message>
        <message>
            <source>Copy text</source>
            <translation>Kopiuj tekst</translation>
        </message>
        <message>
            <source>Copy token ids</source>
            <translation>Kopiuj numery tokenów</translation>
        </message>
        <message>
            <source>Token {numbers} of {count} · id {ids} · {text}</source>
            <translation>Token {numbers} z {count} · numer {ids} · {text}</translation>
        </message>
        <message>
            <source>Tokens {numbers} of {count} · ids {ids} · {text}</source>
            <translation>Tokeny {numbers} z {count} · numery {ids} · {text}</translation>
        </message>
        <message>
            <source>What can be fetched</source>
            <translation>Co można pobrać</translation>
        </message>
        <message>
            <source>Its page</source>
            <translation>Strona modelu</translation>
        </message>
        <message>
            <source>Opens huggingface.co in the browser.</source>
            <translation>Otwiera huggingface.co w przeglądarce.</translation>
        </message>
        <message>
            <source>The Hub is asked what it has …</source>
            <translation>Sprawdzanie na Hubie …</translation>
        </message>
        <message>
            <source>It is here</source>
            <translation>Jest tutaj</translation>
        </message>
        <message>
            <source>Is being fetched</source>
            <translation>Jest pobierany</translation>
        </message>
        <message numerus="yes">
            <source>Memory for a chat of %n tokens:</source>
            <translation>
                <numerusform>Pamięć dla rozmowy na %n token:</numerusform>
                <numerusform>Pamięć dla rozmowy na %n tokeny:</numerusform>
                <numerusform>Pamięć dla rozmowy na %n tokenów:</numerusform>
            </translation>
        </message>
        <message>
            <source>This is reckoned from its config.</source>
            <translation>Obliczono to z jego konfiguracji.</translation>
        </message>
        <message>
            <source>Go to the newest message</source>
            <translation>Przejdź do najnowszej wiadomości</translation>
        </message>
        <message>
            <source>Higher is livelier, lower is steadier; 0 always takes the likeliest word.</source>
            <translation>Wyższa jest żywsza, niższa spokojniejsza; 0 zawsze wybiera najbardziej prawdopodobne słowo.</translation>
        </message>
        <message>
            <source>Chooses among so many likeliest words; 0 among all.</source>
            <translation>Wybiera spośród tylu najbardziej prawdopodobnych słów; 0 spośród wszystkich.</translation>
        </message>
        <message>
            <source>Chooses among the likeliest words that together have this share; 1 among all.</source>
            <translation>Wybiera spośród najbardziej prawdopodobnych słów, które razem mają ten udział; 1 spośród wszystkich.</translation>
        </message>
        <message>
            <source>Leaves out words less likely than this share of the likeliest one; 0 leaves out none.</source>
            <translation>Pomija słowa mniej prawdopodobne niż ten ułamek najbardziej prawdopodobnego; 0 nie pomija żadnego.</translation>
        </message>
        <message>
            <source>Above 1 what was said already becomes less likely; 1 changes nothing.</source>
            <translation>Powyżej 1 to, co już padło, staje się mniej prawdopodobne; 1 niczego nie zmienia.</translation>
        </message>
        <message>
            <source>The longest answer, in tokens; 0 goes on until the context is full.</source>
            <translation>Najdłuższa odpowiedź w tokenach; 0 pozwala pisać, aż kontekst się zapełni.</translation>
        </message>
        <message>
            <source>The same number gives the same answer to the same words.</source>
            <translation>Ta sama liczba daje tę samą odpowiedź na te same słowa.</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>Temperatura</translation>
        </message>
        <message>
            <source>Repetition penalty</source>
            <translation>Kara za powtórzenia</translation>
        </message>
        <message>
            <source>Longest answer</source>
            <translation>Najdłuższa odpowiedź</translation>
        </message>
        <message>
            <source>Seed</source>
            <translation>Ziarno losowości</translation>
        </message>
        <message>
            <source>no limit</source>
            <translation>bez limitu</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>Wyczyść</translation>
        </message>
        <message>
            <source>Prompts found cached</source>
            <translation>Prompty z pamięci podręcznej</translation>
        </message>
        <message>
            <source>Of all that anybody has sent since the server was started.</source>
            <translation>Ze wszystkiego, co ktokolwiek wysłał od uruchomienia serwera.</translation>
        </message>
        <message>
            <source>Being answered</source>
            <translation>W toku</translation>
        </message>
        <message>
            <source>Requests of all who use this server.</source>
            <translation>Żądania wszystkich, którzy używają tego serwera.</translation>
        </message>
        <message>
            <source>Waiting</source>
            <translation>Oczekujące</translation>
        </message>
        <message>
            <source>Requests that the server has no room for yet.</source>
            <translation>Żądania, na które serwer nie ma jeszcze miejsca.</translation>
        </message>
        <message>
            <source>Reused for you</source>
            <translation>Użyte ponownie dla ciebie</translation>
        </message>
        <message>
            <source>What the server did not have to read of your prompts, since the model was chosen.</source>
            <translation>To, czego serwer nie musiał czytać z twoich promptów od wybrania modelu.</translation>
        </message>
        <message>
            <source>Read for you</source>
            <translation>Przeczytane dla ciebie</translation>
        </message>
        <message>
            <source>What it had to read of them.</source>
            <translation>To, co musiał z nich przeczytać.</translation>
        </message>
        <message>
            <source>On {server}</source>
            <translation>Na {server}</translation>
        </message>
        <message>
            <source>The model runs there. These are figures of the server, for all who use it.</source>
            <translation>Tam działa model. To są liczby serwera, wspólne dla wszystkich, którzy go używają.</translation>
        </message>
        <message>
            <source>The model runs there. The server is asked how its cache is used …</source>
            <translation>Tam działa model. Sprawdzanie, jak serwer używa pamięci podręcznej …</translation>
        </message>
        <message>
            <source>{percent}%</source>
            <translation>{percent}%</translation>
        </message>
        <message>
            <source>Cache of {server} in use</source>
            <translation>Zajęta pamięć podręczna: {server}</translation>
        </message>
        <message>
            <source>Slot {number}: {state}</source>
            <translation>Slot {number}: {state}</translation>
        </message>
        <message>
            <source>answering</source>
            <translation>odpowiada</translation>
        </message>
        <message>
            <source>waits</source>
            <translation>czeka</translation>
        </message>
        <message numerus="yes">
            <source>{used} of %n tokens</source>
            <translation>
                <numerusform>{used} z %n tokena</numerusform>
                <numerusform>{used} z %n tokenów</numerusform>
                <numerusform>{used} z %n tokenów</numerusform>
            </translation>
        </message>
        <message>
            <source>Servers</source>
            <translation>Serwery</translation>
        </message>
        <message>
            <source>Models can run on a server that speaks as OpenAI’s does: vLLM, SGLang, llama-server, Ollama, LM Studio and others. They are then chosen like those of this computer. What you write is sent there.</source>
            <translation>Modele mogą działać na serwerze, który rozumie API OpenAI: vLLM, SGLang, llama-server, Ollama, LM Studio i inne. Wybiera się je tak jak modele z tego komputera. To, co piszesz, jest tam wysyłane.</translation>
        </message>
        <message>
            <source>Add server</source>
            <translation>Dodaj serwer</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Usuń</translation>
        </message>
        <message>
            <source>Test the connection</source>
            <translation>Sprawdź połączenie</translation>
        </message>
        <message>
            <source>no key</source>
            <translation>bez klucza</translation>
        </message>
        <message>
            <source>Address</source>
            <translation>Adres</translation>
        </message>
        <message>
            <source>The key is kept in the system’s keyring. On their usual ports, vLLM listens on 8000, llama-server on 8080, LM Studio on 1234 and Ollama on 11434.</source>
            <translation>Klucz jest przechowywany w systemowej bazie kluczy. Zwykłe porty: vLLM 8000, llama-server 8080, LM Studio 1234, Ollama 11434.</translation>
        </message>
        <message>
            <source>Give the server a name.</source>
            <translation>Nadaj serwerowi nazwę.</translation>
        </message>
        <message>
            <source>New server</source>
            <translation>Nowy serwer</translation>
        </message>
        <message>
            <source>Asking the server …</source>
            <translation>Sprawdzanie na serwerze …</translation>
        </message>
        <message numerus="yes">
            <source>It answers and offers %n models: {names}</source>
            <translation>
                <numerusform>Odpowiada i oferuje %n model: {names}</numerusform>
                <numerusform>Odpowiada i oferuje %n modele: {names}</numerusform>
                <numerusform>Odpowiada i oferuje %n modeli: {names}</numerusform>
            </translation>
        </message>
        <message>
            <source>Others on the way can read what is sent there, since the address does not begin with https.</source>
            <translation>To, co jest tam wysyłane, można po drodze odczytać, bo adres nie zaczyna się od https.</translation>
        </message>
        <message>
            <source>Pages of the settings</source>
            <translation>Strony ustawień</translation>
        </message>
        <message>
            <source>What this machine has, to be copied.</source>
            <translation>Wyposażenie tego komputera, do skopiowania.</translation>
        </message>
        <message>
            <source>What the program and its engine noted.</source>
            <translation>To, co zanotowały program i silnik.</translation>
        </message>
        <message>
            <source>Version and licences.</source>
            <translation>Wersja i licencje.</translation>
        </message>
        <message>
            <source>General</source>
            <translation>Ogólne</translation>
        </message>
        <message>
            <source>Generation</source>
            <translation>Odpowiedzi</translation>
        </message>
        <message>
            <source>Cache and memory</source>
            <translation>Pamięć podręczna</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>Wygląd</translation>
        </message>
        <message>
            <source>Storage</source>
            <translation>Przechowywanie</translation>
        </message>
        <message>
            <source>Advanced</source>
            <translation>Zaawansowane</translation>
        </message>
        <message>
            <source>Restore defaults</source>
            <translation>Przywróć domyślne</translation>
        </message>
        <message>
            <source>On this page; it holds once you save.</source>
            <translation>Na tej stronie; obowiązuje po zapisaniu.</translation>
        </message>
        <message>
            <source>Saving a change of these loads the model again and stops answers in progress.</source>
            <translation>Zapisanie tych zmian wczyta model ponownie i zatrzyma trwające odpowiedzi.</translation>
        </message>
        <message>
            <source>Open: {name}</source>
            <translation>Otwórz: {name}</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>Jak w systemie</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>Jasne</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>Ciemne</translation>
        </message>
        <message>
            <source>High contrast</source>
            <translation>Wysoki kontrast</translation>
        </message>
        <message>
            <source>Always glide</source>
            <translation>Zawsze płynnie</translation>
        </message>
        <message>
            <source>Never glide</source>
            <translation>Nigdy płynnie</translation>
        </message>
        <message>
            <source>float32 (twice the memory)</source>
            <translation>float32 (dwa razy więcej pamięci)</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>Język</translation>
        </message>
        <message>
            <source>Language of Kvasir</source>
            <translation>Język programu Kvasir</translation>
        </message>
        <message>
            <source>Taken when Kvasir starts the next time. Models answer in the language they are asked in.</source>
            <translation>Obowiązuje od następnego uruchomienia programu Kvasir. Modele odpowiadają w języku, w którym się je pyta.</translation>
        </message>
        <message>
            <source>Let the model give new chats their titles</source>
            <translation>Niech model nadaje tytuły nowym rozmowom</translation>
        </message>
        <message>
            <source>It is asked beside the chat, after the first answer; the chat itself stays as it is.</source>
            <translation>Pytanie pada poza rozmową, po pierwszej odpowiedzi; sama rozmowa pozostaje bez zmian.</translation>
        </message>
        <message>
            <source>Keyboard</source>
            <translation>Klawiatura</translation>
        </message>
        <message>
            <source>All keys, which can be changed.</source>
            <translation>Wszystkie klawisze; można je zmieniać.</translation>
        </message>
        <message>
            <source>Newer versions</source>
            <translation>Nowsze wersje</translation>
        </message>
        <message>
            <source>Tell me about newer versions</source>
            <translation>Powiadamiaj o nowszych wersjach</translation>
        </message>
        <message>
            <source>Once a day the package index is asked for the newest number. Nothing else is sent, nothing installed.</source>
            <translation>Raz dziennie indeks pakietów jest pytany o najnowszy numer. Nic więcej nie jest wysyłane ani instalowane.</translation>
        </message>
        <message>
            <source>Colours</source>
            <translation>Kolory</translation>
        </message>
        <message>
            <source>High contrast is light or dark as the system is, with an edge around everything.</source>
            <translation>Wysoki kontrast jest jasny lub ciemny jak system, z obramowaniem wokół wszystkiego.</translation>
        </message>
        <message>
            <source>Letters</source>
            <translation>Tekst</translation>
        </message>
        <message>
            <source>{points} pt</source>
            <translation>{points} pt</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>Automatycznie</translation>
        </message>
        <message>
            <source>Size of letters</source>
            <translation>Rozmiar tekstu</translation>
        </message>
        <message>
            <source>Motion</source>
            <translation>Ruch</translation>
        </message>
        <message>
            <source>Scrolling glides</source>
            <translation>Płynne przewijanie</translation>
        </message>
        <message>
            <source>Computing</source>
            <translation>Obliczenia</translation>
        </message>
        <message>
            <source>Numbers of the model</source>
            <translation>Liczby modelu</translation>
        </message>
        <message>
            <source>When something is wrong</source>
            <translation>Gdy coś nie działa</translation>
        </message>
        <message>
            <source>Choose another model</source>
            <translation>Wybierz inny model</translation>
        </message>
        <message>
            <source>{model} could not be loaded</source>
            <translation>Nie udało się wczytać modelu {model}</translation>
        </message>
        <message>
            <source>The model runs on this computer. What you write stays here.</source>
            <translation>Model działa na tym komputerze. To, co piszesz, zostaje tutaj.</translation>
        </message>
        <message>
            <source>Ask {model} anything</source>
            <translation>Zapytaj {model} o cokolwiek</translation>
        </message>
        <message>
            <source>What would you like to talk about?</source>
            <translation>O czym porozmawiać?</translation>
        </message>
        <message>
            <source>Where things lie</source>
            <translation>Gdzie co jest</translation>
        </message>
        <message>
            <source>With their attachments, their backups and the starter model.</source>
            <translation>Z załącznikami, kopiami zapasowymi i modelem startowym.</translation>
        </message>
        <message>
            <source>All that is chosen in this window.</source>
            <translation>Wszystko, co wybrano w tym oknie.</translation>
        </message>
        <message>
            <source>May be deleted at any time; chats are then read again.</source>
            <translation>Można usunąć w każdej chwili; rozmowy zostaną wtedy przeczytane ponownie.</translation>
        </message>
        <message>
            <source>The variable KVASIR_HOME, set before Kvasir starts, moves all of it into one folder.</source>
            <translation>Zmienna KVASIR_HOME, ustawiona przed uruchomieniem programu Kvasir, przenosi to wszystko do jednego folderu.</translation>
        </message>
        <message>
            <source>Open folder: {name}</source>
            <translation>Otwórz folder: {name}</translation>
        </message>
        <message>
            <source>Thinking … {seconds} s</source>
            <translation>Myślenie … {seconds} s</translation>
        </message>
        <message>
            <source>Thought</source>
            <translation>Przemyślane</translation>
        </message>
        <message>
            <source>Thought for {seconds} s</source>
            <translation>Myślenie trwało {seconds} s</translation>
        </message>
        <message>
            <source>Hide what the model thought</source>
            <translation>Ukryj myśli modelu</translation>
        </message>
        <message>
            <source>Show what the model thought</source>
            <translation>Pokaż myśli modelu</translation>
        </message>
        <message>
            <source>Automatic ({size})</source>
            <translation>Automatycznie ({size})</translation>
        </message>
        <message>
            <source>Nothing</source>
            <translation>Nic</translation>
        </message>
        <message>
            <source>On the graphics card</source>
            <translation>Na karcie graficznej</translation>
        </message>
        <message>
            <source>In memory</source>
            <translation>W pamięci</translation>
        </message>
        <message>
            <source>For the chats that were used last.</source>
            <translation>Dla ostatnio używanych rozmów.</translation>
        </message>
        <message>
            <source>In RAM</source>
            <translation>W RAM</translation>
        </message>
        <message>
            <source>For chats that had to leave the card.</source>
            <translation>Dla rozmów, które musiały opuścić kartę.</translation>
        </message>
        <message>
            <source>On disk</source>
            <translation>Na dysku</translation>
        </message>
        <message>
            <source>Lets chats go on at once after a restart. “Nothing” also removes what is there.</source>
            <translation>Dzięki temu rozmowy ruszają od razu po ponownym uruchomieniu. „Nic” usuwa też to, co tam jest.</translation>
        </message>
        <message>
            <source>Pack what leaves the card</source>
            <translation>Pakuj to, co opuszcza kartę</translation>
        </message>
        <message>
            <source>Pack what leaves memory</source>
            <translation>Pakuj to, co opuszcza pamięć</translation>
        </message>
        <message>
            <source>Smaller fits more.</source>
            <translation>W mniejszym mieści się więcej.</translation>
        </message>
        <message>
            <source>As they are</source>
            <translation>Bez zmian</translation>
        </message>
        <message>
            <source>At least 8-bit</source>
            <translation>Co najmniej 8-bitowy</translation>
        </message>
        <message>
            <source>At least {format}</source>
            <translation>Co najmniej {format}</translation>
        </message>
        <message>
            <source>Tokens per second</source>
            <translation>Tokeny na sekundę</translation>
        </message>
        <message>
            <source>Found in the cache</source>
            <translation>Z pamięci podręcznej</translation>
        </message>
        <message>
            <source>Evictions</source>
            <translation>Wyparte bloki</translation>
        </message>
        <message>
            <source>at most {value}</source>
            <translation>najwyżej {value}</translation>
        </message>
        <message>
            <source>last {share} %</source>
            <translation>ostatnio {share}%</translation>
        </message>
        <message>
            <source>no prompt yet</source>
            <translation>jeszcze bez promptu</translation>
        </message>
        <message numerus="yes">
            <source>%n blocks</source>
            <translation>
                <numerusform>%n blok</numerusform>
                <numerusform>%n bloki</numerusform>
                <numerusform>%n bloków</numerusform>
            </translation>
        </message>
        <message>
            <source>Engine’s memory, from below: weights, cache, working space</source>
            <translation>Pamięć silnika, od dołu: wagi, pamięć podręczna, obszar roboczy</translation>
        </message>
        <message>
            <source>{minutes} min ago</source>
            <translation>{minutes} min temu</translation>
        </message>
        <message numerus="yes">
            <source>about %n tokens</source>
            <translation>
                <numerusform>około %n tokena</numerusform>
                <numerusform>około %n tokenów</numerusform>
                <numerusform>około %n tokenów</numerusform>
            </translation>
        </message>
        <message>
            <source>Edit message</source>
            <translation>Edycja wiadomości</translation>
        </message>
        <message>
            <source>Ask again</source>
            <translation>Zapytaj ponownie</translation>
        </message>
        <message>
            <source>Next chat</source>
            <translation>Następna rozmowa</translation>
        </message>
        <message>
            <source>Previous chat</source>
            <translation>Poprzednia rozmowa</translation>
        </message>
        <message>
            <source>Rename chat</source>
            <translation>Zmień nazwę rozmowy</translation>
        </message>
        <message>
            <source>Pin or unpin chat</source>
            <translation>Przypnij lub odepnij rozmowę</translation>
        </message>
        <message>
            <source>Move chat to a folder</source>
            <translation>Przenieś rozmowę do folderu</translation>
        </message>
        <message>
            <source>Duplicate chat</source>
            <translation>Powiel rozmowę</translation>
        </message>
        <message>
            <source>Archive chat, or take it out</source>
            <translation>Zarchiwizuj rozmowę lub wyjmij ją z archiwum</translation>
        </message>
        <message>
            <source>Delete chat</source>
            <translation>Usuń rozmowę</translation>
        </message>
        <message>
            <source>Undo deleting a chat</source>
            <translation>Cofnij usunięcie rozmowy</translation>
        </message>
        <message>
            <source>Import chats</source>
            <translation>Importuj rozmowy</translation>
        </message>
        <message>
            <source>Export chat</source>
            <translation>Eksportuj rozmowę</translation>
        </message>
        <message>
            <source>Show all chats</source>
            <translation>Pokaż wszystkie rozmowy</translation>
        </message>
        <message>
            <source>Show the archive</source>
            <translation>Pokaż archiwum</translation>
        </message>
        <message>
            <source>Show the trash</source>
            <translation>Pokaż kosz</translation>
        </message>
        <message>
            <source>New line</source>
            <translation>Nowy wiersz</translation>
        </message>
        <message>
            <source>In an empty box: edit last message</source>
            <translation>W pustym polu: edytuj ostatnią wiadomość</translation>
        </message>
        <message>
            <source>In an empty box: version before</source>
            <translation>W pustym polu: poprzednia wersja</translation>
        </message>
        <message>
            <source>In an empty box: version after</source>
            <translation>W pustym polu: następna wersja</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>Zatrzymaj odpowiedź</translation>
        </message>
        <message>
            <source>Edit last message</source>
            <translation>Edytuj ostatnią wiadomość</translation>
        </message>
        <message>
            <source>Go on with the answer</source>
            <translation>Kontynuuj odpowiedź</translation>
        </message>
        <message>
            <source>Copy last answer</source>
            <translation>Kopiuj ostatnią odpowiedź</translation>
        </message>
        <message>
            <source>Copy last code</source>
            <translation>Kopiuj ostatni kod</translation>
        </message>
        <message>
            <source>Undo deleting messages</source>
            <translation>Cofnij usunięcie wiadomości</translation>
        </message>
        <message>
            <source>Find next</source>
            <translation>Znajdź następne</translation>
        </message>
        <message>
            <source>Find previous</source>
            <translation>Znajdź poprzednie</translation>
        </message>
        <message>
            <source>Memory that the model takes</source>
            <translation>Pamięć, którą zajmie model</translation>
        </message>
        <message>
            <source>Servers with models</source>
            <translation>Serwery z modelami</translation>
        </message>
        <message>
            <source>Find models on the Hugging Face Hub</source>
            <translation>Szukaj modeli w Hugging Face Hub</translation>
        </message>
        <message>
            <source>Downloads of models</source>
            <translation>Pobieranie modeli</translation>
        </message>
        <message>
            <source>Add a GGUF file</source>
            <translation>Dodaj plik GGUF</translation>
        </message>
        <message>
            <source>Add a folder with models</source>
            <translation>Dodaj folder z modelami</translation>
        </message>
        <message>
            <source>Unload the model</source>
            <translation>Zwolnij model</translation>
        </message>
        <message>
            <source>Start the engine again</source>
            <translation>Uruchom silnik ponownie</translation>
        </message>
        <message>
            <source>Show or hide the chats</source>
            <translation>Pokaż lub ukryj rozmowy</translation>
        </message>
        <message>
            <source>Show or hide the cache</source>
            <translation>Pokaż lub ukryj pamięć podręczną</translation>
        </message>
        <message>
            <source>Next pane</source>
            <translation>Następny panel</translation>
        </message>
        <message>
            <source>Previous pane</source>
            <translation>Poprzedni panel</translation>
        </message>
        <message>
            <source>Larger letters</source>
            <translation>Większy tekst</translation>
        </message>
        <message>
            <source>Smaller letters</source>
            <translation>Mniejszy tekst</translation>
        </message>
        <message>
            <source>Letters of the usual size</source>
            <translation>Tekst zwykłego rozmiaru</translation>
        </message>
        <message>
            <source>Light colours</source>
            <translation>Jasne kolory</translation>
        </message>
        <message>
            <source>Dark colours</source>
            <translation>Ciemne kolory</translation>
        </message>
        <message>
            <source>Colours as the system</source>
            <translation>Kolory jak w systemie</translation>
        </message>
        <message>
            <source>Do what the notice offers</source>
            <translation>Wykonaj to, co proponuje powiadomienie</translation>
        </message>
        <message>
            <source>Dismiss the notice</source>
            <translation>Zamknij powiadomienie</translation>
        </message>
        <message>
            <source>How the cache works</source>
            <translation>Jak działa pamięć podręczna</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Zakończ</translation>
        </message>
        <message>
            <source>The cache takes {used} of its {budget}</source>
            <translation type="vanished">Pamięć podręczna zajmuje {used} z {budget}</translation>
        </message>
        <message>
            <source>Editors, scripts and plugins can ask the loaded model, in the words of OpenAI's API. Your chats come first, and nobody sees them.</source>
            <translation type="vanished">Edytory, skrypty i wtyczki mogą pytać wczytany model w taki sposób jak API OpenAI. Twoje rozmowy mają pierwszeństwo i nikt ich nie widzi.</translation>
        </message>
        <message>
            <source>What to enter there</source>
            <translation type="vanished">Co tam wpisać</translation>
        </message>
        <message>
            <source>What is computed between two layers, and one layer’s history unpacked.</source>
            <translation type="vanished">To, co jest liczone między warstwami, oraz rozpakowana historia jednej warstwy.</translation>
        </message>
        <message>
            <source>The engine, fetched at the first start</source>
            <translation type="vanished">Silnik, pobierany przy pierwszym uruchomieniu</translation>
        </message>
        <message>
            <source>What one conversation of this length takes in 16 or 32 bits as the model computes, if its layers kept it in other ways, reckoned from its own layers and heads. How the model and this program really do it is marked.</source>
            <translation type="vanished">Ile zajęłaby jedna rozmowa tej długości w 16 lub 32 bitach, tak jak liczy model, gdyby jego warstwy przechowywały ją inaczej; obliczono z jego własnych warstw i głowic. Zaznaczono, jak naprawdę robią to model i ten program.</translation>
        </message>
    </context>
</TS>

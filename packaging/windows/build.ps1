# For maintainers on Windows who want a frozen program, with its own Python inside, in place of the setup program that
# packaging/build.py makes on Linux. Not tried by the tests, which run on Linux.
#
#   powershell -ExecutionPolicy Bypass -File packaging\windows\build.ps1
$ErrorActionPreference = "Stop"
$root = Resolve-Path (Join-Path $PSScriptRoot "..\..")
$work = Join-Path $root "build\frozen"
$python = Join-Path $work "venv\Scripts\python.exe"

New-Item -ItemType Directory -Force $work | Out-Null
py -3.13 -m venv (Join-Path $work "venv")
& $python -m pip install --require-hashes --only-binary=:all: -r (Join-Path $root "packaging\locks\window.txt")
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& $python -m pip install --require-hashes --only-binary=:all: -r (Join-Path $root "packaging\locks\uv.txt")
if ($LASTEXITCODE) { exit $LASTEXITCODE }
& $python -m pip install "pyinstaller>=6.10"
if ($LASTEXITCODE) { exit $LASTEXITCODE }

$icon = Join-Path $work "kvasir.ico"
& $python -c "import sys, pathlib; sys.path.insert(0, sys.argv[1] + '/packaging'); import icons; pathlib.Path(sys.argv[2]).write_bytes(icons.ico(pathlib.Path(sys.argv[1]) / 'resources/icons/kvasir.svg'))" $root $icon
if ($LASTEXITCODE) { exit $LASTEXITCODE }

# The engine is run by the interpreter of its own environment, so its sources lie beside the frozen window as files.
Push-Location $work
& $python -m PyInstaller --noconfirm --windowed --name Kvasir --icon $icon `
    --paths $root --hidden-import main `
    --add-data "$root\app;app" --add-data "$root\engine;engine" --add-data "$root\resources;resources" `
    --add-data "$root\main.py;." --add-data "$root\packaging\locks;locks" `
    --add-data "$root\packaging\torch_builds.json;locks" --add-binary "$work\venv\Scripts\uv.exe;." `
    (Join-Path $root "packaging\start.py")
$code = $LASTEXITCODE
Pop-Location
if ($code) { exit $code }
Write-Host "The frozen program lies in $work\dist\Kvasir."

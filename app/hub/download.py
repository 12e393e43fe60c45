"""Puts files of a repository into the Hugging Face cache, and goes on where an earlier try has stopped.

huggingface_hub's own download begins each file anew; so large files are received here, with its functions, into
`blobs/<etag>.incomplete` under the lock that it takes as well, and only a file whose checksum is right gets its name.
In the child process alone, which may be killed at any time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout
from huggingface_hub import constants, get_hf_file_metadata, hf_hub_download, hf_hub_url
from huggingface_hub.file_download import are_symlinks_supported, http_get

from app.hub import connection
from app.hub.failures import CannotGoOn, failure
from app.hub.messages import Download, Downloaded, Failed, Progress, Stage
from app.hub.places import repository_folder
from app.hub.repository_files import RepositoryFile
from app.hub.verification import matches
from app.paths import free_bytes

# What is not a whole chunk yet is lost when the process is killed, and is not counted as progress.
constants.DOWNLOAD_CHUNK_SIZE = 1 << 20
_RESUMED_BYTES = 8 << 20
"""A smaller file is fetched anew after an interruption."""
_LOCK_POLL_SECONDS = 0.5
_SPARE_BYTES = 128 << 20
"""Of the disk that stay free: a full one troubles every program."""


def download(request: Download, tell: Callable[[Progress], None]) -> Downloaded:
    """Fetch what is missing, verify it, and let the cache's branch `main` lead to it.

    Raises:
        CannotGoOn: The disk is too full, or a file arrived damaged.
    """
    job = _Job(request, tell)
    job.require_space()
    for file in request.files:
        job.fetch(file)
    return Downloaded(path=str(job.finish()))


class _Job:
    """One download; knows how far it is."""

    def __init__(self, request: Download, tell: Callable[[Progress], None]) -> None:
        self._request = request
        self._tell = tell
        self._cache = Path(request.folder)
        self._repository = repository_folder(self._cache, request.repository)
        self._snapshot = self._repository / "snapshots" / request.commit
        self._total_bytes = sum(file.size_bytes for file in request.files)
        self._have_bytes = {file.name: self._present_bytes(file) for file in request.files}

    def require_space(self) -> None:
        """Nothing is begun that cannot be ended."""
        missing = self._total_bytes - sum(self._have_bytes.values())
        free = free_bytes(self._cache)
        if missing and missing + _SPARE_BYTES > free:
            raise CannotGoOn(self._no_space(missing, free))

    def fetch(self, file: RepositoryFile) -> None:
        """One file, unless it is there."""
        self._report(file, "receiving")
        if not self._is_there(file):
            try:
                if file.size_bytes >= _RESUMED_BYTES:
                    self._receive(file)
                else:
                    self._take(file)
            except OSError as error:
                if error.errno is not None and not error.filename:
                    error.filename = str(self._cache)  # a write to a full disk does not say where
                raise
        self._have_bytes[file.name] = file.size_bytes
        self._report(file, "receiving")

    def finish(self) -> Path:
        """Other programs find the snapshot by this entry."""
        entry = self._repository / "refs" / "main"
        entry.parent.mkdir(parents=True, exist_ok=True)
        entry.write_text(self._request.commit, encoding="utf-8")
        return self._snapshot

    def _is_there(self, file: RepositoryFile) -> bool:
        try:
            return self._pointer(file).stat().st_size == file.size_bytes
        except OSError:
            return False

    def _present_bytes(self, file: RepositoryFile) -> int:
        if self._is_there(file):
            return file.size_bytes
        try:
            return min(self._partial(file.sha256).stat().st_size, file.size_bytes) if file.sha256 else 0
        except OSError:
            return 0

    def _pointer(self, file: RepositoryFile) -> Path:
        return self._snapshot.joinpath(*file.name.split("/"))

    def _partial(self, etag: str) -> Path:
        return self._repository / "blobs" / f"{etag}.incomplete"

    def _take(self, file: RepositoryFile) -> None:
        """A small file, at one go."""
        path = Path(
            hf_hub_download(
                self._request.repository,
                file.name,
                revision=self._request.commit,
                cache_dir=self._cache,
                endpoint=connection.endpoint(),
                token=connection.token(),
            )
        )
        if not matches(path, file.sha256 or file.git_sha1):
            blob = path.resolve()
            path.unlink()
            blob.unlink(missing_ok=True)
            raise CannotGoOn(Failed(code="damaged", repository=self._request.repository, where=file.name))

    def _receive(self, file: RepositoryFile) -> None:
        """A large file, from where it stopped."""
        url = hf_hub_url(
            *(self._request.repository, file.name), revision=self._request.commit, endpoint=connection.endpoint()
        )
        metadata = get_hf_file_metadata(url, token=connection.token(), headers=connection.headers())
        etag = metadata.etag
        if not etag or metadata.commit_hash != self._request.commit or "/" in etag or "\\" in etag:
            raise CannotGoOn(Failed(code="answer", repository=self._request.repository, where=connection.host()))
        partial = self._partial(etag)
        partial.parent.mkdir(parents=True, exist_ok=True)
        with self._sole_writer(etag, file):
            blob = partial.with_name(etag)
            if not blob.is_file():
                self._append(url, partial, file)
                self._check(partial, file, file.sha256 or etag)
                self._place(partial, blob, file)
        if not self._is_there(file):
            # The blob is there, so this only lets the snapshot lead to it.
            hf_hub_download(
                *(self._request.repository, file.name),
                revision=self._request.commit,
                cache_dir=self._cache,
                endpoint=connection.endpoint(),
                token=connection.token(),
            )

    def _append(self, url: str, partial: Path, file: RepositoryFile) -> None:
        """Go on as long as something arrives each time: not all versions of the library do that by themselves."""
        before = -1
        while True:
            try:
                self._append_once(url, partial, file)
                return
            except Exception as error:
                size = partial.stat().st_size
                if failure(error).code != "connection" or size <= before:
                    raise
                before = size

    def _append_once(self, url: str, partial: Path, file: RepositoryFile) -> None:
        with partial.open("ab") as target:
            have = target.tell()
            if have > file.size_bytes:
                have = 0
                target.truncate(0)
            counted = _Counted(target, lambda size: self._on_size(file, size))
            headers = {**connection.headers(), "Accept-Encoding": "identity"}
            http_get(url, counted, resume_size=have, headers=headers, expected_size=file.size_bytes)
            target.flush()
            os.fsync(target.fileno())

    def _check(self, partial: Path, file: RepositoryFile, checksum: str) -> None:
        self._report(file, "checking")
        if partial.stat().st_size != file.size_bytes or not matches(partial, checksum):
            partial.unlink()
            raise CannotGoOn(Failed(code="damaged", repository=self._request.repository, where=file.name))

    def _place(self, partial: Path, blob: Path, file: RepositoryFile) -> None:
        if are_symlinks_supported(self._cache):
            partial.replace(blob)
        else:  # as huggingface_hub does there: the snapshot has the file itself, so that nothing lies on the disk twice
            pointer = self._pointer(file)
            pointer.parent.mkdir(parents=True, exist_ok=True)
            partial.replace(pointer)

    @contextmanager
    def _sole_writer(self, etag: str, file: RepositoryFile) -> Iterator[None]:
        """Hold the lock that other programs take for this file; one that was killed leaves none."""
        path = self._cache / ".locks" / self._repository.name / f"{etag}.lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=_LOCK_POLL_SECONDS)
            except Timeout:
                self._report(file, "waiting")
        try:
            yield
        finally:
            lock.release()

    def _no_space(self, needed_bytes: int, free: int) -> Failed:
        return Failed(
            code="no_space",
            repository=self._request.repository,
            where=str(self._cache),
            needed_bytes=needed_bytes + _SPARE_BYTES,
            free_bytes=free,
        )

    def _on_size(self, file: RepositoryFile, size_bytes: int) -> None:
        self._have_bytes[file.name] = min(size_bytes, file.size_bytes)
        self._report(file, "receiving")

    def _report(self, file: RepositoryFile, stage: Stage) -> None:
        received = sum(self._have_bytes.values())
        self._tell(Progress(received_bytes=received, total_bytes=self._total_bytes, name=file.name, stage=stage))


class _Counted:
    """The part of a file that `http_get` uses; tells how long the file has become."""

    def __init__(self, file: IO[bytes], on_size: Callable[[int], None]) -> None:
        self._file = file
        self._on_size = on_size

    def write(self, chunk: bytes) -> int:
        written = self._file.write(chunk)
        self._on_size(self._file.tell())
        return written

    def tell(self) -> int:
        return self._file.tell()

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def truncate(self, size: int | None = None) -> int:
        return self._file.truncate(self._file.tell() if size is None else size)

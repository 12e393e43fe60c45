"""What the Hugging Face cache holds of a repository, and deleting from it. In the child process alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from huggingface_hub import scan_cache_dir
from huggingface_hub.errors import CacheNotFound

from app.hub.failures import CannotGoOn
from app.hub.messages import CacheDescribed, CachedRevision, DeleteCached, Deleted, DescribeCache, Failed
from app.hub.places import repository_folder


def describe(request: DescribeCache) -> CacheDescribed:
    """Its snapshots, the newest first, and what each alone takes."""
    folder = Path(request.folder)
    unfinished = sum(path.stat().st_size for path in _halves(folder, request.repository))
    repository = _repository(folder, request.repository)
    if repository is None:
        return CacheDescribed(revisions=[], unfinished_bytes=unfinished)
    users = _users(repository)
    newest_first = sorted(repository.revisions, key=lambda revision: -revision.last_modified)
    return CacheDescribed(revisions=[_revision(each, users) for each in newest_first], unfinished_bytes=unfinished)


def delete(request: DeleteCached) -> Deleted:
    """Delete a snapshot, or files of it; content that another snapshot has too stays.

    Raises:
        CannotGoOn: The cache has no such snapshot.
    """
    folder = Path(request.folder)
    if not request.commit:
        return _delete_halves(folder, request.repository)
    cache = _scan(folder)
    repository = _repository(folder, request.repository, cache)
    revision = next((r for r in getattr(repository, "revisions", ()) if r.commit_hash == request.commit), None)
    if repository is None or revision is None:
        raise CannotGoOn(Failed(code="cache", repository=request.repository, where=str(folder)))
    names = {str(file.file_path.relative_to(revision.snapshot_path).as_posix()) for file in revision.files}
    if not request.names or names <= set(request.names):
        strategy = cache.delete_revisions(request.commit)
        freed = int(strategy.expected_freed_size)
        strategy.execute()
        return Deleted(freed_bytes=freed)
    users = _users(repository)
    freed = 0
    for file in revision.files:
        if file.file_path.relative_to(revision.snapshot_path).as_posix() in request.names:
            file.file_path.unlink()
            users[file.blob_path] -= 1
            if not users[file.blob_path]:
                file.blob_path.unlink(missing_ok=True)
                freed += file.size_on_disk
    return Deleted(freed_bytes=freed)


def _delete_halves(folder: Path, repository: str) -> Deleted:
    freed = 0
    for path in _halves(folder, repository):
        freed += path.stat().st_size
        path.unlink()
    return Deleted(freed_bytes=freed)


def _halves(folder: Path, repository: str) -> list[Path]:
    """What downloads that were given up have left behind."""
    return list((repository_folder(folder, repository) / "blobs").glob("*.incomplete"))


def _scan(folder: Path) -> Any:
    try:
        return scan_cache_dir(folder)
    except (CacheNotFound, ValueError):  # no folder, or a file in its place
        return None


def _repository(folder: Path, name: str, cache: Any = None) -> Any:
    cache = _scan(folder) if cache is None else cache
    repositories = cache.repos if cache is not None else ()
    return next((each for each in repositories if each.repo_type == "model" and each.repo_id == name), None)


def _users(repository: Any) -> Counter[Path]:
    """How many files of all snapshots lead to each blob."""
    return Counter(file.blob_path for revision in repository.revisions for file in revision.files)


def _revision(revision: Any, users: Counter[Path]) -> CachedRevision:
    here = Counter(file.blob_path for file in revision.files)
    sizes = {file.blob_path: int(file.size_on_disk) for file in revision.files}
    return CachedRevision(
        commit=revision.commit_hash,
        refs=sorted(revision.refs),
        size_bytes=int(revision.size_on_disk),
        own_bytes=sum(size for blob, size in sizes.items() if users[blob] == here[blob]),
        names={
            file.file_path.relative_to(revision.snapshot_path).as_posix(): (
                int(file.size_on_disk) if users[file.blob_path] == 1 else 0
            )
            for file in revision.files
        },
    )

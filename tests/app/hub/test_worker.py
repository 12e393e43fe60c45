"""The child process against a Hub on the loopback: what it fetches, keeps, refuses and says."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from huggingface_hub import constants
from huggingface_hub.hf_api import ModelInfo

from app.hub.messages import (
    CacheDescribed,
    DeleteCached,
    Deleted,
    DescribeCache,
    Download,
    Downloaded,
    Failed,
    Found,
    LookedUp,
    LookUp,
    Search,
)
from app.hub.repositories import repository_file
from app.hub.repository_files import variants
from app.model_scan import scan_models
from tests.app.hub.conftest import SECRET, Child
from tests.fakes.hub_server import COMMIT, Fault, HubServer

NAME = "maker/small-model"
WEIGHTS = os.urandom(9 << 20)  # above what is fetched at one go
FILES = {
    "config.json": b'{"architectures": ["LlamaForCausalLM"]}',
    "tokenizer.json": b"{}" * 3000,
    "empty.txt": b"",
    "LICENSE": b"",
    "modeling_own.py": b"raise SystemExit",
    "pytorch_model.bin": b"pickle",
    "model.safetensors": WEIGHTS,
}
WANTED = {"config.json", "tokenizer.json", "LICENSE", "model.safetensors"}
StartChild = Callable[..., Child]


@pytest.fixture
def wanted(hub: HubServer, cache: Path) -> Download:
    """A download of the repository's own weights."""
    hub.add(NAME, FILES, config={"architectures": ["LlamaForCausalLM"]})
    return request(hub, cache)


def request(hub: HubServer, cache: Path) -> Download:
    info = ModelInfo(**hub.repositories[NAME].facts())
    files = variants([repository_file(sibling) for sibling in info.siblings or ()])[0].files
    return Download(repository=NAME, commit=COMMIT, files=list(files), folder=str(cache))


def weights_path(cache: Path) -> Path:
    return cache / "models--maker--small-model" / "snapshots" / COMMIT / "model.safetensors"


def partial_path(cache: Path) -> Path:
    return cache / "models--maker--small-model" / "blobs" / f"{hashlib.sha256(WEIGHTS).hexdigest()}.incomplete"


def no_model_in(cache: Path) -> bool:
    return not scan_models(cache / "none", [], cache)


def test_the_search_brings_the_popular_first_and_only_what_writes_text(hub: HubServer, child: Child) -> None:
    hub.add("a/llama-small", {}, downloads=5)
    hub.add("b/llama-large", {}, downloads=900, gated="manual", safetensors={"parameters": {}, "total": 8_000_000})
    hub.add("c/llama-pictures", {}, downloads=9999, pipeline_tag="text-to-image")
    hub.add("d/llama-pickle", {}, downloads=9999, tags=["pytorch"])
    hub.add("e/other", {})
    reply = child.ask(Search(words="llama"))
    assert isinstance(reply, Found)
    assert [each.name for each in reply.repositories] == ["b/llama-large", "a/llama-small"]
    first = reply.repositories[0]
    assert (first.is_gated, first.parameters, first.licence, first.formats) == (
        *(True, 8_000_000, "apache-2.0"),
        ["safetensors"],
    )


def test_the_facts_have_sizes_and_checksums(wanted: Download, child: Child, environment: dict[str, str]) -> None:
    reply = child.ask(LookUp(repository=NAME))
    assert isinstance(reply, LookedUp)
    facts = reply.facts
    assert (facts.commit, facts.architecture, facts.folder) == (COMMIT, "LlamaForCausalLM", environment["HF_HUB_CACHE"])
    assert facts.free_bytes > 0
    files = {file.name: file for file in facts.files}
    assert files["model.safetensors"].sha256 == hashlib.sha256(WEIGHTS).hexdigest()
    assert files["config.json"].git_sha1 and not files["config.json"].sha256


def test_a_download_is_a_model_as_other_programs_keep_it(wanted: Download, child: Child, cache: Path) -> None:
    reply = child.ask(wanted)
    assert isinstance(reply, Downloaded), reply
    snapshot = weights_path(cache).parent
    assert Path(reply.path) == snapshot
    assert {path.name for path in snapshot.iterdir()} == WANTED
    assert (snapshot / "LICENSE").read_bytes() == b""
    assert weights_path(cache).is_symlink() and weights_path(cache).read_bytes() == WEIGHTS
    assert (cache / "models--maker--small-model" / "refs" / "main").read_text() == COMMIT
    assert [choice.path for choice in scan_models(cache / "none", [], cache)] == [str(snapshot)]
    last = child.progress[-1]
    assert last.received_bytes == last.total_bytes == sum(len(FILES[name]) for name in WANTED)
    assert "checking" in {progress.stage for progress in child.progress}


def test_a_killed_download_goes_on_where_it_was(
    wanted: Download, hub: HubServer, start_child: StartChild, cache: Path
) -> None:
    fault = Fault(hashlib.sha256(WEIGHTS).hexdigest(), held=threading.Event())
    hub.faults.append(fault)
    child = start_child()
    child.send(wanted)
    child.until(lambda progress: progress.received_bytes > len(WEIGHTS) // 4)
    child.kill()
    assert no_model_in(cache)
    kept = partial_path(cache).stat().st_size
    assert 0 < kept < len(WEIGHTS)
    hub.faults.clear()
    assert fault.held is not None
    fault.held.set()
    assert isinstance(start_child().ask(wanted), Downloaded)
    ranges = [asked.headers.get("range") for asked in hub.asked if asked.server == "cdn" and asked.method == "GET"]
    assert ranges[-1] == f"bytes={kept}-"
    assert weights_path(cache).read_bytes() == WEIGHTS


def test_what_is_there_is_not_fetched_again(wanted: Download, hub: HubServer, child: Child) -> None:
    child.ask(wanted)
    hub.asked.clear()
    assert isinstance(child.ask(wanted), Downloaded)
    assert not hub.asked


def test_bodies_that_end_early_are_gone_on_with(wanted: Download, hub: HubServer, child: Child, cache: Path) -> None:
    hub.faults.append(Fault(hashlib.sha256(WEIGHTS).hexdigest(), times=2, stop_after=2 << 20))
    assert isinstance(child.ask(wanted), Downloaded)
    assert weights_path(cache).read_bytes() == WEIGHTS


def test_a_server_that_knows_no_ranges_sends_all_anew(
    wanted: Download, hub: HubServer, child: Child, cache: Path
) -> None:
    partial_path(cache).parent.mkdir(parents=True)
    partial_path(cache).write_bytes(WEIGHTS[: 1 << 20])
    hub.faults.append(Fault(hashlib.sha256(WEIGHTS).hexdigest(), ignore_range=True))
    assert isinstance(child.ask(wanted), Downloaded)
    assert weights_path(cache).read_bytes() == WEIGHTS


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_file_with_another_checksum_never_gets_its_name(
    wanted: Download, hub: HubServer, child: Child, cache: Path, name: str
) -> None:
    path = hashlib.sha256(FILES[name]).hexdigest()
    hub.faults.append(Fault(path, times=1, flip=True, methods=("GET",)))
    reply = child.ask(wanted)
    assert isinstance(reply, Failed)
    assert (reply.code, reply.where) == ("damaged", name)
    assert no_model_in(cache)
    assert not partial_path(cache).exists()
    assert isinstance(child.ask(wanted), Downloaded)
    assert (weights_path(cache).parent / name).read_bytes() == FILES[name]


def test_damage_in_what_was_kept_is_found(wanted: Download, child: Child, cache: Path) -> None:
    partial_path(cache).parent.mkdir(parents=True)
    partial_path(cache).write_bytes(b"other bytes" + WEIGHTS[11 : 1 << 20])
    reply = child.ask(wanted)
    assert isinstance(reply, Failed) and reply.code == "damaged"
    assert isinstance(child.ask(wanted), Downloaded)


def test_the_token_goes_to_no_mirror(wanted: Download, hub: HubServer, child: Child) -> None:
    child.ask(Search(words="model"))
    child.ask(LookUp(repository=NAME))
    child.ask(wanted)
    assert len(hub.asked) > 5
    assert not [asked for asked in hub.asked if "authorization" in asked.headers or SECRET in str(asked)]


def test_nothing_is_told_about_the_machine(wanted: Download, hub: HubServer, child: Child) -> None:
    child.ask(wanted)
    assert not hub.requests("agent") and not hub.requests("telemetry")
    assert {asked.headers["user-agent"].partition("/")[0] for asked in hub.asked} == {"kvasir", "unknown"}


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault("/api/models/", status=401, headers={"X-Error-Code": "GatedRepo"}), "gated"),
        (Fault("/api/models/", status=403, headers={"X-Error-Code": "GatedRepo"}), "gated"),
        (
            Fault(
                *("/api/models/", 9, 401),
                {"X-Error-Message": "Invalid credentials in Authorization header"},
            ),
            "unauthorised",
        ),
        (Fault("/api/models/", status=403), "forbidden"),
        (Fault("/api/models/", status=404), "not_found"),
        (Fault("/api/models/", status=429, headers={"Retry-After": "17"}), "busy"),
        (Fault("/api/models/", status=500), "server"),
        (Fault("/api/models/", plain=True), "answer"),
    ],
)
def test_each_refusal_has_its_reason(wanted: Download, hub: HubServer, child: Child, fault: Fault, code: str) -> None:
    hub.faults.append(fault)
    reply = child.ask(LookUp(repository=NAME))
    assert isinstance(reply, Failed)
    assert reply.code == code
    if code == "busy":
        assert reply.seconds == 17
    hub.faults.clear()
    assert isinstance(child.ask(LookUp(repository=NAME)), LookedUp)


def test_what_does_not_exist_is_said_to_be_missing(child: Child) -> None:
    for name in ("nobody/nothing", "no such/name at all/"):
        reply = child.ask(LookUp(repository=name))
        assert isinstance(reply, Failed) and reply.code == "not_found", name


@pytest.mark.parametrize(
    ("status", "code"), [(401, "not_found"), (403, "forbidden"), (404, "not_found"), (500, "server")]
)
def test_a_refused_file_ends_the_download_with_a_reason(
    wanted: Download, hub: HubServer, child: Child, status: int, code: str
) -> None:
    headers = {"X-Error-Code": "RepoNotFound"} if status in (401, 404) else {}
    hub.faults.append(Fault(f"/resolve/{COMMIT}/model.safetensors", status=status, headers=headers))
    reply = child.ask(wanted)
    assert isinstance(reply, Failed) and reply.code == code, reply


def test_no_network_is_a_lost_connection(wanted: Download, start_child: StartChild) -> None:
    child = start_child(HF_ENDPOINT="http://127.0.0.1:9")
    for each in (Search(words="x"), LookUp(repository=NAME)):
        reply = child.ask(each)
        assert isinstance(reply, Failed) and reply.code == "connection"


def test_staying_offline_is_honoured(wanted: Download, hub: HubServer, start_child: StartChild) -> None:
    child = start_child(HF_HUB_OFFLINE="1")
    for each in (Search(words="x"), LookUp(repository=NAME), wanted):
        reply = child.ask(each)
        assert isinstance(reply, Failed) and reply.code == "offline", reply
    assert not hub.asked


def test_too_little_room_is_told_before_anything_is_fetched(
    wanted: Download, hub: HubServer, child: Child, cache: Path
) -> None:
    huge = [*wanted.files, type(wanted.files[0])(name="more.safetensors", size_bytes=1 << 60, sha256="0" * 64)]
    reply = child.ask(Download(repository=NAME, commit=COMMIT, files=huge, folder=str(cache)))
    assert isinstance(reply, Failed)
    assert (reply.code, reply.where) == ("no_space", str(cache))
    assert reply.needed_bytes > reply.free_bytes > 0
    assert not hub.asked


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_becomes_full_is_told_as_that(wanted: Download, child: Child, cache: Path) -> None:
    partial_path(cache).parent.mkdir(parents=True)
    partial_path(cache).symlink_to("/dev/full")
    reply = child.ask(wanted)
    assert isinstance(reply, Failed)
    assert (reply.code, reply.where) == ("no_space", str(cache))


def test_a_cache_that_cannot_be_written_is_named(wanted: Download, child: Child, cache: Path) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text("a file where the folder should be")
    reply = child.ask(wanted)
    assert isinstance(reply, Failed)
    assert reply.code in ("cache", "no_permission") and str(cache) in reply.where


def test_two_downloads_of_one_file_take_turns(wanted: Download, hub: HubServer, child: Child, cache: Path) -> None:
    etag = hashlib.sha256(WEIGHTS).hexdigest()
    lock_path = cache / ".locks" / "models--maker--small-model" / f"{etag}.lock"
    lock_path.parent.mkdir(parents=True)
    with FileLock(lock_path):
        child.send(wanted)
        child.until(lambda progress: progress.stage == "waiting")
        assert not partial_path(cache).exists()
    while not isinstance(child.read(), Downloaded):
        pass
    assert weights_path(cache).read_bytes() == WEIGHTS


@pytest.mark.skipif(not hasattr(constants, "HF_HUB_DISABLE_SYMLINKS"), reason="this version always tries links")
def test_without_links_the_snapshot_has_the_only_copy(wanted: Download, start_child: StartChild, cache: Path) -> None:
    child = start_child(HF_HUB_DISABLE_SYMLINKS="1")
    assert isinstance(child.ask(wanted), Downloaded)
    assert not weights_path(cache).is_symlink() and weights_path(cache).read_bytes() == WEIGHTS
    assert not (cache / "models--maker--small-model" / "blobs" / hashlib.sha256(WEIGHTS).hexdigest()).exists()
    assert len(scan_models(cache / "none", [], cache)) == 1


def test_names_that_leave_the_repository_are_no_part_of_a_model(hub: HubServer, cache: Path) -> None:
    hub.add(NAME, {**FILES, "../../evil.gguf": WEIGHTS, "/etc/evil.gguf": WEIGHTS})
    assert {file.name for file in request(hub, cache).files} == WANTED


def test_no_answer_of_a_server_becomes_a_path(hub: HubServer, child: Child) -> None:
    hub.add(NAME, FILES).commit = "../../.."
    reply = child.ask(LookUp(repository=NAME))
    assert isinstance(reply, Failed) and reply.code == "answer"
    evil = {"rfilename": "model.safetensors", "size": 9, "lfs": {"sha256": "../../x", "size": 9, "pointerSize": 1}}
    info = ModelInfo(id=NAME, siblings=[evil])
    assert repository_file(info.siblings[0]).sha256 == ""


def test_the_config_comes_along_where_it_is_wanted(
    wanted: Download, hub: HubServer, child: Child, tmp_path: Path
) -> None:
    reply = child.ask(LookUp(repository=NAME, configs=str(tmp_path / "configs")))
    assert isinstance(reply, LookedUp)
    assert Path(reply.facts.config_path).read_bytes() == FILES["config.json"]
    hub.faults.append(Fault("/resolve/", status=401))
    reply = child.ask(LookUp(repository=NAME, configs=str(tmp_path / "configs")))
    assert isinstance(reply, LookedUp) and reply.facts.config_path == ""


def test_what_two_snapshots_share_stays_when_one_goes(
    wanted: Download, hub: HubServer, child: Child, cache: Path
) -> None:
    child.ask(wanted)
    newer = "b" * 40
    hub.add(NAME, FILES | {"config.json": b'{"newer": true}'}).commit = newer
    second = Download(repository=NAME, commit=newer, files=request(hub, cache).files, folder=str(cache))
    assert isinstance(child.ask(second), Downloaded)
    described = child.ask(DescribeCache(folder=str(cache), repository=NAME))
    assert isinstance(described, CacheDescribed)
    own = {each.commit: each.own_bytes for each in described.revisions}
    assert own == {COMMIT: len(FILES["config.json"]), newer: len(b'{"newer": true}')}
    assert {each.commit: each.refs for each in described.revisions}[newer] == ["main"]
    gone = child.ask(DeleteCached(folder=str(cache), repository=NAME, commit=COMMIT))
    assert gone == Deleted(freed_bytes=len(FILES["config.json"]))
    assert not weights_path(cache).exists()
    assert (cache / "models--maker--small-model" / "snapshots" / newer / "model.safetensors").read_bytes() == WEIGHTS
    last = child.ask(DeleteCached(folder=str(cache), repository=NAME, commit=newer))
    assert isinstance(last, Deleted) and last.freed_bytes > len(WEIGHTS)
    assert not (cache / "models--maker--small-model").exists()


def test_one_quantisation_of_many_goes_alone(hub: HubServer, child: Child, cache: Path) -> None:
    files = {f"small.{label}.gguf": b"GGUF" + os.urandom(9000) for label in ("Q4_K_M", "Q8_0")}
    hub.add(NAME, files)
    for variant in range(2):
        info = child.ask(LookUp(repository=NAME))
        assert isinstance(info, LookedUp)
        chosen = variants(info.facts.files)[variant]
        assert isinstance(
            child.ask(Download(repository=NAME, commit=COMMIT, files=list(chosen.files), folder=str(cache))), Downloaded
        )
    names = [choice.name for choice in scan_models(cache / "none", [], cache)]
    assert names == ["small.Q4_K_M", "small.Q8_0"]
    gone = child.ask(DeleteCached(folder=str(cache), repository=NAME, commit=COMMIT, names=["small.Q8_0.gguf"]))
    assert gone == Deleted(freed_bytes=9004)
    assert [choice.name for choice in scan_models(cache / "none", [], cache)] == names[:1]


def test_the_child_loads_neither_qt_nor_torch() -> None:
    modules = "app.hub.worker, app.hub.repositories, app.hub.download, app.hub.cached"
    code = f"import sys, {modules}; sys.exit(any(name in sys.modules for name in ('PySide6', 'torch')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_child_leaves_with_the_window(start_child: StartChild) -> None:
    child = start_child()
    assert child.process.stdin is not None
    child.process.stdin.close()
    assert child.process.wait(timeout=10) == 0

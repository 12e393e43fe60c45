from __future__ import annotations

from pathlib import Path

from app.hub.places import HubPlace, hub_place, repository_folder

CACHE = Path("/cache/hub")
SNAPSHOT = CACHE / "models--org--a-name" / "snapshots" / "abc"


def test_a_snapshot_and_a_file_in_it_have_a_place() -> None:
    assert hub_place(SNAPSHOT) == HubPlace(CACHE, "org/a-name", "abc")
    assert hub_place(SNAPSHOT / "sub" / "x.gguf") == HubPlace(CACHE, "org/a-name", "abc", "sub/x.gguf")
    assert hub_place(CACHE / "models--org--a-name") == HubPlace(CACHE, "org/a-name", "")


def test_other_folders_have_none() -> None:
    assert hub_place(Path("/models/snapshots/abc")) is None
    assert hub_place(Path("/models/x.gguf")) is None


def test_the_folder_leads_back() -> None:
    assert repository_folder(CACHE, "org/a-name") == SNAPSHOT.parent.parent

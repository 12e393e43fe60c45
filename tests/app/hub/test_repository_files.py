from __future__ import annotations

import pytest

from app.hub.repository_files import RepositoryFile, is_model_file, part_names, variants, why_none

CONFIG = ("config.json", "tokenizer.json", "chat_template.jinja")


def files(*names: str) -> list[RepositoryFile]:
    return [RepositoryFile(name=name, size_bytes=100 + len(name)) for name in names]


def chosen(*names: str) -> list[tuple[str, list[str]]]:
    return [(variant.label, [file.name for file in variant.files]) for variant in variants(files(*names))]


def test_of_weights_in_several_forms_only_safetensors_are_taken_and_no_code() -> None:
    ((label, names),) = chosen(
        *(*CONFIG, "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"),
        *("model.safetensors.index.json", "pytorch_model.bin", "modeling_x.py", "tf_model.h5", "README.md", "a/b.png"),
    )
    assert label == ""
    assert set(names) == {
        *(*CONFIG, "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"),
        "model.safetensors.index.json",
    }


def test_a_second_copy_of_the_weights_is_not_fetched_too() -> None:
    ((_, names),) = chosen(
        *CONFIG, "model.safetensors", "consolidated.safetensors", "original/consolidated.safetensors"
    )
    assert "model.safetensors" in names and not [name for name in names if "consolidated" in name]


def test_weights_of_another_name_are_found_where_there_are_no_usual_ones() -> None:
    ((_, names),) = chosen(*CONFIG, "weights.safetensors")
    assert "weights.safetensors" in names


def test_each_quantisation_is_a_choice_with_all_its_parts_the_smallest_first() -> None:
    found = chosen(
        *("m-Q8_0.gguf", "big/m-F16-00001-of-00002.gguf", "big/m-F16-00002-of-00002.gguf", "m.q4_k_m.gguf"),
        *("mmproj-m-F16.gguf", "m-IQ2_XXS.gguf", "m-UD-Q3_K_XL.gguf"),
    )
    assert {label for label, _ in found} == {"Q8_0", "F16", "Q4_K_M", "IQ2_XXS", "UD-Q3_K_XL"}
    assert dict(found)["F16"] == ["big/m-F16-00001-of-00002.gguf", "big/m-F16-00002-of-00002.gguf"]
    assert found[-1][0] == "F16"


def test_two_files_of_one_quantisation_keep_their_names() -> None:
    assert sorted(label for label, _ in chosen("a-Q8_0.gguf", "b-Q8_0.gguf")) == ["a-Q8_0", "b-Q8_0"]


def test_what_lacks_a_part_is_no_model() -> None:
    assert chosen(*CONFIG, "model-00001-of-00002.safetensors") == []
    assert chosen("m-Q8_0-00002-of-00002.gguf") == []


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("config.json", "pytorch_model.bin"), "pickles"),
        (("adapter_config.json", "adapter_model.safetensors"), "adapter"),
        (("config.json", "model-00001-of-00002.safetensors"), "parts"),
        (("README.md",), "nothing"),
    ],
)
def test_a_repository_without_a_model_says_what_it_has(names: tuple[str, ...], why: str) -> None:
    assert chosen(*names) == []
    assert why_none(files(*names)) == why


@pytest.mark.parametrize("name", ["../x.gguf", "/x.gguf", "a/../../x.gguf", "a\\x.gguf", "c:x.gguf", "a//x.gguf", ""])
def test_no_name_leads_out_of_the_repository(name: str) -> None:
    assert chosen(name) == []


def test_the_parts_of_a_model_are_known_from_one() -> None:
    assert part_names("a-00002-of-00002.gguf") == ["a-00001-of-00002.gguf", "a-00002-of-00002.gguf"]
    assert part_names("a.gguf") == ["a.gguf"]


def test_the_users_own_files_are_none_of_a_models() -> None:
    assert is_model_file("model.safetensors") and is_model_file("sub/x.gguf") and is_model_file("tokenizer.json")
    assert not is_model_file("notes.txt") and not is_model_file("photo.jpg")

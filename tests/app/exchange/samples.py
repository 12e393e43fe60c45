"""Small exports of other programs, made after the documented structures."""

from __future__ import annotations

from typing import Any

CREATED = 1_690_000_000.25


def chatgpt_node(
    key: str, parent: str | None, role: str = "", content: object = "", children: tuple[str, ...] = (), **message: Any
) -> dict[str, Any]:
    """One entry of a mapping; without a role its message is null."""
    body = {"content_type": "text", "parts": [content]} if isinstance(content, str) else content
    told = {
        "id": key,
        "author": {"role": role},
        "create_time": CREATED + 10,
        "content": body,
        "metadata": {},
        **message,
    }
    return {"id": key, "message": told if role else None, "parent": parent, "children": list(children)}


def chatgpt(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    if not nodes:
        nodes = (
            chatgpt_node("root", None, children=("s",)),
            chatgpt_node("s", "root", "system", "", ("q",), metadata={"is_visually_hidden_from_conversation": True}),
            chatgpt_node("q", "s", "user", "How deep is the well?", ("a", "b")),
            chatgpt_node("a", "q", "assistant", "Nobody knows.", metadata={"model_slug": "gpt-4o"}),
            chatgpt_node("b", "q", "assistant", "Very.", metadata={"model_slug": "gpt-4o"}),
        )
    return {
        "title": "Mímir’s well",
        "create_time": CREATED,
        "update_time": CREATED + 50,
        "mapping": {node["id"]: node for node in nodes},
        "current_node": nodes[-1]["id"],
        "conversation_id": "6f9c-1",
        **more,
    }


def open_webui() -> dict[str, Any]:
    messages = {
        "u1": {
            "id": "u1",
            "parentId": None,
            "childrenIds": ["a1", "a2"],
            "role": "user",
            "content": "Count to three",
            "timestamp": 1690000010,
        },
        "a1": {
            "id": "a1",
            "parentId": "u1",
            "childrenIds": ["u2"],
            "role": "assistant",
            "content": '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n'
            "&gt; Easy &amp; quick.\n&gt; Go.\n</details>\n1 2 3",
            "model": "llama3:8b",
            "modelName": "Llama 3",
            "timestamp": 1690000011,
        },
        "a2": {
            "id": "a2",
            "parentId": "u1",
            "childrenIds": [],
            "role": "assistant",
            "content": "One, two, three",
            "model": "qwen",
            "timestamp": 1690000012,
        },
        "u2": {
            "id": "u2",
            "parentId": "a1",
            "childrenIds": [],
            "role": "user",
            "content": "Thanks",
            "timestamp": 1690000013,
            "files": [
                {"type": "file", "name": "list.txt", "file": {"data": {"content": "one\ntwo"}}},
                {"type": "image", "url": "data:image/png;base64,AAAA"},
            ],
        },
    }
    return {
        "id": "0b1c",
        "user_id": "me",
        "title": "Counting",
        "chat": {
            "history": {"messages": messages, "currentId": "u2"},
            "system": "Count aloud.",
            "timestamp": 169 * 10**10,
        },
        "created_at": 1690000000,
        "updated_at": 1690000020,
        "archived": True,
        "pinned": True,
    }


def jan_messages() -> list[dict[str, Any]]:
    def text(value: str) -> list[dict[str, Any]]:
        return [{"type": "text", "text": {"value": value, "annotations": []}}]

    common = {"object": "thread.message", "thread_id": "jan_17", "status": "ready"}
    return [
        {**common, "id": "m1", "role": "user", "content": text("Hej"), "created_at": 1690000000123},
        {**common, "id": "m2", "role": "assistant", "content": text("<think>Danish?</think>Hej med dig")},
    ]


def jan_thread() -> dict[str, Any]:
    return {
        "id": "jan_17",
        "object": "thread",
        "title": "Hej",
        "assistants": [{"id": "jan", "instructions": "Be short.", "model": {"id": "phi"}}],
        "created": 1690000000,
        "updated": 1690000100,
    }


def lm_studio() -> dict[str, Any]:
    def user(text: str) -> dict[str, Any]:
        return {"type": "singleStep", "role": "user", "content": [{"type": "text", "text": text}]}

    def answer(*steps: dict[str, Any]) -> dict[str, Any]:
        return {"type": "multiStep", "role": "assistant", "senderInfo": {"senderName": "qwen3"}, "steps": list(steps)}

    def block(text: str, **more: Any) -> dict[str, Any]:
        return {"type": "contentBlock", "content": [{"type": "text", "text": text}], **more}

    return {
        "name": "Runes",
        "pinned": True,
        "createdAt": 1690000000123,
        "systemPrompt": "You carve runes.",
        "messages": [
            {"versions": [user("Carve F"), user("Carve ᚠ")], "currentlySelected": 1},
            {
                "versions": [
                    answer(block("Hmm.", style={"type": "thinking"}), block("ᚠ"), {"type": "debugInfoBlock"}),
                    answer(block("No.")),
                ],
                "currentlySelected": 0,
            },
        ],
    }


def share_gpt() -> dict[str, Any]:
    return {
        "id": "abc_0",
        "conversations": [
            {"from": "system", "value": "Be kind."},
            {"from": "human", "value": "Hello"},
            {"from": "gpt", "value": "Hello yourself"},
        ],
    }


def turns() -> dict[str, Any]:
    return {
        "messages": [
            {"role": "developer", "content": "Be kind."},
            {"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {}}]},
            {"role": "assistant", "content": "A cat", "reasoning_content": "Whiskers."},
        ]
    }

"""Compiles what `decode` launches for a card that need not be there: kernel names and their loads, as JSON.

Run as a program, with the card's compute capability, in a process of its own: triton either compiles or interprets.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from benchmarks.device_sequences import random_sequence
from engine.attention import triton_kernels
from engine.attention.device_tables import DeviceTable
from engine.cache.formats import INT4

_TYPES = {torch.float32: "*fp32", torch.bfloat16: "*bf16", torch.float16: "*fp16", torch.int64: "*i64"}
found: dict[str, Counter[str]] = {}


class CompiledOnly:
    """Takes a kernel's place: a launch compiles it as triton would, and does not run it."""

    def __init__(self, kernel: Any, capability: int) -> None:
        self._kernel = kernel
        self._target = GPUTarget("cuda", capability, 32)

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        return self._compile

    def _compile(self, *args: object, **kwargs: object) -> None:
        names = self._kernel.arg_names
        constants = {name: value for name, value in kwargs.items() if name in names}
        options = {name: value for name, value in kwargs.items() if name not in names}
        signature = dict.fromkeys(names, "constexpr")
        aligned = {}
        for place, (name, value) in enumerate(zip(names, args, strict=False)):
            if isinstance(value, torch.Tensor):
                signature[name] = _TYPES[value.dtype]
            else:
                signature[name] = "fp32" if isinstance(value, float) else "i32"
            if isinstance(value, torch.Tensor) or name.endswith("stride"):
                aligned[(place,)] = [["tt.divisibility", 16]]
        source = ASTSource(self._kernel, signature, constants, aligned)
        ptx = triton.compile(source, target=self._target, options=options).asm["ptx"]
        found[self._kernel.__name__] = Counter(re.findall(r"ld\.global\.[\w.]+", ptx))


def main(capability: int) -> None:
    for name in ("_rotate_query", "attend_split", "_merge_splits"):
        setattr(triton_kernels, name, CompiledOnly(getattr(triton_kernels, name), capability))
    sequence = random_sequence([INT4], 200, dtype=torch.bfloat16, k_dim=128, v_dim=128)
    table = DeviceTable(4, torch.device("cpu"), [INT4])
    triton_kernels.decode(torch.zeros(8, 128, dtype=torch.bfloat16), table, sequence.layer, scale=1.0)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(int(sys.argv[1]))

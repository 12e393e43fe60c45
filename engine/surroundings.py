"""What the engine computes on and with: devices, builds, versions and variables, for those who look for a fault."""

from __future__ import annotations

import os
import platform
from importlib import metadata

import psutil

from engine.protocol import Device, Surroundings

_PACKAGES = ("transformers", "tokenizers", "safetensors", "accelerate", "bitsandbytes", "torchao", "triton", "numba")
_VARIABLES = (
    *("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"),
    *("CUDA_HOME", "CUDA_LAUNCH_BLOCKING", "PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF", "TRITON_INTERPRET"),
    *("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR"),
    *("HF_HOME", "HF_HUB_CACHE", "HF_ENDPOINT", "HF_HUB_OFFLINE", "KVASIR_HOME"),
)
"""What decides how it runs. None of them holds a secret: all of this is meant to be copied into a report."""


def devices() -> list[Device]:
    """What torch can compute on, best first."""
    import torch

    found = []
    for index in range(torch.cuda.device_count()):
        free, total = torch.cuda.mem_get_info(index)
        found.append(Device(kind="cuda", name=torch.cuda.get_device_name(index), total_bytes=total, free_bytes=free))
    return [*found, cpu_device()]


def cpu_device() -> Device:
    """The processor and its memory, known without torch."""
    memory = psutil.virtual_memory()
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return Device(kind="cpu", name=f"CPU with {cores} cores", total_bytes=memory.total, free_bytes=memory.available)


def surroundings() -> Surroundings:
    """Everything else; torch is imported."""
    import torch

    return Surroundings(
        python=platform.python_version(),
        cuda=torch.version.cuda or "",
        rocm=torch.version.hip or "",
        card_trouble=_card_trouble(),
        threads=torch.get_num_threads(),
        packages={name: version for name in _PACKAGES if (version := _version(name))},
        variables={name: os.environ[name] for name in _VARIABLES if name in os.environ},
    )


def _card_trouble() -> str:
    """The first line of what torch says when a build for cards finds none."""
    import torch

    if torch.cuda.device_count() or not (torch.version.cuda or torch.version.hip):
        return ""
    try:
        torch.cuda.init()  # type: ignore[no-untyped-call] # torch's own omission
    except (RuntimeError, AssertionError) as error:
        return str(error).partition("\n")[0]
    return ""


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""

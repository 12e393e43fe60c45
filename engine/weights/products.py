"""Products with packed weights on the CPU, from torch's side."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from engine.attention.numba_jobs import MAX_THREADS, WORK_PER_THREAD, Job
from engine.attention.numba_kernels import NUMBERS, run
from engine.attention.numba_math import SIGNED8, UNSIGNED4
from engine.attention.numba_tasks import MULTIPLY
from engine.weights.numba_products import MATRIX, UNPACK_ROWS, WRITE
from engine.weights.packing import PackedMatrix

Record = NDArray[np.void]


def matrix_record(weights: PackedMatrix | torch.Tensor, bias: torch.Tensor | None = None) -> Record:
    """What compiled code knows a matrix by. Whoever makes it keeps the matrix, and the bias in float32, alive."""
    record = np.zeros(1, MATRIX)
    bias_place = 0 if bias is None else bias.data_ptr()
    if isinstance(weights, torch.Tensor):
        record[0] = (NUMBERS[weights.dtype], weights.data_ptr(), 0, 0, *weights.shape, bias_place)
        return record
    record[0] = (
        SIGNED8 if weights.bits == 8 else UNSIGNED4,
        weights.codes.data_ptr(),
        weights.scales.data_ptr(),
        weights.minima.data_ptr() if weights.bits == 4 else 0,
        weights.num_rows,
        weights.num_columns,
        bias_place,
    )
    return record


def multiply(inputs: torch.Tensor, matrix: Record, num_threads: int) -> torch.Tensor:
    """Products of few rows, float32 `[num_inputs, num_columns]`, with a matrix: `[num_inputs, num_rows]`."""
    num_rows, num_columns = int(matrix["num_rows"][0]), int(matrix["num_columns"][0])
    inputs = inputs.contiguous()
    out = torch.empty(inputs.shape[0], num_rows)
    run(
        Job(
            kind=MULTIPLY,
            mode=WRITE,
            num_helpers=_helpers(num_rows * num_columns, num_threads),
            matrices=matrix.ctypes.data,
            num_matrices=1,
            inputs=inputs.data_ptr(),
            inputs_row=4 * num_columns,
            num_inputs=inputs.shape[0],
            out=out.data_ptr(),
            out_row=4 * num_rows,
        )
    )
    return out


def unpack_rows(matrix: Record, begin: int, out: torch.Tensor, num_threads: int) -> None:
    """Write rows of a packed matrix from `begin` on as numbers: `[num_rows, num_columns]`, in their dtype."""
    part = matrix.copy()
    num_columns = int(part["num_columns"][0])
    num_groups = num_columns // 32
    part["codes"] += begin * (num_columns // 2 if part["encoding"][0] == UNSIGNED4 else num_columns)
    part["scales"] += 2 * begin * num_groups
    part["minima"] += 2 * begin * num_groups
    part["num_rows"] = len(out)
    run(
        Job(
            kind=MULTIPLY,
            mode=UNPACK_ROWS,
            num_helpers=_helpers(out.numel(), num_threads),
            matrices=part.ctypes.data,
            num_matrices=1,
            outer_encoding=NUMBERS[out.dtype],
            out=out.data_ptr(),
            out_row=out.stride(0) * out.itemsize,
        )
    )


def _helpers(work: int, num_threads: int) -> int:
    return max(0, min(num_threads, MAX_THREADS, work // WORK_PER_THREAD) - 1)

"""What the micro-kernels are written with: LLVM's vector instructions, and how numbers in memory become floats.

An `emit` function of a micro-kernel writes the code of one case, such as an encoding and a number of heads; what is
compiled switches between the cases. Addresses and distances are in bytes.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from engine.attention.numba_math import (
    BFLOAT16,
    CURVE,
    E4M3,
    FLOAT16,
    FLOAT32,
    LEVELS4,
    NUMBER_BYTES,
    SIGNED8,
    UNSIGNED4,
)

VECTOR = 8
"""Numbers to a vector, of which the processor has 16."""

I32, I64, F32 = ir.IntType(32), ir.IntType(64), ir.FloatType()
FLOATS = ir.VectorType(F32, VECTOR)
_INTS = ir.VectorType(I32, VECTOR)
_CONTRACT = ("contract",)


def constant(type_: Any, number: Any) -> Any:
    """A vector of the same number."""
    return ir.Constant(type_, [number] * type_.count)


def mask(indices: Any) -> Any:
    """What a shuffle takes: the second vector's indices follow on the first one's."""
    indices = list(indices)
    return ir.Constant(ir.VectorType(I32, len(indices)), indices)


def offset(builder: Any, address: Any, num_bytes: int) -> Any:
    """The address so many bytes on."""
    return builder.add(address, ir.Constant(I64, num_bytes)) if num_bytes else address


def load(builder: Any, address: Any, type_: Any) -> Any:
    """What is at any address, whether aligned or not."""
    return builder.load(builder.inttoptr(address, type_.as_pointer()), align=1)


def store(builder: Any, number: Any, address: Any) -> None:
    """Write float32 numbers."""
    builder.store(number, builder.inttoptr(address, number.type.as_pointer()), align=4)


def splat(builder: Any, number: Any) -> Any:
    """A vector of a float known only at run time."""
    nothing = ir.Constant(FLOATS, ir.Undefined)
    single = builder.insert_element(nothing, number, ir.Constant(I32, 0))
    return builder.shuffle_vector(single, nothing, mask([0] * VECTOR))


def sum_of(builder: Any, vector: Any) -> Any:
    """The sum of a vector's numbers."""
    count = VECTOR
    while count > 1:
        count //= 2
        low = builder.shuffle_vector(vector, vector, mask(range(count)))
        high = builder.shuffle_vector(vector, vector, mask(range(count, 2 * count)))
        vector = builder.fadd(low, high)
    return builder.extract_element(vector, ir.Constant(I32, 0))


def multiply_add(builder: Any, a: Any, b: Any, c: Any) -> Any:
    """`a * b + c`, rounded once where the processor can."""
    return builder.fadd(builder.fmul(a, b, flags=_CONTRACT), c, flags=_CONTRACT)


def _small_float(builder: Any, magnitude: Any, sign: Any, factor: float) -> Any:
    """A float from a smaller one's bits, shifted to their places: the factor makes good how exponents are counted."""
    scaled = builder.fmul(builder.bitcast(magnitude, FLOATS), constant(FLOATS, factor))
    return builder.bitcast(builder.or_(builder.bitcast(scaled, _INTS), sign), FLOATS)


def _bits(builder: Any, codes: Any, mask: int, shift: int) -> Any:
    return builder.shl(builder.and_(codes, constant(_INTS, mask)), constant(_INTS, shift))


def read_vectors(builder: Any, address: Any, encoding: int, count: int) -> list[Any]:
    """So many vectors of floats, from codes one behind the other; of 4-bit codes, all lower halves come first."""
    if encoding == FLOAT32:
        return [load(builder, offset(builder, address, 4 * VECTOR * v), FLOATS) for v in range(count)]
    if encoding in (UNSIGNED4, LEVELS4):
        pairs = _integers(builder, address, 1, count // 2)
        codes = [builder.and_(pair, constant(_INTS, 15)) for pair in pairs]
        codes += [builder.lshr(pair, constant(_INTS, 4)) for pair in pairs]
        numbers = [builder.sitofp(code, FLOATS) for code in codes]
        return numbers if encoding == UNSIGNED4 else [_level(builder, number) for number in numbers]
    codes = _integers(builder, address, NUMBER_BYTES[encoding], count, encoding == SIGNED8)
    if encoding == BFLOAT16:
        return [builder.bitcast(builder.shl(code, constant(_INTS, 16)), FLOATS) for code in codes]
    if encoding == FLOAT16:
        parts = [(_bits(builder, code, 0x7FFF, 13), _bits(builder, code, 0x8000, 16)) for code in codes]
        return [_small_float(builder, magnitude, sign, 2.0**112) for magnitude, sign in parts]
    if encoding == E4M3:
        parts = [(_bits(builder, code, 0x7F, 20), _bits(builder, code, 0x80, 24)) for code in codes]
        return [_small_float(builder, magnitude, sign, 2.0**120) for magnitude, sign in parts]
    return [builder.sitofp(code, FLOATS) for code in codes]


def _integers(builder: Any, address: Any, size: int, count: int, signed: bool = False) -> list[Any]:
    narrow = ir.VectorType(ir.IntType(8 * size), VECTOR)
    loaded = [load(builder, offset(builder, address, size * VECTOR * v), narrow) for v in range(count)]
    return [builder.sext(codes, _INTS) if signed else builder.zext(codes, _INTS) for codes in loaded]


def _level(builder: Any, number: Any) -> Any:
    x = builder.fadd(number, constant(FLOATS, -7.5))
    square = builder.fmul(x, x)
    rest = builder.fmul(builder.fmul(square, square), constant(FLOATS, float(CURVE)))
    return multiply_add(builder, x, rest, x)


def switch(builder: Any, number: Any, cases: dict[int, Any]) -> None:
    """Code of the case whose number it is."""
    done = builder.append_basic_block("done")
    instruction = builder.switch(number, done)
    for case, emit in cases.items():
        block = builder.append_basic_block(f"case{case}")
        instruction.add_case(ir.Constant(I64, case), block)
        builder.position_at_end(block)
        emit()
        builder.branch(done)
    builder.position_at_end(done)


def loop(builder: Any, stop: Any, step: int, states: list[Any], body: Any) -> list[Any]:
    """Loop from 0, at least once; `body` makes the next states of those before. Returns the last ones."""
    before, inner, after = builder.block, builder.append_basic_block("loop"), builder.append_basic_block("after")
    builder.branch(inner)
    builder.position_at_end(inner)
    index = builder.phi(I64)
    phis = [builder.phi(state.type) for state in states]
    following = [builder.add(index, ir.Constant(I64, step)), *body(index, phis)]
    for phi, first, next_ in zip([index, *phis], [ir.Constant(I64, 0), *states], following, strict=True):
        phi.add_incoming(first, before)
        phi.add_incoming(next_, builder.block)
    builder.cbranch(builder.icmp_signed("<", following[0], stop), inner, after)
    builder.position_at_end(after)
    return following[1:]

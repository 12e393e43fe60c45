"""Tells kinds of text apart by the names of their files: tables, Markdown, code, and all the rest."""

from __future__ import annotations

from pathlib import PurePath

_TABLES = frozenset({".csv", ".tsv", ".tab"})
_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".rmd", ".qmd"})
_CODE_NAMES = frozenset({"makefile", "dockerfile", "cmakelists.txt", "justfile", "rakefile", "gemfile", "jenkinsfile"})
_CODE_SUFFIXES = """
    .asm .astro .awk .bash .bat .bib .c .cc .cfg .clj .cljs .cls .cmake .cmd .conf .cpp .cs .css .cu .cxx .dart .diff
    .el .env .erl .ex .exs .f .f90 .fish .fs .gd .glsl .go .gradle .graphql .groovy .h .hcl .hh .hpp .hs .htm .html
    .ini .ipynb .java .jl .js .json .json5 .jsonl .jsx .kt .kts .less .lisp .lua .m .mjs .ml .mm .nim .nix .pas .patch
    .php .pl .pm .properties .proto .ps1 .py .pyi .pyx .r .rb .rkt .rs .s .sass .scala .scss .sh .sol .sql .sty .svelte
    .svg .swift .tcl .tex .tf .toml .ts .tsx .v .vb .vhd .vim .vue .wgsl .xml .xsl .yaml .yml .zig .zsh
"""
_CODE = frozenset(_CODE_SUFFIXES.split())


def text_kind(name: str) -> str:
    """`table`, `markdown`, `code` or `text`."""
    suffix = PurePath(name).suffix.lower()
    if suffix in _TABLES:
        return "table"
    if suffix in _MARKDOWN:
        return "markdown"
    return "code" if suffix in _CODE or name.lower() in _CODE_NAMES else "text"

"""Every public name has a docstring with an example, and phenom prints what the example shows."""

from __future__ import annotations

import dataclasses
import doctest
import functools
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import phenom
from phenom._loaded import LoadedReport

import example

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
CALLED = ("__call__", "__getitem__")


def public() -> Iterator[tuple[str, object]]:
    """All public names, and what they stand for: also attributes of classes, and of what `load` makes of a folder."""
    for name in [*phenom.__all__, "LoadedReport"]:
        thing = LoadedReport if name == "LoadedReport" else getattr(phenom, name)
        thing = type(thing) if name == "measures" else thing
        yield name, thing
        for key, one in vars(thing).items() if isinstance(thing, type) else ():
            of_call = callable(one) or isinstance(one, (property, functools.cached_property, classmethod, staticmethod))
            if of_call and (not key.startswith("_") or key in CALLED):
                yield f"{name}.{key}", one


PUBLIC = dict(public())


def run(text: str, name: str) -> None:
    """Runs the examples of a docstring."""
    assert "doctest: +SKIP" not in text
    test = doctest.DocTestParser().get_doctest(text, example.names(), name, name, 0)
    assert test.examples, f"the docstring of {name} has no example"
    told: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=FLAGS).run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("name", PUBLIC)
def test_the_example_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PUBLIC[name].__doc__
    # What `dataclass` writes is no docstring.
    assert text and not text.startswith(f"{name}("), f"{name} has no docstring"
    run(inspect.cleandoc(text), name)


@pytest.mark.parametrize("key", phenom.measures)
def test_the_example_of_a_measure_runs(key: str) -> None:
    run(phenom.measures[key].docstring, key)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_parameter_is_explained(name: str) -> None:
    one = PUBLIC[name]
    if isinstance(one, type):
        parameters = [field.name for field in dataclasses.fields(one)] if dataclasses.is_dataclass(one) else []
        parameters = [parameter for parameter in parameters if not parameter.startswith("_")]
    elif inspect.isfunction(one):
        parameters = [name for name in inspect.signature(one).parameters if name not in ("self", "roles")]
    else:
        parameters = []
    prose = (one.__doc__ or "").partition("Example:")[0]
    absent = [parameter for parameter in parameters if not re.search(rf"\b{parameter}\b", prose)]
    assert not absent, f"the docstring of {name} does not explain {', '.join(absent)}"

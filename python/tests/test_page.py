"""The manual's page on Python is a notebook: its programs run in their order, and print what it shows.

With LIBSOLID_PICTURES set to a folder, the pictures that they draw are put there.
"""

import contextlib
import io
import os
import pathlib
import re
import shutil

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "src" / "python.md"
README = PAGE.parents[2] / "README.md"
PICTURES = os.environ.get("LIBSOLID_PICTURES") and pathlib.Path(os.environ["LIBSOLID_PICTURES"]).resolve()


def test_the_page_prints_what_it_shows(tmp_path, monkeypatch):
    pytest.importorskip("coacd")
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    cells = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$|^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    assert len(cells) == PAGE.read_text().count("```python") > 5
    names = {}
    for shown, output, silent in cells:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(shown or silent, str(PAGE), "exec"), names)
        assert printed.getvalue() == output
    drawn = sorted(picture.name for picture in tmp_path.glob("*.png"))
    assert drawn == sorted(re.findall(r"!\[.*\]\(images/(.*\.png)\)", PAGE.read_text()))
    if PICTURES:
        for name in drawn:
            shutil.copy(tmp_path / name, PICTURES)


def test_the_readme_prints_what_it_shows(capsys):
    [(shown, output)] = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", README.read_text(), re.M | re.S)
    exec(compile(shown, str(README), "exec"), {})
    assert capsys.readouterr().out == output

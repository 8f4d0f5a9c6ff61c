"""Counts what the samples are written in: lines and tokens, comments and blanks apart.

The rule is the same for each language. A line counts if it has anything but blanks and comments. A string is one token,
however long it is and whatever is put into it; so are a name, a number and a run of operators; brackets, commas, colons
and points count one each. A string that stands for itself at the start of a Python definition is a comment.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/|\#(?![a-z])[^\n]*)
  | (?P<blank>\s+)
  | (?P<string>\x22\x22\x22.*?\x22\x22\x22|[rfbu]{0,2}\x22(?:\\.|[^\x22\\\n])*\x22|[rfbu]{0,2}'(?:\\.|[^'\\\n])*')
  | (?P<number>\d[\w.]*(?<!\.))
  | (?P<name>[@\#$]?\w+)
  | (?P<operator>[-+*/%=<>!&|^~?]+)
  | (?P<point>.)
""", re.VERBOSE | re.DOTALL)


def sources(sample, way):
    if way in ("hikidashi", "bare"):
        folder = os.path.join(HERE, sample, way.capitalize())
        if not os.path.isdir(folder):
            return []
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".swift")]
    path = os.path.join(HERE, sample, way + ".py")
    return [path] if os.path.exists(path) else []


def count(text, is_python):
    """The lines and tokens of a text. In Python # begins a comment, in Swift //."""
    lines, tokens, line = set(), 0, 1
    before = "\n"
    if is_python:
        text = re.sub(r"//", "÷", text)
    for match in TOKEN.finditer(text):
        kind, value = match.lastgroup, match.group()
        is_documentation = is_python and value.startswith('"""') and before.rstrip(" ").endswith("\n")
        if kind not in ("comment", "blank") and not is_documentation:
            tokens += 1
            lines.update(range(line, line + value.count("\n") + 1))
        line += value.count("\n")
        before = value if kind == "blank" else "x"
    return len(lines), tokens


def total(sample, way):
    """The lines and tokens of a sample in one way; None if it is not written so."""
    paths = sources(sample, way)
    if not paths:
        return None
    lines = tokens = 0
    for path in paths:
        with open(path) as file:
            found = count(file.read(), path.endswith(".py"))
        lines, tokens = lines + found[0], tokens + found[1]
    return lines, tokens


if __name__ == "__main__":
    for sample in sys.argv[1:]:
        print(sample, *((way, total(sample, way)) for way in ("hikidashi", "bare", "python", "pyside")))

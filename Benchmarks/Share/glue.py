"""Counts the glue of the whole apps: GLUE.md has the rule, glue/APP.txt the lines.

    glue.py table          prints the table, and fails where a list names a line that is not in the source
    glue.py doubts APP     prints lines that look like glue and are not listed
"""
import collections
import glob
import os
import re
import sys

import count

ROOT = os.path.dirname(os.path.dirname(count.HERE))
APPS = {"RFCViewer": "RFC Viewer", "Timeline": "Timeline", "Inventory": "Inventory", "Feeds": "Feeds", "Classic": "Classic"}
LIKE_GLUE = re.compile(r"""
    \.follow\b | \bfor\ await\b | \bTask\s*[({] | \bguard\ let\ self\b | \[weak\ | \bcatch\b | ^do\ \{ | \.failed\(
  | \bon[A-Z]\w*\ =\ | =\ store\[ | \.value\ =\ \w+$ | ^(self\.)?[\w.]+\ =\ [\w.]+$
""", re.VERBOSE)


def files(app):
    paths = glob.glob(f"{ROOT}/Apps/{app}/**/*.swift", recursive=True)
    return {os.path.relpath(path, f"{ROOT}/Apps/{app}"): open(path).read() for path in sorted(paths)}


def listed(app):
    """The glue of an app: by file, how often each line stands there."""
    found, name = collections.defaultdict(collections.Counter), None
    with open(f"{count.HERE}/glue/{app}.txt") as file:
        for line in file:
            line = line.strip()
            if line.startswith("# "):
                name = line[2:]
            elif line:
                found[name][line] += 1
    return found


def missing(app):
    """What a list names that the source does not have, or not so often."""
    sources = files(app)
    for name, lines in listed(app).items():
        there = collections.Counter(line.strip() for line in sources.get(name, "").splitlines())
        for line, number in lines.items():
            if there[line] < number:
                yield f"{app}/{name}: {line}"


def shares():
    """Lines and glue of each app."""
    for app in APPS:
        lines = sum(count.count(text, False)[0] for text in files(app).values())
        yield app, lines, sum(sum(found.values()) for found in listed(app).values())


def table():
    yield "| app | lines | glue | share |"
    yield "|---|--:|--:|--:|"
    for app, lines, glue in shares():
        yield f"| {APPS[app]} | {lines:,} | {glue} | {100 * glue / lines:.1f} % |"


def doubts(app):
    glue = listed(app)
    for name, text in files(app).items():
        for number, line in enumerate(text.splitlines(), 1):
            if LIKE_GLUE.search(line.strip()) and not line.strip().startswith("//") and line.strip() not in glue[name]:
                yield f"{name}:{number}: {line.strip()}"


if __name__ == "__main__":
    wrong = [line for app in APPS for line in missing(app)] if sys.argv[1] == "table" else []
    if wrong:
        sys.exit("not in the source:\n" + "\n".join(wrong))
    print("\n".join(table() if sys.argv[1] == "table" else doubts(sys.argv[2])))

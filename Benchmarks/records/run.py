"""Measures one peer on a file of generated records and prints a line of JSON for every row.

    python run.py PEER '{"file": …, "folder": …, "needle": …, "name": …, "low": …, "high": …,
                         "locale": …, "runs": …}'

The first line is {"peer", "version", "bytes"}, the memory after loading; then comes a line for each
row, {"peer", "note", "row", "ms": [a number a run], "check", "order"}. `check` says what came out in
the words that every side of the bench uses, so that they can be compared; `order` names the file to
which a sort's result was written, a little-endian number of four bytes a record.
"""

import gc
import importlib
import json
import os
import sys
import time

import numpy as np


class Task:
    """The file and what is asked of it."""

    def __init__(self, values):
        self.file = values["file"]
        self.folder = values["folder"]
        self.needle = values["needle"]
        self.name = values["name"]
        self.low = values["low"]
        self.high = values["high"]
        self.locale = values["locale"]
        self.runs = values["runs"]

    @property
    def wide_pattern(self):
        """A regular expression for the needle in either case and either width."""
        return "".join(f"[{c}{c.upper()}{wide(c)}{wide(c.upper())}]" for c in self.needle)

    def output(self, peer):
        return os.path.join(self.folder, f"{peer}.tsv")


def wide(letter):
    return chr(ord(letter) + 0xFEE0)


def private_bytes():
    """Memory of this process that is not a file's."""
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    return 0


def trim():
    """Gives back what the C library keeps of freed memory."""
    import ctypes

    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)


def say(**line):
    print(json.dumps(line), flush=True)


def times(runs, work):
    """The milliseconds of every run after one that does not count, and the last result.

    Results are let go between the runs, as on every side of the bench.
    """
    spent = []
    result = work()
    for _ in range(runs):
        result = None
        start = time.perf_counter()
        result = work()
        spent.append((time.perf_counter() - start) * 1e3)
    return spent, result


def main():
    name, values = sys.argv[1:]
    task = Task(json.loads(values))
    module = importlib.import_module(f"{name}_peer")
    trim()
    before = private_bytes()
    peer = module.Peer(task)
    peer.load()
    trim()
    say(peer=name, version=module.version, bytes=private_bytes() - before)
    gc.disable()
    for index, row in enumerate(peer.rows()):
        spent, result = times(task.runs, row.work)
        line = {"peer": name, "note": row.note, "row": row.name, "ms": spent}
        if row.is_order:
            line["order"] = os.path.join(task.folder, f"{name}.{index}.u32")
            np.asarray(row.numbers(result)).astype("<u4").tofile(line["order"])
        say(**line, check=row.check(result))
        result = None
        gc.collect()


if __name__ == "__main__":
    main()

"""Writes Benchmarks/SHARE.md from what was counted, tested and measured.

    report.py PASSED.tsv FIGURES.json COMMIT APPS.tsv > SHARE.md
"""
import json
import os
import statistics
import sys

import count
import glue

SAMPLES = ["Tree", "List", "Checks", "Records", "Settings", "Alerts", "Pool", "Scene", "Feed"]
NAMES = {
    "Tree": "tree table", "List": "list of strings", "Checks": "check marks", "Records": "record table with form",
    "Settings": "settings window", "Alerts": "three alerts in turn", "Pool": "worker pool with progress",
    "Scene": "scene", "Feed": "feed in cells"}
WAYS = ["hikidashi", "bare", "python", "pyside"]


def fewer(own, other):
    return 100 * (1 - own / other)


def size_table(counts):
    yield "| sample | Hikidashi | bare Swift | Python | PySide6 | fewer lines than bare | fewer tokens | than Python |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    sums = {way: [0, 0] for way in WAYS}
    for sample in SAMPLES:
        found = counts[sample]
        cells = [f"{found[way][0]} / {found[way][1]:,}" if found[way] else "" for way in WAYS]
        own, bare, python = found["hikidashi"], found["bare"], found["python"]
        for way in WAYS[:3]:
            sums[way] = [a + b for a, b in zip(sums[way], found[way])]
        yield (f"| {NAMES[sample]} | {' | '.join(cells)} | {fewer(own[0], bare[0]):.0f} % | {fewer(own[1], bare[1]):.0f} % | "
               f"{fewer(own[0], python[0]):.0f} % / {fewer(own[1], python[1]):.0f} % |")
    own, bare, python = (sums[way] for way in WAYS[:3])
    yield (f"| **all nine** | {own[0]} / {own[1]:,} | {bare[0]:,} / {bare[1]:,} | {python[0]} / {python[1]:,} | | "
           f"**{fewer(own[0], bare[0]):.0f} %** | **{fewer(own[1], bare[1]):.0f} %** | "
           f"**{fewer(own[0], python[0]):.0f} % / {fewer(own[1], python[1]):.0f} %** |")


def cost_table(figures):
    yield "| sample | first frame, ms: Hikidashi | bare | Python | of bare | of Python | work, ms: Hikidashi | bare | Python | of bare | of Python |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    ratios = {name: [] for name in ("frame", "work")}
    for sample in SAMPLES:
        own, bare, python = (figures[sample][way] for way in WAYS[:3])
        cells = []
        for name in ("frame", "work"):
            to_bare, to_python = own[name] / bare[name], own[name] / python[name]
            ratios[name].append((to_bare, to_python))
            cells += [f"{own[name]:.0f}", f"{bare[name]:.0f}", f"{python[name]:.0f}", f"{to_bare:.2f}", f"{to_python:.2f}"]
        yield f"| {NAMES[sample]} | {' | '.join(cells)} |"
    cells = []
    for name in ("frame", "work"):
        cells += ["", "", ""] + [f"**{statistics.median(r[i] for r in ratios[name]):.2f}**" for i in (0, 1)]
    yield f"| **median** | {' | '.join(cells)} |"


def memory_table(figures):
    yield "| sample | private, MiB: Hikidashi | bare | Python | of bare | written, MiB: Hikidashi | bare | Python | of bare |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for sample in SAMPLES:
        own, bare, python = (figures[sample][way] for way in WAYS[:3])
        cells = []
        for name in ("memory", "written"):
            cells += [f"{own[name]:.1f}", f"{bare[name]:.1f}", f"{python[name]:.1f}", f"{own[name] / bare[name]:.2f}"]
        yield f"| {NAMES[sample]} | {' | '.join(cells)} |"


def verdicts(counts, figures):
    """What is asked for, and how many samples keep it."""
    def kept(test):
        names = [NAMES[sample] for sample in SAMPLES if not test(sample)]
        return "all nine" if not names else f"{9 - len(names)} of 9; not: {', '.join(names)}"

    def ratio(sample, name, way):
        return figures[sample]["hikidashi"][name] / figures[sample][way][name]

    def share(sample, way, index):
        return counts[sample]["hikidashi"][index] / counts[sample][way][index]

    yield "at least 90 % fewer lines than bare Swift", kept(lambda s: share(s, "bare", 0) <= 0.1)
    yield "at least 90 % fewer tokens than bare Swift", kept(lambda s: share(s, "bare", 1) <= 0.1)
    yield "fewer lines and tokens than Python", kept(lambda s: max(share(s, "python", 0), share(s, "python", 1)) < 1)
    yield "a first frame at 1.1 × of bare Swift's at most", kept(lambda s: ratio(s, "frame", "bare") <= 1.1)
    yield "the work up to it at 1.1 × at most", kept(lambda s: ratio(s, "work", "bare") <= 1.1)
    yield "private memory at 1.1 × at most", kept(lambda s: ratio(s, "memory", "bare") <= 1.1)
    yield "written memory at 1.1 × at most", kept(lambda s: ratio(s, "written", "bare") <= 1.1)
    yield "a first frame at least 2 × faster than Python's", kept(lambda s: ratio(s, "frame", "python") <= 0.5)
    over = [f"{glue.APPS[app]} {100 * found / lines:.1f} %" for app, lines, found in glue.shares() if found > lines / 20]
    yield "whole apps: glue under 5 %", "all" if not over else f"{len(glue.APPS) - len(over)} of {len(glue.APPS)}; not: {', '.join(over)}"
    yield "… and bare Swift's, for comparison", kept(
        lambda s: figures[s]["bare"]["frame"] / figures[s]["python"]["frame"] <= 0.5)


def run_by_apps(path):
    """Of the lines that run while an app's tests run, how many are whose; nothing where that was not counted."""
    with open(path) as file:
        rows = [line.split() for line in file]
    if not rows:
        return ""
    text = ("Of the lines that run while the tests of an app run (`scripts/share apps`), so many are the toolkit's; no goal, as a\n"
            "larger toolkit would score better. What an app has below its windows (`RFCKit`, `TimelineKit`) counts as the app's.\n\n"
            "| app | lines that run | the toolkit's | the app's | share |\n|---|--:|--:|--:|--:|\n")
    for app, toolkit, own in rows:
        both = int(toolkit) + int(own)
        text += f"| {glue.APPS[app]} | {both:,} | {int(toolkit):,} | {int(own):,} | {100 * int(toolkit) / both:.0f} % |\n"
    return text


def main():
    passed_file, figures_file, commit, apps_file = sys.argv[1:]
    with open(passed_file) as file:
        passed = {tuple(line.split("\t")[:2]) for line in file if line.split("\t")[2:3] == ["passed"]}
    with open(figures_file) as file:
        figures = json.load(file)
    # A way that fails the test is not counted.
    counts = {
        sample: {way: count.total(sample, way) if (sample, way) in passed else None for way in WAYS} for sample in SAMPLES}
    absent = [line for app in glue.APPS for line in glue.missing(app)]
    if absent:
        sys.exit("glue that is not in the source: " + "; ".join(absent))
    missing = [f"{sample} / {way}" for sample in SAMPLES for way in WAYS[:3] if not counts[sample][way]]
    if missing:
        sys.exit("not counted, as their tests fail: " + ", ".join(missing))
    with open(f"{count.HERE}/words.md") as file:
        before, after = file.read().split("<!-- tables -->\n")
    print(before, end="")
    print(f"Written by `make share` at {commit}.\n")
    load, cores = figures.get("load", 0), os.cpu_count()
    if load > cores / 2:
        print(f"The machine was busy: on its {cores} cores {load:.0f} programs wanted to run at once. The times to a frame are\n"
              "longer by that for all ways alike; the work in them is not.\n")
    print("## Size\n\nLines / tokens, comments and blanks apart.\n")
    print("\n".join(size_table(counts)))
    print("\n## First frame\n")
    print("\n".join(cost_table(figures)))
    print("\n## Memory\n")
    print("\n".join(memory_table(figures)))
    print("\n## Whole apps\n\nGlue by the rule of [GLUE.md](Share/GLUE.md), line by line in `Share/glue/`.\n")
    print("\n".join(glue.table()))
    print("\n" + run_by_apps(apps_file), end="")
    rows = "\n".join(f"| {must} | {stands} |" for must, stands in verdicts(counts, figures))
    print(after.replace("@VERDICTS@", rows), end="")


main()

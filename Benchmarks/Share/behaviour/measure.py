"""Measures first frames and private memory of the samples, those of one sample in turn.

    behaviour/measure.py BUILT-PROGRAMS FIRST-FRAME.SO RUNS RESULT.json [SAMPLE ...]

The three ways of a sample that use GTK are started one after the other, again and again, so that what else the machine
does falls on all of them alike. Qt has no frame clock of GTK; it is measured in memory alone.
"""
import importlib.util
import json
import os
import select
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SHARE = os.path.dirname(HERE)
sys.path.insert(0, HERE)
import driver  # noqa: E402
import run  # noqa: E402


def private_memory(pid):
    """What a process has for itself alone, in KiB: in all, and what it has written."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        sizes = {line.split(":")[0]: int(line.split()[1]) for line in file if line.startswith("Private_")}
    return sizes["Private_Clean"] + sizes["Private_Dirty"], sizes["Private_Dirty"]


def work(pid):
    """Milliseconds that the threads of a process have worked."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        except FileNotFoundError:
            pass  # It has ended meanwhile.
    return total / 1e6


def start(command, hook, home, environment, waits_for_memory):
    """Milliseconds to the first frame, those of work in them, and KiB a second after it."""
    reading, writing = os.pipe()
    env = dict(
        os.environ, HOME=home, LD_PRELOAD=hook, SHARE_FRAME=str(writing), DBUS_SESSION_BUS_ADDRESS="disabled:",
        NO_AT_BRIDGE="1", **environment)
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        env[f"XDG_{name}_HOME"] = os.path.join(home, name.lower())
    began = time.perf_counter()
    process = subprocess.Popen(
        command, env=env, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        ready, _, _ = select.select([reading], [], [], 30)
        took = (time.perf_counter() - began) * 1000
        if not ready or not os.read(reading, 6):
            raise SystemExit(f"{command[0]} has painted nothing")
        worked = work(process.pid)
        memory = None
        if waits_for_memory:
            time.sleep(1)
            memory = private_memory(process.pid)
        return took, worked, memory
    finally:
        process.kill()
        process.wait()
        os.close(reading)


def server():
    spec = importlib.util.spec_from_file_location("test", os.path.join(SHARE, "Feed", "test.py"))
    test = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(test)
    server = test.Server()
    server.is_gone = False
    server.may_answer.set()
    return {"FEED": server.address + "/feed"}


def main():
    built, hook, runs, result, *wanted = sys.argv[1:]
    figures = {}
    # Another program of the desktop, so that the pages of GTK that nobody has written are nobody's alone.
    other = subprocess.Popen(
        [os.path.join(built, "ListBare")], env=dict(os.environ, DBUS_SESSION_BUS_ADDRESS="disabled:"),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for sample in wanted or run.SAMPLES:
        ways = {way: run.command(sample, way, built, "") for way in ("hikidashi", "bare", "python")}
        ways = {way: command for way, command in ways.items() if command}
        environment = server() if sample == "Feed" else {}
        homes = {way: driver.home() for way in ways}
        times, works, memory = ({way: [] for way in ways} for _ in range(3))
        for number in range(int(runs)):
            for way, command in ways.items():
                took, worked, kept = start(command, hook, homes[way], environment, number % 7 == 3)
                if number > 0:  # The first one warms the caches.
                    times[way].append(took)
                    works[way].append(worked)
                if kept is not None:
                    memory[way].append(kept)
        figures[sample] = {
            way: {
                "frame": round(statistics.median(times[way]), 1), "least": round(min(times[way]), 1),
                "work": round(statistics.median(works[way]), 1),
                "memory": round(statistics.median(kept[0] for kept in memory[way]) / 1024, 1),
                "written": round(statistics.median(kept[1] for kept in memory[way]) / 1024, 1)} for way in ways}
        for home in homes.values():
            driver.forget(home)
        print(sample, figures[sample], flush=True)
    figures["load"] = round(os.getloadavg()[2], 1)
    other.kill()
    other.wait()
    with open(result, "w") as file:
        json.dump(figures, file, indent=1)


main()

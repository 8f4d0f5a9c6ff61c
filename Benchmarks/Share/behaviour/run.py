"""Runs the test of each sample for each way it is written, on a desktop that nobody sees.

    behaviour/run.py BUILT-PROGRAMS PYSIDE-PYTHON [SAMPLE[/WAY] ...]

Prints one line for each: passed, or what was missing. It is called by scripts/share.
"""
import importlib.util
import os
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
SHARE = os.path.dirname(HERE)
sys.path.insert(0, HERE)
import driver  # noqa: E402

SAMPLES = ["Tree", "List", "Checks", "Records", "Settings", "Alerts", "Pool", "Scene", "Feed"]
WAYS = ["hikidashi", "bare", "python", "pyside"]


def command(sample, way, built, pyside):
    if way in ("hikidashi", "bare"):
        path = os.path.join(built, sample + way.capitalize())
        return [path] if os.path.exists(path) else None
    path = os.path.join(SHARE, sample, way + ".py")
    if not os.path.exists(path):
        return None
    return ["/usr/bin/python3" if way == "python" else pyside, path]


def passes(sample, way, built, pyside):
    line = command(sample, way, built, pyside)
    spec = importlib.util.spec_from_file_location("test", os.path.join(SHARE, sample, "test.py"))
    test = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(test)
    home, programs = driver.home(), []

    def start(**environment):
        programs.append(driver.Program(line, home, environment))
        return programs[-1]

    try:
        if test.test.__code__.co_argcount == 2:
            test.test(start, driver.clipboard)
        else:
            test.test(start)
        return None
    except driver.Missing as missing:
        return str(missing)
    except Exception:  # A test that breaks is a test that fails.
        return traceback.format_exc()
    finally:
        for program in programs:
            program.kill()
        driver.forget(home)


def main():
    built, pyside, *wanted = sys.argv[1:]
    failed = False
    for sample in SAMPLES:
        for way in WAYS:
            if wanted and sample not in wanted and f"{sample}/{way}" not in wanted:
                continue
            if not os.path.exists(os.path.join(SHARE, sample, "test.py")):
                continue
            if command(sample, way, built, pyside) is None:
                continue
            began = time.monotonic()
            reason = passes(sample, way, built, pyside)
            failed = failed or reason is not None
            print(f"{sample}\t{way}\t{'passed' if reason is None else 'FAILED'}\t{time.monotonic() - began:.1f} s", flush=True)
            if reason:
                print(reason, file=sys.stderr, flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()

"""What the worker pool with progress does; see SAMPLES.md."""
import re


def numbers(app):
    """How many are done, failed, cancelled, and how many there are in all."""
    for label in app.all("label"):
        found = re.fullmatch(r"(\d+) done, (\d+) failed, (\d+) cancelled of (\d+)", label.text)
        if found:
            return [int(number) for number in found.groups()]
    return [0, 0, 0, 0]


def share(app):
    """How full the bar is, from 0 to 1, whatever it counts in."""
    bar = app.find("progress")
    value, most = bar.value, bar.most
    return value / most if most else value


def test(start):
    app = start()
    app.expect("nothing at first", lambda: numbers(app), [0, 0, 0, 0])
    app.wait("nothing to resume", lambda: app.find("button", "Resume").is_disabled)
    app.click("Start")
    app.wait("some that are done", lambda: 0 < numbers(app)[0] < 40)
    app.click("Suspend")
    app.wait("that it can be resumed", lambda: not app.find("button", "Resume").is_disabled)
    seen = [numbers(app)]
    app.wait("two looks that are alike", lambda: seen.append(numbers(app)) or (len(seen) > 9 and len(set(map(tuple, seen[-8:]))) == 1))
    assert 0 < numbers(app)[0] < 39 and numbers(app)[3] == 40, numbers(app)
    app.wait("a bar that is partly full", lambda: 0 < share(app) < 1)
    app.click("Resume")
    app.expect("all but one", lambda: numbers(app), [39, 1, 0, 40])
    app.expect("a full bar", lambda: round(share(app), 3), 1.0)
    app.click("Start")
    app.wait("some more", lambda: numbers(app)[0] > 40)
    app.click("Cancel")
    app.wait("the end of all", lambda: sum(numbers(app)[:3]) == 80 == numbers(app)[3] and numbers(app)[2] > 0)
    app.click("Start")
    app.wait("work that is being done", lambda: numbers(app)[3] == 120)
    app.quit()

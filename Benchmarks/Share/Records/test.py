"""What the table of records with a form does; see SAMPLES.md."""


import re


def rows(app):
    """The rows, with days written in one way: a program may write them as the reader's country does."""
    return [
        re.sub(r"(\d+)/(\d+)/(\d{4})", lambda m: f"{m[3]}-{int(m[1]):02}-{int(m[2]):02}", row) for row in app.rows()]


def names(app):
    return lambda: [row.split(" | ")[0] for row in app.rows()]


def fill(app, **fields):
    for title, text in fields.items():
        app.fill(title, text)
    app.keys("Return")


def add(app, **fields):
    before = len(app.rows())
    app.click("(?i)(add|new).*")
    app.wait("the form", lambda: app.input("Name"))
    fill(app, **fields)
    app.wait("the new row", lambda: len(app.rows()) == before + 1)


def test(start):
    app = start()
    app.wait("words in the place of rows", lambda: app.shows("No members yet"))

    app.click("(?i)(add|new).*")
    app.wait("the form", lambda: app.input("Name"))
    fill(app, Name="Emil Roth", City="Paris", Rate="9", Joined="2019-02-31")
    app.wait("what is wrong with the rate", lambda: app.shows(r"\b0\b.*\b5\b"))
    app.expect("no member", app.rows, [])
    fill(app, Rate="3.5")
    app.wait("what is wrong with the day", lambda: app.input("Joined"))
    app.expect("still no member", app.rows, [])
    fill(app, Joined="2019-02-28")
    app.expect("the member", lambda: rows(app), ["Emil Roth | Paris | 3.5 | 2019-02-28"])

    add(app, Name="Zoe Clark", City="Leeds", Rate="4.8", Joined="2021-01-15")
    add(app, Name="Anna Berg", City="Oslo", Rate="2.0", Joined="2020-05-20")
    app.expect("members by name", names(app), ["Anna Berg", "Emil Roth", "Zoe Clark"])
    app.press_title("Rate")
    app.expect("by rate", names(app), ["Anna Berg", "Emil Roth", "Zoe Clark"])
    app.press_title("Rate")
    app.expect("best first", names(app), ["Zoe Clark", "Emil Roth", "Anna Berg"])

    app.keys("ctrl+f")
    app.type("os be")
    app.expect("who has “os” and “be”", names(app), ["Anna Berg"])
    app.keys("Escape")
    app.expect("all again", names(app), ["Zoe Clark", "Emil Roth", "Anna Berg"])

    app.press_row("Emil Roth")
    app.keys("Return")
    app.wait("the form", lambda: app.input("City"))
    fill(app, City="Lyon")
    app.wait("the change", lambda: "Emil Roth | Lyon | 3.5 | 2019-02-28" in rows(app))
    app.press_row("Zoe Clark")
    app.keys("shift+Down", "Delete")
    app.expect("two fewer", names(app), ["Anna Berg"])
    app.keys("ctrl+z")
    app.expect("both back", names(app), ["Zoe Clark", "Emil Roth", "Anna Berg"])
    app.keys("ctrl+z")
    app.wait("the old city", lambda: "Emil Roth | Paris | 3.5 | 2019-02-28" in rows(app))
    app.keys("ctrl+shift+z")
    app.wait("the new city", lambda: "Emil Roth | Lyon | 3.5 | 2019-02-28" in rows(app))

    app.restart()
    app.expect("the members after a restart", lambda: sorted(rows(app)), [
        "Anna Berg | Oslo | 2.0 | 2020-05-20", "Emil Roth | Lyon | 3.5 | 2019-02-28",
        "Zoe Clark | Leeds | 4.8 | 2021-01-15"])

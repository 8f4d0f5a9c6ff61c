"""What the tree table does; see SAMPLES.md."""

START = ["Rocky", "Mercury", "Venus", "Earth", "Mars", "Giant"]


def test(start):
    app = start()
    app.expect("the open and the closed section", app.rows, START)
    app.press_row("Mars")
    app.expect("the selected row", app.selected, ["Mars"])
    app.keys("Right")
    app.expect("its moons", app.rows, START[:5] + ["Phobos", "Deimos", "Giant"])
    app.keys("Down", "Down")
    app.expect("the last moon", app.focused_row, "Deimos")
    app.keys("Left")
    app.expect("what it belongs to", app.focused_row, "Mars")
    app.keys("Left")
    app.expect("no moons", app.rows, START)
    app.press_row("Mars")

    app.press(app.find("entry", "(?i).*(name|search|filter).*"))
    app.type("eur")
    app.expect("a moon and all above it", app.rows, ["Giant", "Jupiter", "Europa"])
    app.type("zz")
    app.expect("no row", app.rows, [])
    app.wait("words in the place of rows", lambda: app.shows("(?i)(nothing|no) .*match"))
    app.keys("ctrl+a", "BackSpace")
    app.expect("as it was before the search", app.rows, START)
    app.expect("the same selection", app.selected, ["Mars"])

    app.click("Open All")
    app.expect("all rows", lambda: len(app.rows()), 17)
    app.click("Close All")
    app.expect("the sections", app.rows, ["Rocky", "Giant"])
    app.press_row("Giant")
    app.keys("Right")
    app.expect("the giants", app.rows, ["Rocky", "Giant", "Jupiter", "Saturn", "Uranus", "Neptune"])
    app.press_row("Uranus")
    app.restart()
    app.expect("what was open before the restart", app.rows, ["Rocky", "Giant", "Jupiter", "Saturn", "Uranus", "Neptune"])
    app.expect("what was selected before the restart", app.selected, ["Uranus"])

"""What the settings window does; see SAMPLES.md."""


def choose(app, name, steps):
    app.press(app.wait(f"the choice “{name}”", lambda: app.input(name)))
    app.keys(*["Down"] * steps, "Return")


def open_page(app, name):
    """Goes to a page of the settings, where they are not all on one."""
    for row in app.row_elements():
        if row.texts() == [name]:
            app.press(row)


def disabled(app, name):
    return lambda: app.input(name).is_disabled


def test(start):
    app = start()
    app.wait("the values at first", lambda: app.shows(
        "^system, 72 letters, https://www.rfc-editor.org, 4 at once$"))
    app.keys("ctrl+comma")
    app.wait("the settings", lambda: app.input("Theme"))
    choose(app, "Theme", 2)
    app.wait("another theme", lambda: app.shows("^dark, 72"))
    app.fill("Width", "90")
    app.keys("Tab")
    app.wait("another width", lambda: app.shows("^dark, 90 letters"))
    resets = app.all("button", "(?i)reset.*")
    assert len(resets) == 2, [element.name for element in resets]
    resets[0].click()
    app.wait("the first theme", lambda: app.shows("^system, 90 letters"))
    app.expect("one that is changed", lambda: len(app.all("button", "(?i)reset.*")), 1)
    open_page(app, "Network")
    app.fill("Mirror", "elsewhere")
    app.wait("what is wrong", lambda: app.shows("(?i)must be a web address"))
    app.wait("the old mirror", lambda: app.shows("letters, https://www.rfc-editor.org, 4"))
    app.fill("Mirror", "http://localhost/rfc")
    app.keys("Tab")
    app.wait("the new mirror", lambda: app.shows("letters, http://localhost/rfc, 4"))
    app.press(app.input("Work offline"))
    app.wait("offline", lambda: app.shows(", offline$"))
    app.wait("no mirror to change", disabled(app, "Mirror"))
    app.wait("no downloads to change", disabled(app, "Downloads at once"))
    app.press(app.input("Work offline"))
    app.wait("not offline", lambda: app.shows("4 at once$"))
    app.restart()
    app.wait("what was set before the restart", lambda: app.shows("^system, 90 letters, http://localhost/rfc, 4 at once$"))

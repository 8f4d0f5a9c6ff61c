"""What three alerts in turn do; see SAMPLES.md."""


def asks(app, verb):
    """One question is there, and no other."""
    def ready():
        asked = [other for other in ("Save", "Send", "Delete") if app.shows(f"{other} the letter\\?")]
        return asked == [verb] and len(app.windows()) == 2
    app.wait(f"the question “{verb}”", ready)


def test(start):
    app = start()
    app.wait("words before", lambda: app.shows("Nothing was asked"))
    app.click("Ask")
    asks(app, "Save")
    app.keys("Return")
    asks(app, "Send")
    app.keys("Escape")
    asks(app, "Delete")
    app.keys("alt+d")
    app.wait("the answers", lambda: app.shows("^Save: yes, Send: no, Delete: yes$"))
    app.click("Ask")
    asks(app, "Save")
    app.keys("alt+c")
    asks(app, "Send")
    app.keys("alt+s")
    asks(app, "Delete")
    app.keys("Escape")
    app.wait("the other answers", lambda: app.shows("^Save: no, Send: yes, Delete: no$"))
    app.quit()

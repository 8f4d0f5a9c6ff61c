"""What the scene does; see SAMPLES.md."""


def moves(app):
    """Whether two pictures that are taken one after the other differ."""
    return app.picture() != app.picture()


def test(start):
    app = start()
    app.wait("the words, for a screen reader", lambda: app.shows("こんにちは"))
    app.wait("a moving text", lambda: moves(app))
    app.keys("space")
    app.wait("a text that stands", lambda: not moves(app) and not moves(app))
    app.keys("space")
    app.wait("a moving text again", lambda: moves(app))
    app.press(app.windows()[0])
    app.wait("a text that stands again", lambda: not moves(app) and not moves(app))
    app.quit()

"""What the list with check marks does; see SAMPLES.md."""


def rows(app):
    """The texts of the rows: the label of a check box is one, too."""
    return lambda: [row.text_of_label() for row in app.all("row") if row.text_of_label()]


def marks(app):
    return lambda: [
        row.text_of_label() for row in app.all("row")
        if any(part.has("checked") or part.has("selected") for part in row.walk())]


def test(start):
    app = start()
    app.expect("what is to be bought", rows(app), ["Milk", "Bread", "Eggs", "Rice"])
    app.expect("no marks", marks(app), [])
    app.press_row("Bread")
    app.expect("a mark", marks(app), ["Bread"])
    app.keys("Down", "space")
    app.expect("a second one", marks(app), ["Bread", "Eggs"])
    app.press_row("Bread")
    app.expect("the second one", marks(app), ["Eggs"])
    app.click("One More")
    app.expect("one more row", rows(app), ["Tea", "Milk", "Bread", "Eggs", "Rice"])
    app.expect("the same mark", marks(app), ["Eggs"])
    app.click("Reverse")
    app.expect("the other order", rows(app), ["Rice", "Eggs", "Bread", "Milk", "Tea"])
    app.expect("the same mark again", marks(app), ["Eggs"])
    app.press_row("Rice")
    app.expect("two marks", marks(app), ["Rice", "Eggs"])
    app.restart()
    app.expect("the marks from before the restart", marks(app), ["Eggs", "Rice"])

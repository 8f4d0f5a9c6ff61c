"""What the list of strings does; see SAMPLES.md."""

FRUITS = ["Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "Lemon", "Mango", "Olive", "Peach", "Pear", "Plum"]


def test(start, clipboard):
    app = start()
    app.expect("all fruits", app.rows, FRUITS)
    app.keys("Home", "Down", "Down")
    app.expect("the third row", app.selected, ["Banana"])
    app.keys("ctrl+c")
    app.expect("the copied text", clipboard, "Banana")
    app.type("pe")
    app.expect("what has “pe”", app.rows, ["Grape", "Peach", "Pear"])
    app.type("zz")
    app.expect("no row", app.rows, [])
    app.wait("words in the place of rows", lambda: app.shows("(?i)(nothing|no) .*match"))
    app.keys("Escape")
    app.expect("all fruits again", app.rows, FRUITS)
    app.expect("the same row", app.selected, ["Banana"])
    app.restart()
    app.expect("the row that was selected before the restart", app.selected, ["Banana"])

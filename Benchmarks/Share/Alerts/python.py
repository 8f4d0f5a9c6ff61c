import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gtk


class LettersWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Letters", default_width=400, default_height=240)
        margins = {f"margin_{side}": 24 for side in ("top", "bottom", "start", "end")}
        self.told = Gtk.Label(label="Nothing was asked", **margins)
        self.button = Gtk.Button(label="_Ask", use_underline=True, **margins)
        self.button.connect("clicked", self.on_clicked)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (Adw.HeaderBar(), self.told, self.button):
            box.append(part)
        self.set_content(box)

    def on_clicked(self, _):
        self.button.set_sensitive(False)
        self.ask(["Save", "Send", "Delete"], [])

    def ask(self, verbs, answers):
        """Asks the first question, then the others, each when the one before has been answered."""
        if not verbs:
            self.told.set_label(", ".join(answers))
            self.button.set_sensitive(True)
            self.button.grab_focus()
            return
        verb, *others = verbs
        dialog = Adw.MessageDialog(transient_for=self, heading=f"{verb} the letter?", close_response="no")
        dialog.add_response("no", "_Cancel")
        dialog.add_response("yes", f"_{verb}")
        dialog.set_default_response("yes")
        dialog.connect("response", lambda _, answer: self.ask(others, answers + [f"{verb}: {answer}"]))
        dialog.present()


class LettersApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])

    def do_activate(self):
        (self.get_active_window() or LettersWindow(self)).present()


sys.exit(LettersApp(application_id="org.example.Letters").run(sys.argv))

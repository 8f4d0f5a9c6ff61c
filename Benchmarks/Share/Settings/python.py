import json
import re
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gio, GLib, GObject, Gtk

ID = "org.example.Reader"
THEMES = ["system", "light", "dark"]
DEFAULTS = {"theme": "system", "width": 72, "offline": False, "mirror": "https://www.rfc-editor.org", "jobs": 4}
CHECKS = {
    "theme": lambda value: value in THEMES,
    "width": lambda value: isinstance(value, int) and 40 <= value <= 120,
    "offline": lambda value: isinstance(value, bool),
    "mirror": lambda value: isinstance(value, str) and re.fullmatch("https?://.+", value),
    "jobs": lambda value: isinstance(value, int) and 1 <= value <= 32,
}


class Settings(GObject.Object):
    """The values of all settings, in a file that has those that were changed."""

    __gsignals__ = {"changed": (GObject.SignalFlags.RUN_FIRST, None, ())}

    def __init__(self):
        super().__init__()
        self.path = Path(GLib.get_user_config_dir(), ID, "settings.json")
        self.values = {}
        try:
            read = json.loads(self.path.read_text())
            self.values = {key: value for key, value in read.items() if key in CHECKS and CHECKS[key](value)}
        except (OSError, ValueError):
            pass

    def __getitem__(self, key):
        return self.values.get(key, DEFAULTS[key])

    def __setitem__(self, key, value):
        if value == self[key]:
            return
        if value == DEFAULTS[key]:
            del self.values[key]
        else:
            self.values[key] = value
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.values, indent=2))
        self.emit("changed")

    def follow(self, body):
        """Calls `body` now and after each change."""
        self.connect("changed", lambda _: body())
        body()


class SettingsWindow(Adw.PreferencesWindow):
    def __init__(self, parent, settings):
        super().__init__(application=parent.get_application(), transient_for=parent, hide_on_close=True,
                         destroy_with_parent=True)
        self.settings = settings
        mirror, jobs = self.text("mirror", "Mirror"), self.number("jobs", "Downloads at once", 1, 32)
        page = Adw.PreferencesPage()
        for title, rows in (
            ("Reading", [self.choice("theme", "Theme", THEMES), self.number("width", "Width", 40, 120)]),
            ("Network", [self.toggle("offline", "Work offline"), mirror, jobs]),
        ):
            group = Adw.PreferencesGroup(title=title)
            for row in rows:
                group.add(row)
            page.add(group)
        self.add(page)

        def follow_offline():
            for row in (mirror, jobs):
                row.set_sensitive(not settings["offline"])

        settings.follow(follow_offline)

    def add_reset(self, row, key):
        button = Gtk.Button(icon_name="edit-undo-symbolic", tooltip_text="Reset", valign=Gtk.Align.CENTER,
                            css_classes=["flat"])
        button.update_property([Gtk.AccessibleProperty.LABEL], ["Reset"])
        button.connect("clicked", lambda _: self.settings.__setitem__(key, DEFAULTS[key]))
        self.settings.follow(lambda: button.set_visible(self.settings[key] != DEFAULTS[key]))
        row.add_suffix(button)

    def bind(self, key, widget, name):
        """Keeps a property of a widget and a setting the same."""
        self.settings.follow(lambda: widget.set_property(name, self.settings[key]))
        widget.connect("notify::" + name, lambda *_: self.settings.__setitem__(
            key, type(DEFAULTS[key])(widget.get_property(name))))

    def row(self, key, title, widget):
        row = Adw.ActionRow(title=title, activatable_widget=widget)
        self.add_reset(row, key)
        row.add_suffix(widget)
        return row

    def choice(self, key, title, values):
        row = Adw.ComboRow(title=title, model=Gtk.StringList.new(values))
        self.add_reset(row, key)
        self.settings.follow(lambda: row.set_selected(values.index(self.settings[key])))
        row.connect("notify::selected", lambda *_: self.settings.__setitem__(key, values[row.get_selected()]))
        return row

    def number(self, key, title, least, most):
        button = Gtk.SpinButton.new_with_range(least, most, 1)
        button.set_valign(Gtk.Align.CENTER)
        self.bind(key, button, "value")
        return self.row(key, title, button)

    def toggle(self, key, title):
        switch = Gtk.Switch(valign=Gtk.Align.CENTER)
        self.bind(key, switch, "active")
        return self.row(key, title, switch)

    def text(self, key, title):
        row = Adw.EntryRow(title=title)
        message = Gtk.Label(css_classes=["error"])
        row.add_suffix(message)
        self.add_reset(row, key)

        def show():
            if row.get_text() != self.settings[key]:
                row.set_text(self.settings[key])

        def changed(_):
            if CHECKS[key](row.get_text()):
                message.set_label("")
                row.remove_css_class("error")
                self.settings[key] = row.get_text()
            else:
                message.set_label("must be a web address")
                row.add_css_class("error")

        self.settings.follow(show)
        row.connect("changed", changed)
        return row


class ReaderWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Reader", default_width=400, default_height=200)
        settings = Settings()
        self.preferences = SettingsWindow(self, settings)
        header = Adw.HeaderBar()
        header.pack_end(Gtk.Button(label="_Preferences", use_underline=True, action_name="app.preferences"))
        label = Gtk.Label(wrap=True, vexpand=True, margin_top=24, margin_bottom=24, margin_start=24, margin_end=24)
        settings.follow(lambda: label.set_label(
            f"{settings['theme']}, {settings['width']} letters, {settings['mirror']}, {settings['jobs']} at once"
            + (", offline" if settings["offline"] else "")))
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(header)
        box.append(label)
        self.set_content(box)


class ReaderApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        for name, keys, call in (("quit", "<Control>q", self.quit),
                                 ("preferences", "<Control>comma", lambda: self.window.preferences.present())):
            action = Gio.SimpleAction(name=name)
            action.connect("activate", lambda *_, call=call: call())
            self.add_action(action)
            self.set_accels_for_action("app." + name, [keys])

    def do_activate(self):
        if not self.get_windows():
            self.window = ReaderWindow(self)
        self.window.present()


sys.exit(ReaderApp(application_id=ID).run(sys.argv))

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, GLib, Gtk

ID = "org.example.Fruits"
FRUITS = ["Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "Lemon", "Mango", "Olive", "Peach", "Pear",
          "Plum"]


class FruitWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Fruits", default_width=320, default_height=480)
        self.path = Path(GLib.get_user_state_dir(), ID, "selected")
        self.selected = self.path.read_text() if self.path.exists() else None
        self.words = ""
        self.filter = Gtk.CustomFilter.new(lambda item: self.words in item.get_string().casefold())
        self.shown = Gtk.FilterListModel(model=Gtk.StringList.new(FRUITS), filter=self.filter)
        self.selection = Gtk.SingleSelection(model=self.shown, autoselect=False, can_unselect=True)
        self.select()
        self.selection.connect("notify::selected", self.on_selected)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.Label(xalign=0)))
        factory.connect("bind", lambda _, item: item.get_child().set_label(item.get_item().get_string()))
        self.list = Gtk.ListView(model=self.selection, factory=factory)
        self.pages = Gtk.Stack(vexpand=True)
        self.pages.add_named(Gtk.ScrolledWindow(child=self.list), "list")
        self.pages.add_named(Adw.StatusPage(title="Nothing matches", icon_name="edit-find-symbolic"), "empty")
        entry = Gtk.SearchEntry()
        entry.connect("search-changed", self.on_search)
        bar = Gtk.SearchBar(child=entry, key_capture_widget=self)
        bar.connect_entry(entry)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (Adw.HeaderBar(), bar, self.pages):
            box.append(part)
        self.set_content(box)
        self.list.grab_focus()
        self.add_shortcut(Gtk.Shortcut.new(Gtk.ShortcutTrigger.parse_string("<Control>c"),
                                           Gtk.CallbackAction.new(self.on_copy)))

    def on_search(self, entry):
        self.words = entry.get_text().casefold()
        self.filter.changed(Gtk.FilterChange.DIFFERENT)
        self.pages.set_visible_child_name("list" if self.shown.get_n_items() else "empty")
        self.select()

    def select(self):
        for place, item in enumerate(self.shown):
            if item.get_string() == self.selected:
                self.selection.set_selected(place)

    def on_selected(self, *_):
        if item := self.selection.get_selected_item():
            self.selected = item.get_string()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.selected)

    def on_copy(self, *_):
        if self.selected:
            self.get_clipboard().set(self.selected)
        return True


class FruitApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])

    def do_activate(self):
        (self.get_active_window() or FruitWindow(self)).present()


sys.exit(FruitApp(application_id=ID).run(sys.argv))

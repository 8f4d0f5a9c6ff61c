import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gio, GLib, GObject, Gtk

ID = "org.example.Shopping"


class Errand(GObject.Object):
    name = GObject.Property(type=str)
    is_marked = GObject.Property(type=bool, default=False)


class ShoppingWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Shopping", default_width=320, default_height=480)
        self.path = Path(GLib.get_user_state_dir(), ID, "marked")
        marked = self.path.read_text().splitlines() if self.path.exists() else []
        self.errands = Gio.ListStore(item_type=Errand)
        for name in ("Milk", "Bread", "Eggs", "Rice"):
            self.errands.append(self.errand(name, name in marked))
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.CheckButton()))
        factory.connect("bind", self.on_bind)
        factory.connect("unbind", lambda _, item: item.binding.unbind())
        rows = Gtk.ListView(model=Gtk.NoSelection(model=self.errands), factory=factory)
        buttons = Gtk.Box(spacing=6, margin_top=6, margin_bottom=6, margin_start=6, margin_end=6)
        for title, call in (("_One More", self.on_one_more), ("_Reverse", self.on_reverse)):
            button = Gtk.Button(label=title, use_underline=True)
            button.connect("clicked", call)
            buttons.append(button)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (Adw.HeaderBar(), Gtk.ScrolledWindow(child=rows, vexpand=True), buttons):
            box.append(part)
        self.set_content(box)
        rows.grab_focus()

    def errand(self, name, is_marked=False):
        errand = Errand(name=name, is_marked=is_marked)
        errand.connect("notify::is-marked", self.on_marked)
        return errand

    def on_bind(self, _, item):
        item.get_child().set_label(item.get_item().name)
        item.binding = item.get_item().bind_property(
            "is-marked", item.get_child(), "active",
            GObject.BindingFlags.BIDIRECTIONAL | GObject.BindingFlags.SYNC_CREATE)

    def on_marked(self, *_):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("\n".join(errand.name for errand in self.errands if errand.is_marked))

    def on_one_more(self, _):
        self.errands.insert(0, self.errand("Tea"))

    def on_reverse(self, _):
        self.errands.splice(0, len(self.errands), list(self.errands)[::-1])


class ShoppingApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])

    def do_activate(self):
        (self.get_active_window() or ShoppingWindow(self)).present()


sys.exit(ShoppingApp(application_id=ID).run(sys.argv))

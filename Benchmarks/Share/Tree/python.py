import json
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gdk, Gio, GLib, GObject, Gtk

ID = "org.example.Planets"
PLANETS = {
    "Rocky": {"Mercury": {}, "Venus": {}, "Earth": {"Moon": {}}, "Mars": {"Phobos": {}, "Deimos": {}}},
    "Giant": {
        "Jupiter": {"Io": {}, "Europa": {}, "Ganymede": {}, "Callisto": {}},
        "Saturn": {}, "Uranus": {}, "Neptune": {},
    },
}


class Node(GObject.Object):
    def __init__(self, name, children):
        super().__init__()
        self.name, self.shown = name, None
        self.children = Gio.ListStore(item_type=Node)
        for child, below in children.items():
            self.children.append(Node(child, below))

    def has(self, words):
        return all(word in self.name.casefold() for word in words) or any(child.has(words) for child in self.children)


class PlanetWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Planets", default_width=360, default_height=800)
        self.path = Path(GLib.get_user_state_dir(), ID, "state.json")
        self.state = {"open": ["Rocky"], "selected": None}
        if self.path.exists():
            self.state = json.loads(self.path.read_text())
        self.words = []
        self.root = Gio.ListStore(item_type=Node)
        for name, below in PLANETS.items():
            self.root.append(Node(name, below))
        self.filter = Gtk.CustomFilter.new(lambda node: node.has(self.words))
        self.tree = Gtk.TreeListModel.new(self.filtered(self.root), False, False, self.children)
        self.selection = Gtk.SingleSelection(model=self.tree, autoselect=False, can_unselect=True)
        self.tree.connect("items-changed", lambda *_: GLib.idle_add(self.show_page))
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.TreeExpander(child=Gtk.Label(xalign=0))))
        factory.connect("bind", self.on_bind)
        self.view = Gtk.ListView(model=self.selection, factory=factory)
        keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        keys.connect("key-pressed", self.on_key)
        self.view.add_controller(keys)
        self.view.connect("activate", self.on_activate)
        self.lay_out()
        self.restore()
        self.connect("close-request", self.on_close)
        self.view.grab_focus()

    def filtered(self, model):
        return Gtk.FilterListModel(model=model, filter=self.filter)

    def children(self, node):
        if not len(node.children):
            return None
        # A model of which Python keeps nothing would be freed once too often.
        node.shown = node.shown or self.filtered(node.children)
        return node.shown

    def on_bind(self, _, item):
        item.get_child().set_list_row(item.get_item())
        item.get_child().get_child().set_label(item.get_item().get_item().name)

    def lay_out(self):
        entry = Gtk.SearchEntry(placeholder_text="Name of a planet or a moon", margin_top=6, margin_bottom=6,
                                margin_start=6, margin_end=6)
        entry.update_property([Gtk.AccessibleProperty.LABEL], ["Name of a planet or a moon"])
        entry.connect("search-changed", self.on_search)
        self.pages = Gtk.Stack(vexpand=True)
        self.pages.add_named(Gtk.ScrolledWindow(child=self.view), "tree")
        self.pages.add_named(Adw.StatusPage(title="Nothing matches", icon_name="edit-find-symbolic"), "empty")
        buttons = Gtk.Box(spacing=6, margin_top=6, margin_bottom=6, margin_start=6, margin_end=6)
        for title, is_open in (("_Open All", True), ("_Close All", False)):
            button = Gtk.Button(label=title, use_underline=True)
            button.connect("clicked", lambda _, is_open=is_open: self.set_all(is_open))
            buttons.append(button)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (Adw.HeaderBar(), entry, self.pages, buttons):
            box.append(part)
        self.set_content(box)

    def rows(self):
        """Each row, also those that are opened meanwhile."""
        place = 0
        while row := self.tree.get_row(place):
            yield place, row
            place += 1

    def restore(self):
        """Opens and selects what was so before."""
        for _, row in self.rows():
            row.set_expanded(bool(self.words) or row.get_item().name in self.state["open"])
        for place, row in self.rows():
            if row.get_item().name == self.state["selected"]:
                self.selection.set_selected(place)

    def remember(self):
        if not self.words:
            row = self.selection.get_selected_item()
            self.state = {
                "open": [row.get_item().name for _, row in self.rows() if row.get_expanded()],
                "selected": row.get_item().name if row else None,
            }

    def on_close(self, _):
        self.remember()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.state))
        return False

    def on_search(self, entry):
        self.remember()
        self.words = entry.get_text().casefold().split()
        self.filter.changed(Gtk.FilterChange.DIFFERENT)
        self.restore()

    def show_page(self):
        self.pages.set_visible_child_name("tree" if len(self.tree) else "empty")

    def set_all(self, is_open):
        for _, row in self.rows():
            row.set_expanded(is_open)

    def on_activate(self, _, place):
        row = self.tree.get_row(place)
        row.set_expanded(not row.get_expanded())

    def on_key(self, _, key, *__):
        focus = self.get_focus()
        expander = focus if isinstance(focus, Gtk.TreeExpander) else focus and focus.get_first_child()
        if key not in (Gdk.KEY_Left, Gdk.KEY_Right) or not isinstance(expander, Gtk.TreeExpander):
            return False
        row = expander.get_list_row()
        if key == Gdk.KEY_Right and row.get_expanded():
            self.view.child_focus(Gtk.DirectionType.DOWN)
        elif key == Gdk.KEY_Right:
            row.set_expanded(True)
        elif row.get_expanded():
            row.set_expanded(False)
        elif row.get_parent():
            for _ in range(row.get_position() - row.get_parent().get_position()):
                self.view.child_focus(Gtk.DirectionType.UP)
        return True


class PlanetApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])

    def do_activate(self):
        (self.get_active_window() or PlanetWindow(self)).present()


sys.exit(PlanetApp(application_id=ID).run(sys.argv))

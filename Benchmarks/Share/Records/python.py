import sqlite3
import sys
from dataclasses import dataclass, replace
from datetime import date
from locale import strxfrm
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gdk, Gio, GLib, GObject, Gtk

ID = "org.example.Members"


@dataclass(frozen=True)
class Member:
    id: int
    name: str = ""
    city: str = ""
    rate: float = 3.0
    joined: str = ""

    def texts(self):
        return self.name, self.city, f"{self.rate:.1f}", self.joined

    def has(self, words):
        text = " ".join(self.texts()).casefold()
        return all(word in text for word in words.casefold().split())


class Row(GObject.Object):
    def __init__(self, member):
        super().__init__()
        self.member = member


class Database:
    """The members in SQLite, with what can be taken back. A change is what was and what is, or None."""

    def __init__(self, path):
        self.connection = sqlite3.connect(path)
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
            "city TEXT NOT NULL, rate REAL NOT NULL, joined TEXT NOT NULL)")
        self.done, self.undone = [], []

    def members(self):
        return [Member(*row) for row in self.connection.execute("SELECT id, name, city, rate, joined FROM members")]

    def new_id(self):
        return self.connection.execute("SELECT coalesce(max(id), 0) + 1 FROM members").fetchone()[0]

    def apply(self, changes):
        self.write(changes)
        self.done.append(changes)
        self.undone.clear()

    def undo(self):
        if self.done:
            self.write([(after, before) for before, after in self.done[-1]])
            self.undone.append(self.done.pop())

    def redo(self):
        if self.undone:
            self.write(self.undone[-1])
            self.done.append(self.undone.pop())

    def write(self, changes):
        with self.connection:
            for before, after in changes:
                if after is None:
                    self.connection.execute("DELETE FROM members WHERE id = ?", (before.id,))
                else:
                    self.connection.execute(
                        "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?, ?)",
                        (after.id, after.name, after.city, after.rate, after.joined))


class MemberForm(Adw.Window):
    def __init__(self, parent, title, member, save):
        super().__init__(transient_for=parent, modal=True, title=title, default_width=360)
        self.member, self.save = member, save
        group = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin_top=12, margin_bottom=12, margin_start=12,
                        margin_end=12)
        self.rows, self.messages = {}, {}
        for field, text in zip(("Name", "City", "Rate", "Joined"), member.texts()):
            row = self.rows[field] = Adw.EntryRow(title=field, text=text)
            row.connect("entry-activated", self.on_save)
            box = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE, css_classes=["boxed-list"])
            box.append(row)
            message = self.messages[field] = Gtk.Label(xalign=0, css_classes=["error"], margin_bottom=6)
            group.append(box)
            group.append(message)
        header = Adw.HeaderBar(show_end_title_buttons=False)
        cancel = Gtk.Button(label="_Cancel", use_underline=True)
        cancel.connect("clicked", lambda _: self.close())
        save_button = Gtk.Button(label="_Save", use_underline=True, css_classes=["suggested-action"])
        save_button.connect("clicked", self.on_save)
        header.pack_start(cancel)
        header.pack_end(save_button)
        content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        content.append(header)
        content.append(group)
        self.set_content(content)
        self.add_shortcut(Gtk.Shortcut.new(Gtk.ShortcutTrigger.parse_string("Escape"),
                                           Gtk.NamedAction.new("window.close")))
        self.rows["Name"].grab_focus()

    def faults(self, name, rate, joined):
        if not 1 <= len(name) <= 40:
            yield "Name", "must have 1 to 40 letters"
        try:
            if not 0 <= float(rate) <= 5:
                raise ValueError
        except ValueError:
            yield "Rate", "must be a number from 0 to 5"
        try:
            if joined:
                date.fromisoformat(joined)
        except ValueError:
            yield "Joined", "must be a day such as 2020-05-20"

    def on_save(self, _):
        name, city, rate, joined = (row.get_text() for row in self.rows.values())
        faults = dict(self.faults(name, rate, joined))
        for field, row in self.rows.items():
            self.messages[field].set_label(faults.get(field, ""))
            (row.add_css_class if field in faults else row.remove_css_class)("error")
        if faults:
            self.rows[next(iter(faults))].grab_focus()
            return
        self.close()
        self.save(replace(self.member, name=name, city=city, rate=float(rate), joined=joined))


class MembersWindow(Adw.ApplicationWindow):
    def __init__(self, app, database):
        super().__init__(application=app, title="Members", default_width=640, default_height=480)
        self.database = database
        self.words = ""
        self.store = Gio.ListStore(item_type=Row)
        self.filter = Gtk.CustomFilter.new(lambda row: row.member.has(self.words))
        self.shown = Gtk.SortListModel(model=Gtk.FilterListModel(model=self.store, filter=self.filter))
        self.selection = Gtk.MultiSelection(model=self.shown)
        self.view = Gtk.ColumnView(model=self.selection)
        self.shown.set_sorter(self.view.get_sorter())
        name = self.add_column("Name", 0, lambda member: strxfrm(member.name), expand=True)
        self.add_column("City", 1, lambda member: strxfrm(member.city))
        self.add_column("Rate", 2, lambda member: member.rate, xalign=1)
        self.add_column("Joined", 3, lambda member: member.joined)
        self.view.sort_by_column(name, Gtk.SortType.ASCENDING)
        self.view.connect("activate", lambda _, place: self.edit(self.shown[place].member))
        self.lay_out()
        for name, keys, call in (("new", ["Insert"], self.add), ("undo", ["<Control>z"], self.undo),
                                 ("redo", ["<Control><Shift>z"], self.redo), ("search", ["<Control>f"], self.search)):
            action = Gio.SimpleAction(name=name)
            action.connect("activate", lambda *_, call=call: call())
            self.add_action(action)
            app.set_accels_for_action("win." + name, keys)
        keys = Gtk.EventControllerKey()
        keys.connect("key-pressed", self.on_key)
        self.view.add_controller(keys)
        self.refresh()
        self.view.grab_focus()

    def add_column(self, title, field, key, xalign=0, expand=False):
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.Label(xalign=xalign)))
        factory.connect("bind", lambda _, item: item.get_child().set_label(item.get_item().member.texts()[field]))

        def compare(first, second, _):
            first, second = key(first.member), key(second.member)
            return (first > second) - (first < second)

        column = Gtk.ColumnViewColumn(title=title, factory=factory, expand=expand, resizable=True,
                                      sorter=Gtk.CustomSorter.new(compare))
        self.view.append_column(column)
        return column

    def lay_out(self):
        header = Adw.HeaderBar()
        new = Gtk.Button(icon_name="list-add-symbolic", tooltip_text="New Member", action_name="win.new")
        new.update_property([Gtk.AccessibleProperty.LABEL], ["New Member"])
        header.pack_start(new)
        toggle = Gtk.ToggleButton(icon_name="system-search-symbolic", tooltip_text="Search")
        toggle.update_property([Gtk.AccessibleProperty.LABEL], ["Search"])
        header.pack_end(toggle)
        self.entry = Gtk.SearchEntry()
        self.entry.connect("search-changed", self.on_search)
        self.bar = Gtk.SearchBar(child=self.entry)
        self.bar.connect_entry(self.entry)
        self.bar.bind_property("search-mode-enabled", toggle, "active", GObject.BindingFlags.BIDIRECTIONAL)
        self.page = Adw.StatusPage()
        self.pages = Gtk.Stack(vexpand=True)
        self.pages.add_named(Gtk.ScrolledWindow(child=self.view), "table")
        self.pages.add_named(self.page, "empty")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (header, self.bar, self.pages):
            box.append(part)
        self.toasts = Adw.ToastOverlay(child=box)
        self.set_content(self.toasts)

    def search(self):
        self.bar.set_search_mode(True)
        self.entry.grab_focus()

    def on_search(self, entry):
        self.words = entry.get_text()
        self.filter.changed(Gtk.FilterChange.DIFFERENT)
        self.show_page()

    def on_key(self, _, key, *__):
        if key == Gdk.KEY_Delete:
            self.delete()
        return key == Gdk.KEY_Delete

    def add(self):
        new = Member(self.database.new_id())
        MemberForm(self, "New Member", new, lambda member: self.apply([(None, member)])).present()

    def edit(self, member):
        MemberForm(self, "Edit Member", member, lambda changed: self.apply([(member, changed)])).present()

    def delete(self):
        changes = [(row.member, None) for place, row in enumerate(self.shown) if self.selection.is_selected(place)]
        if changes:
            self.apply(changes)
            self.toasts.add_toast(Adw.Toast(title=f"{len(changes)} deleted", button_label="_Undo",
                                            action_name="win.undo"))

    def apply(self, changes):
        self.attempt(lambda: self.database.apply(changes))

    def undo(self):
        self.attempt(self.database.undo)

    def redo(self):
        self.attempt(self.database.redo)

    def attempt(self, change):
        try:
            change()
            self.refresh()
        except sqlite3.Error as error:
            self.toasts.add_toast(Adw.Toast(title=str(error)))

    def refresh(self):
        new = self.database.members()
        for place in reversed(range(len(self.store))):
            if self.store[place].member in new:
                new.remove(self.store[place].member)
            else:
                self.store.remove(place)
        for member in new:
            self.store.append(Row(member))
        self.show_page()

    def show_page(self):
        self.page.set_title("Nothing matches" if len(self.store) else "No members yet")
        self.pages.set_visible_child_name("table" if len(self.shown) else "empty")


class MembersApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])
        folder = Path(GLib.get_user_data_dir(), ID)
        folder.mkdir(parents=True, exist_ok=True)
        self.database = Database(folder / "members.db")

    def do_activate(self):
        (self.get_active_window() or MembersWindow(self, self.database)).present()


sys.exit(MembersApp(application_id=ID).run(sys.argv))

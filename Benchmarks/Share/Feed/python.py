import os
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from xml.etree import ElementTree

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gdk, Gio, GLib, GObject, Gtk

ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass(frozen=True)
class Entry:
    id: str
    title: str
    summary: str
    picture: str | None


class Row(GObject.Object):
    def __init__(self, entry):
        super().__init__()
        self.entry = entry


def download(address):
    with urllib.request.urlopen(address, timeout=30) as response:
        return response.read()


def load_feed(address):
    entries = []
    for element in ElementTree.fromstring(download(address)).findall(ATOM + "entry"):
        pictures = [link.get("href") for link in element.findall(ATOM + "link")
                    if link.get("rel") == "enclosure" and link.get("type", "").startswith("image/")]
        texts = [element.findtext(ATOM + name, "") for name in ("id", "title", "summary")]
        entries.append(Entry(*texts, pictures[0] if pictures else None))
    return entries


def load_picture(address):
    return Gdk.Texture.new_from_bytes(GLib.Bytes.new(download(address)))


class NewsWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="News", default_width=420, default_height=640)
        self.address = os.environ.get("FEED", "https://www.swift.org/atom.xml")
        self.executor = ThreadPoolExecutor()
        self.pictures = {}
        self.entries = Gio.ListStore(item_type=Row)
        selection = Gtk.SingleSelection(model=self.entries, autoselect=False, can_unselect=True)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", self.on_setup)
        factory.connect("bind", self.on_bind)
        self.retry = Gtk.Button(label="_Try Again", use_underline=True, halign=Gtk.Align.CENTER)
        self.retry.connect("clicked", lambda _: self.refresh())
        self.page = Adw.StatusPage(child=self.retry)
        self.pages = Gtk.Stack(vexpand=True)
        self.pages.add_named(Gtk.ScrolledWindow(child=Gtk.ListView(model=selection, factory=factory)), "list")
        self.pages.add_named(self.page, "page")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(Adw.HeaderBar())
        box.append(self.pages)
        self.toasts = Adw.ToastOverlay(child=box)
        self.set_content(self.toasts)
        self.refresh()

    def on_setup(self, _, item):
        row = Gtk.Box(spacing=10)
        item.image = Gtk.Image(pixel_size=48, valign=Gtk.Align.START)
        item.title = Gtk.Label(xalign=0, ellipsize=3, css_classes=["heading"])
        item.summary = Gtk.Label(xalign=0, wrap=True)
        texts = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=2, hexpand=True)
        texts.append(item.title)
        texts.append(item.summary)
        row.append(item.image)
        row.append(texts)
        item.set_child(row)

    def on_bind(self, _, item):
        entry = item.get_item().entry
        item.title.set_label(entry.title)
        item.summary.set_label(entry.summary)
        item.image.clear()
        if entry.picture:
            if entry.picture not in self.pictures:
                self.pictures[entry.picture] = self.executor.submit(load_picture, entry.picture)
            self.pictures[entry.picture].add_done_callback(
                lambda future: GLib.idle_add(self.show_picture, item, entry, future))

    def show_picture(self, item, entry, future):
        # The row may show another entry by now.
        if not future.exception() and item.get_item() and item.get_item().entry == entry:
            item.image.set_from_paintable(future.result())

    def refresh(self):
        if not len(self.entries):
            self.show_words("Loading …")
        future = self.executor.submit(load_feed, self.address)
        future.add_done_callback(lambda future: GLib.idle_add(self.on_loaded, future))

    def on_loaded(self, future):
        if error := future.exception():
            if len(self.entries):
                self.toasts.add_toast(Adw.Toast(title=str(error)))
            else:
                self.show_words(str(error), can_retry=True)
            return
        self.merge(future.result())
        if len(self.entries):
            self.pages.set_visible_child_name("list")
        else:
            self.show_words("No entries")

    def merge(self, new):
        """Shows new entries. Rows that stay are left alone, and keep their selection."""
        ids = {entry.id for entry in new}
        for place in reversed(range(len(self.entries))):
            if self.entries[place].entry.id not in ids:
                self.entries.remove(place)
        for place, entry in enumerate(new):
            old = self.entries[place].entry if place < len(self.entries) else None
            if old != entry:
                self.entries.splice(place, 1 if old and old.id == entry.id else 0, [Row(entry)])
        self.entries.splice(len(new), len(self.entries) - len(new), [])

    def show_words(self, words, can_retry=False):
        self.page.set_title(words)
        self.retry.set_visible(can_retry)
        self.pages.set_visible_child_name("page")


class NewsApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])
        action = Gio.SimpleAction(name="refresh")
        action.connect("activate", lambda *_: self.get_active_window().refresh())
        self.add_action(action)
        self.set_accels_for_action("app.refresh", ["F5"])

    def do_activate(self):
        (self.get_active_window() or NewsWindow(self)).present()


sys.exit(NewsApp(application_id="org.example.News").run(sys.argv))

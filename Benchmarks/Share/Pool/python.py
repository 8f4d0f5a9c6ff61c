import sys
import time
from concurrent.futures import ThreadPoolExecutor

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, GLib, Gtk


def square(number):
    time.sleep(0.05)
    if number == 13:
        raise ValueError("unlucky")
    return number * number


class Pool:
    """Squares numbers on threads, two at a time."""

    def __init__(self, on_change):
        self.on_change = on_change
        self.executor = ThreadPoolExecutor(max_workers=2)
        self.waiting, self.is_suspended = [], False
        self.done = self.failed = self.cancelled = self.running = 0

    @property
    def ended(self):
        return self.done + self.failed + self.cancelled

    @property
    def total(self):
        return self.ended + self.running + len(self.waiting)

    def enqueue(self, numbers):
        self.waiting += numbers
        self.fill()

    def suspend(self, is_suspended):
        self.is_suspended = is_suspended
        self.fill()

    def cancel(self):
        self.cancelled += len(self.waiting)
        self.waiting.clear()
        self.on_change()

    def fill(self):
        while not self.is_suspended and self.running < 2 and self.waiting:
            self.running += 1
            future = self.executor.submit(square, self.waiting.pop(0))
            future.add_done_callback(lambda future: GLib.idle_add(self.on_done, future))
        self.on_change()

    def on_done(self, future):
        self.running -= 1
        if future.exception():
            self.failed += 1
        else:
            self.done += 1
        self.fill()


class SquaresWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Squares", default_width=480, default_height=200)
        self.pool = Pool(self.show)
        margins = {f"margin_{side}": 12 for side in ("top", "bottom", "start", "end")}
        self.buttons = Gtk.Box(spacing=6, **margins)
        self.add("_Start", lambda _: self.pool.enqueue(range(1, 41)))
        self.suspend = self.add("S_uspend", lambda _: self.pool.suspend(True))
        self.resume = self.add("_Resume", lambda _: self.pool.suspend(False))
        self.cancel = self.add("_Cancel", lambda _: self.pool.cancel())
        self.bar = Gtk.ProgressBar(**margins)
        self.label = Gtk.Label()
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (Adw.HeaderBar(), self.buttons, self.bar, self.label):
            box.append(part)
        self.set_content(box)
        self.show()

    def add(self, title, call):
        button = Gtk.Button(label=title, use_underline=True)
        button.connect("clicked", call)
        self.buttons.append(button)
        return button

    def show(self):
        pool = self.pool
        self.suspend.set_sensitive(not pool.is_suspended)
        self.resume.set_sensitive(pool.is_suspended)
        self.cancel.set_sensitive(pool.ended < pool.total)
        self.bar.set_fraction(pool.ended / max(pool.total, 1))
        self.label.set_label(f"{pool.done} done, {pool.failed} failed, {pool.cancelled} cancelled of {pool.total}")


class SquaresApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])

    def do_activate(self):
        (self.get_active_window() or SquaresWindow(self)).present()


sys.exit(SquaresApp(application_id="org.example.Squares").run(sys.argv))

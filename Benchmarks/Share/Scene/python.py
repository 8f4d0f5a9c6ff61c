import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gdk, Gtk


class GreetingWindow(Adw.ApplicationWindow):
    def __init__(self, app):
        super().__init__(application=app, title="Greeting", default_width=520, default_height=320)
        self.label = Gtk.Label(label="<span size='32pt'>こんにちは</span>", use_markup=True)
        self.fixed = Gtk.Fixed(focusable=True, vexpand=True)
        self.fixed.put(self.label, 20, 80)
        target = Adw.CallbackAnimationTarget.new(lambda x: self.fixed.move(self.label, x, 80))
        self.animation = Adw.TimedAnimation(
            widget=self.fixed, value_from=20, value_to=260, duration=2000, target=target, alternate=True,
            repeat_count=0, easing=Adw.Easing.EASE_IN_OUT_CUBIC)
        click = Gtk.GestureClick()
        click.connect("pressed", lambda *_: self.pause_or_resume())
        keys = Gtk.EventControllerKey()
        keys.connect("key-pressed", self.on_key)
        for controller in (click, keys):
            self.fixed.add_controller(controller)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(Adw.HeaderBar())
        box.append(self.fixed)
        self.set_content(box)
        self.fixed.grab_focus()
        self.connect("map", lambda _: self.animation.play())

    def on_key(self, _, key, *__):
        if key == Gdk.KEY_space:
            self.pause_or_resume()
        return key == Gdk.KEY_space

    def pause_or_resume(self):
        if self.animation.get_state() == Adw.AnimationState.PAUSED:
            self.animation.resume()
        else:
            self.animation.pause()


class GreetingApp(Adw.Application):
    def do_startup(self):
        Adw.Application.do_startup(self)
        self.set_accels_for_action("window.close", ["<Control>q"])

    def do_activate(self):
        (self.get_active_window() or GreetingWindow(self)).present()


sys.exit(GreetingApp(application_id="org.example.Greeting").run(sys.argv))

"""Starts a program, presses keys in it and reads what a screen reader meets, whatever it was written in.

Two toolkits nest their boxes in different ways and have different words for the same role. So a test sees a normal
form: roles are those of KINDS, boxes and separators are passed over, and a row is the texts within it, in order.
"""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore", DeprecationWarning)

KINDS = {
    "push button": "button", "toggle button": "button", "button": "button", "link": "button",
    "check box": "check", "radio button": "check", "switch": "check", "check menu item": "check",
    "list item": "row", "table row": "row", "tree item": "row", "table cell": "cell",
    "text": "entry", "entry": "entry", "password text": "entry", "spin button": "number",
    "combo box": "choice", "progress bar": "progress", "slider": "number", "label": "label", "static": "label",
    "heading": "label", "image": "image", "icon": "image", "frame": "window", "dialog": "window",
    "alert": "window", "window": "window", "column header": "title", "table column header": "title",
}


class Missing(AssertionError):
    """What the sample's page says was not there in time."""


class Element:
    def __init__(self, native):
        self.native = native

    @property
    def role(self):
        return self.native.get_role_name()

    @property
    def kind(self):
        if self.native.get_role() == Atspi.Role.APPLICATION:
            return "box"
        parent = self.native.get_parent()
        # Some windows of GTK 4.8 call themselves fillers.
        if parent is not None and parent.get_role() == Atspi.Role.APPLICATION:
            return "window"
        return KINDS.get(self.role, "box")

    @property
    def name(self):
        name = (self.native.get_name() or "").replace("_", "").strip()
        # A widget without a name has that of its type.
        if re.fullmatch(r"(Gtk|Adw)[A-Z]\w*", name):
            return ""
        # One that is labelled twice, by a text and by a property, has its name twice.
        half = len(name) // 2
        return name[:half] if name[:half] == name[half + 1:] else name

    @property
    def states(self):
        return {state.value_nick for state in self.native.get_state_set().get_states()}

    def has(self, state):
        return state in self.states

    @property
    def children(self):
        found = (self.native.get_child_at_index(i) for i in range(self.native.get_child_count()))
        return [Element(child) for child in found if child is not None]

    @property
    def text(self):
        """What stands in an entry, or what an element is called."""
        try:
            interface = self.native.get_text_iface()
            if interface is not None:
                text = Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))
                if text:
                    return text
        except GLib.Error:
            pass
        return self.name

    @property
    def value(self):
        interface = self.native.get_value_iface()
        return None if interface is None else Atspi.Value.get_current_value(interface)

    @property
    def is_shown(self):
        """Whether it has a place in its window.

        GTK 4.8 says of the pages of a stack that were not shown yet, too, that they are visible.
        """
        component = self.native.get_component_iface()
        if component is None or not self.has("visible"):
            return False
        place = Atspi.Component.get_extents(component, Atspi.CoordType.WINDOW)
        return place.width > 0 and place.height > 0

    @property
    def is_disabled(self):
        """Whether it, or what it is in, takes no input."""
        return any(not Element(native).has("sensitive") for native in self.chain())

    @property
    def height(self):
        return Atspi.Component.get_extents(self.native.get_component_iface(), Atspi.CoordType.WINDOW).height

    @property
    def most(self):
        return Atspi.Value.get_maximum_value(self.native.get_value_iface())

    def chain(self):
        """The element and all it is in, as far as the window."""
        native = self.native
        while native is not None and native.get_role() != Atspi.Role.APPLICATION:
            yield native
            native = native.get_parent()

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def click(self):
        """Does what Enter or a click on the element would."""
        interface = self.native.get_action_iface()
        if interface is None or Atspi.Action.get_n_actions(interface) == 0:
            raise Missing(f"{self.role} “{self.name}” has no action")
        Atspi.Action.do_action(interface, 0)

    def text_of_label(self):
        """The first text in an element, be it that of a label or of a check box."""
        return next((part.text for part in self.walk() if part.kind in ("label", "check", "row") and part.text), "")

    def texts(self):
        """The texts in an element, without those that repeat the one before."""
        texts = []
        for part in self.walk():
            if part.kind in ("label", "row", "cell", "window") and part.text:
                if part.kind in ("row", "window", "cell") and part.children:
                    continue
                if not texts or texts[-1] != part.text:
                    texts.append(part.text)
        return texts


class Program:
    """A program that runs, in a home of its own that the next start finds again."""

    def __init__(self, command, home, environment=None):
        self.command, self.home = command, home
        self.environment = environment or {}
        self.process = None
        self.start()

    def start(self):
        env = dict(os.environ, HOME=self.home, **self.environment)
        for name in ("CONFIG", "DATA", "STATE", "CACHE"):
            env[f"XDG_{name}_HOME"] = os.path.join(self.home, name.lower())
        self.process = subprocess.Popen(self.command, env=env)
        self.wait("a window with the focus", lambda: any(window.has("active") for window in self.windows()))

    def quit(self):
        """Ends it as a person would, by Ctrl+Q."""
        self.keys("ctrl+q")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Missing("Ctrl+Q does not end the program") from None

    def restart(self):
        self.quit()
        self.start()

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    # What is there.

    @property
    def application(self):
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                child.set_cache_mask(Atspi.Cache.NONE)  # What is read is what is there now.
                return Element(child)
        return None

    def windows(self):
        application = self.application
        return [] if application is None else application.children

    def all(self, kind=None, name=None, within=None):
        """The elements of a kind that are shown, with a name that the pattern matches from its start to its end."""
        roots = [within] if within else self.windows()
        found = []
        for root in roots:
            for element in root.walk():
                if kind and element.kind != kind:
                    continue
                if name is not None and not re.fullmatch(name, element.name):
                    continue
                if element.kind == "window" or element.is_shown:
                    found.append(element)
        return found

    def find(self, kind, name=None):
        return self.wait(f"{kind} “{name}”", lambda: (self.all(kind, name) or [None])[0])

    def input(self, name):
        """The entry, number, choice or switch with a label."""
        for kind in ("entry", "number", "choice", "check"):
            found = self.all(kind, name)
            if found:
                return found[-1]
        for label in self.all("label", name) + self.all("row", name):
            parent = Element(label.native.get_parent())
            for _ in range(5):
                for element in parent.walk():
                    if element.kind in ("entry", "number", "choice", "check"):
                        return element
                parent = Element(parent.native.get_parent())
        return None

    def row_elements(self):
        """The rows that have a text, without the one of a table's titles."""
        return [
            row for row in self.all("row")
            if row.texts() and not (row.role == "table row" and all(c.kind != "cell" for c in row.children))]

    def rows(self):
        """The texts of each row in one."""
        return [" | ".join(row.texts()) for row in self.row_elements()]

    def selected(self):
        return [" | ".join(row.texts()) for row in self.row_elements() if row.has("selected")]

    def focused_row(self):
        for row in self.row_elements():
            if any(part.has("focused") for part in row.walk()):
                return " | ".join(row.texts())
        return None

    def shows(self, pattern):
        """Whether a text that matches stands anywhere."""
        return any(
            re.search(pattern, e.name) or (e.kind in ("label", "entry") and re.search(pattern, e.text))
            for e in self.all() if e.name or e.kind in ("label", "entry"))

    # What a person does.

    def keys(self, *keys):
        for key in keys:
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True, stderr=subprocess.DEVNULL)
            time.sleep(0.05)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "25", text], check=True, stderr=subprocess.DEVNULL)

    def click(self, name):
        self.find("button", name).click()

    def fill(self, name, text):
        """Writes into the input with a label, in place of what stands there."""
        element = self.wait(f"an input “{name}”", lambda: self.input(name))
        if not any(part.has("focused") for part in element.walk()):
            self.press(element)
        self.keys("ctrl+a")
        self.type(text)

    def press(self, element):
        """Clicks on the middle of an element with the mouse."""
        chain = list(element.chain())
        component = element.native.get_component_iface()
        place = Atspi.Component.get_extents(component, Atspi.CoordType.WINDOW)
        whole = Atspi.Component.get_extents(chain[-1].get_component_iface(), Atspi.CoordType.WINDOW)
        title = re.escape(chain[-1].get_name() or "")
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"], capture_output=True, text=True)

        def frame(window):
            """The width and height of the frame that GTK draws around its windows, and counts from within it."""
            size = subprocess.run(
                ["xdotool", "getwindowgeometry", "--shell", window], capture_output=True, text=True).stdout
            size = dict(line.split("=") for line in size.split())
            return int(size["WIDTH"]) - whole.width, int(size["HEIGHT"]) - whole.height

        # A list that drops down is a window with the same title for as long as it takes to go. The frame is as wide as
        # it is high.
        frames = {window: frame(window) for window in found.stdout.split()}
        window = min(frames, key=lambda window: abs(frames[window][0] - frames[window][1]))
        edge = frames[window][0] // 2
        x = place.x - whole.x + place.width // 2 + edge
        y = place.y - whole.y + place.height // 2 + edge
        subprocess.run(["xdotool", "mousemove", "--window", window, str(x), str(y), "click", "1"], check=True)
        time.sleep(0.3)  # Two clicks soon after one another are a double click.

    def press_title(self, name):
        def title():
            titles = self.all("title", name) or [e for e in self.all(None, name) if e.kind in ("button", "label")]
            return titles[0] if titles else None
        self.press(self.wait(f"the title “{name}”", title))

    def press_row(self, text):
        self.press(self.wait(f"“{text}” in a row", lambda: next(
            (e for kind in ("label", "cell", "check", "row") for e in self.all(kind, text)), None)))

    def picture(self):
        """The screen as it is now."""
        size = subprocess.run(["xdotool", "getdisplaygeometry"], capture_output=True, text=True, check=True).stdout
        found = subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-f", "x11grab", "-video_size", "x".join(size.split()), "-i", os.environ["DISPLAY"], "-frames:v", "1",
             "-f", "rawvideo", "-"], capture_output=True, check=True)
        return hash(found.stdout)

    # What is expected.

    def wait(self, what, ready, seconds=8):
        end = time.monotonic() + seconds
        while True:
            if self.process.poll() is not None:
                raise Missing(f"{what}: the program has ended")
            try:
                found = ready()
                if found:
                    return found
            except GLib.Error:
                pass  # What was read went meanwhile.
            if time.monotonic() > end:
                raise Missing(f"{what} is missing; there is:\n{self.dump()}")
            time.sleep(0.05)

    def expect(self, what, value, wanted):
        try:
            self.wait(what, lambda: value() == wanted)
        except Missing as missing:
            raise Missing(f"{what}: {value()} is not {wanted}\n{missing}") from None

    def dump(self):
        lines = []
        for window in self.windows():
            for element in window.walk():
                if element.kind != "box" and (element.kind == "window" or element.is_shown):
                    marks = sorted(element.states & {"checked", "selected", "focused", "expanded", "busy"})
                    text = element.text
                    lines.append(f"{element.kind} “{element.name}” {'' if text == element.name else text} {' '.join(marks)}")
        return "\n".join(lines)


def clipboard():
    found = subprocess.run(["xclip", "-o", "-selection", "clipboard"], capture_output=True, text=True, timeout=5)
    return found.stdout


def home():
    return tempfile.mkdtemp(prefix="share-")


def forget(path):
    shutil.rmtree(path, ignore_errors=True)

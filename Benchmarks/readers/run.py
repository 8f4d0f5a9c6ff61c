#!/usr/bin/env python3
"""Measures Timeline beside Liferea on the same feeds: import, start, refresh, memory.

    swift build -c release --product timeline
    scripts/headless Benchmarks/readers/run.py [--feeds 4000] [--rounds 3]

It needs nginx, xdotool and Debian's liferea; `TIMELINE` names another program than the one that was built. Both
programs get a fresh home for each round and take turns. What is timed is what a person waits for:

- import: until all feeds of an OPML list are in the reader's own database; Timeline by `timeline opml in`, Liferea by
  a first start with the list as its own, as its dialog for import is a window.
- first articles: from that on, with the start of the window, until all articles are in the database.
- refresh: from asking for it in the running program, when each feed has two more, until the last is in the database.
- memory: private memory after that, of the program alone and with what it started.
- start: until the window is on the screen, with all feeds and articles there; no feed is waited for.
"""

import argparse
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORT = 18_741
BEGINNING = time.time()


class Feeds:
    """An nginx with feeds of made-up articles."""

    def __init__(self, folder, count):
        self.count, self.articles = count, 0
        self.content = folder / "content"
        self.content.mkdir(parents=True)
        (folder / "nginx.conf").write_text(f"""
            daemon off; master_process off; pid nginx.pid; error_log error.log;
            events {{ worker_connections 1000; }}
            http {{ access_log off; default_type application/rss+xml;
              client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3;
              uwsgi_temp_path t4; scgi_temp_path t5;
              server {{ listen 127.0.0.1:{PORT}; root {self.content}; }} }}""")
        self.server = subprocess.Popen(
            [shutil.which("nginx", path="/usr/sbin:/usr/bin"), "-p", str(folder), "-c",
             str(folder / "nginx.conf"), "-e", "error.log"])

    @property
    def total(self):
        return self.count * self.articles

    def write(self, articles):
        """Gives each feed so many articles, the newest first; the older ones are always the same."""
        self.articles = articles
        syllables = [a + b for a in "kstnhmyrw" for b in "aiueo"]
        for feed in range(self.count):
            words = random.Random(feed)
            items = []
            for number in range(articles):
                text = " ".join("".join(words.choices(syllables, k=3)) for _ in range(60))
                # Of the days before now, as readers drop what is old.
                date = time.strftime(
                    "%a, %d %b %Y %H:%M:%S +0000",
                    time.gmtime(BEGINNING - 86_400 + 3_600 * number - feed))
                items.append(
                    f"<item><title>{text[:40]}</title><link>http://127.0.0.1/{feed}/{number}</link>"
                    f"<guid isPermaLink='false'>{feed}-{number}</guid><pubDate>{date}</pubDate>"
                    f"<description>&lt;p&gt;{text}&lt;/p&gt;</description></item>")
            (self.content / f"{feed}.xml").write_text(
                "<?xml version='1.0' encoding='UTF-8'?><rss version='2.0'><channel>"
                f"<title>Feed {feed}</title><link>http://127.0.0.1/{feed}</link>"
                f"<description>Made up</description>{''.join(reversed(items))}</channel></rss>")

    def opml(self):
        lines = "".join(
            f'<outline type="rss" text="Feed {n}" title="Feed {n}"'
            f' xmlUrl="http://127.0.0.1:{PORT}/{n}.xml"/>\n' for n in range(self.count))
        return f'<?xml version="1.0"?><opml version="2.0"><head><title>Feeds</title></head><body>{lines}</body></opml>'

    def stop(self):
        self.server.terminate()
        self.server.wait()


def wait_for(what, limit=1_800.0):
    start = time.monotonic()
    while time.monotonic() - start < limit:
        if what():
            return time.monotonic()
        time.sleep(0.02)
    raise SystemExit(f"gave up waiting for {what.__name__}")


def count(path, table):
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5) as database:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    except sqlite3.Error:
        return 0


def tree(process):
    """The number of a process and of all that it started."""
    numbers, parents = [process], {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                pass
    for parent in numbers:
        numbers += [child for child, of in parents.items() if of == parent]
    return numbers


def memory(processes):
    total = 0
    for number in processes:
        try:
            for line in Path(f"/proc/{number}/status").read_text().splitlines():
                if line.startswith("RssAnon:"):
                    total += int(line.split()[1])
        except OSError:
            pass
    return total / 1_024


class Program:
    """A reader in a home of its own."""

    def __init__(self, home, feeds):
        self.home, self.feeds = home, feeds
        home.mkdir(mode=0o700)
        self.environment = dict(
            os.environ, HOME=str(home), XDG_CONFIG_HOME=str(home / "config"),
            XDG_DATA_HOME=str(home / "data"), XDG_CACHE_HOME=str(home / "cache"),
            XDG_STATE_HOME=str(home / "state"), GSETTINGS_BACKEND="keyfile",
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1")

    def open(self, command):
        start = time.monotonic()
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # `xdotool search --sync` looks twice a second alone.
        return wait_for(self.find_window) - start

    def find_window(self):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
            capture_output=True, text=True)
        self.window = next(reversed(found.stdout.split()), None)
        return self.window

    def weigh(self, figures):
        time.sleep(5)
        figures["memory, MB"] = memory([self.process.pid])
        figures["memory with its children, MB"] = memory(tree(self.process.pid))

    def close(self):
        for number in reversed(tree(self.process.pid)):
            try:
                os.kill(number, signal.SIGTERM)
            except ProcessLookupError:
                pass
        self.process.wait(120)


class Timeline(Program):
    name = "Timeline"
    program = str(Path(os.environ.get("TIMELINE", ROOT / ".build/release/timeline")).resolve())

    def articles(self):
        return count(self.home / "posts/posts.db", "record")

    def measure(self):
        folder = str(self.home / "posts")
        self.environment["TIMELINE_INTERVAL"] = "0s"
        opml = self.home / "feeds.opml"
        opml.write_text(self.feeds.opml())
        start = time.monotonic()
        subprocess.run(
            [self.program, "opml", "in", str(opml), "--folder", folder], check=True,
            env=self.environment, stdout=subprocess.DEVNULL)
        figures = {"import, s": time.monotonic() - start}
        # A start asks all feeds by itself.
        self.open([self.program, "--folder", folder])
        figures["first articles, s"] = wait_for(lambda: self.articles() >= self.feeds.total) - start
        time.sleep(5)
        self.feeds.write(12)
        start = time.monotonic()
        subprocess.run(["xdotool", "windowfocus", "--sync", self.window, "key", "F5"], check=True)
        figures["refresh, s"] = wait_for(lambda: self.articles() >= self.feeds.total) - start
        self.weigh(figures)
        self.close()
        figures["start, s"] = self.open([self.program, "--folder", folder])
        self.close()
        return figures


class Liferea(Program):
    name = "Liferea"

    @property
    def database(self):
        return self.home / "data/liferea/liferea.db"

    def measure(self):
        settings = self.home / "config/glib-2.0/settings"
        settings.mkdir(parents=True)
        (settings / "keyfile").write_text(
            "[net/sf/liferea]\nstartup-feed-action=1\nlast-window-state=1\n")
        (self.home / "config/liferea").mkdir(parents=True)
        (self.home / "config/liferea/feedlist.opml").write_text(self.feeds.opml())
        start = time.monotonic()
        self.open(["liferea", "--disable-plugins"])
        figures = {
            "import, s": wait_for(
                lambda: count(self.database, "subscription") >= self.feeds.count) - start}
        figures["first articles, s"] = wait_for(
            lambda: count(self.database, "items") >= self.feeds.total) - start
        time.sleep(5)
        self.feeds.write(12)
        start = time.monotonic()
        subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.gnome.feed.Reader", "--object-path",
             "/org/gnome/feed/Reader", "--method", "org.gnome.feed.Reader.Refresh"],
            check=False, env=self.environment, stdout=subprocess.DEVNULL)
        figures["refresh, s"] = wait_for(
            lambda: count(self.database, "items") >= self.feeds.total) - start
        self.weigh(figures)
        self.close()
        figures["start, s"] = self.open(["liferea", "--disable-plugins"])
        self.close()
        return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--feeds", type=int, default=4_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    for tool in ("liferea", "xdotool", "gdbus"):
        if not shutil.which(tool):
            raise SystemExit(f"{tool} is missing")
    folder = Path(tempfile.mkdtemp(prefix="readers-"))
    feeds = Feeds(folder / "server", arguments.feeds)
    found = {}
    try:
        for number in range(arguments.rounds):
            for reader in (Timeline, Liferea):
                feeds.write(10)
                figures = reader(folder / f"{reader.name}-{number}", feeds).measure()
                print(reader.name, {key: round(value, 3) for key, value in figures.items()}, flush=True)
                for key, value in figures.items():
                    found.setdefault(key, {}).setdefault(reader.name, []).append(value)
    finally:
        feeds.stop()
        shutil.rmtree(folder, ignore_errors=True)
    for key, values in found.items():
        ours, theirs = (statistics.median(values[name]) for name in ("Timeline", "Liferea"))
        print(f"{key:29} Timeline {ours:8.3f}   Liferea {theirs:8.3f}   {theirs / ours:6.2f} ×")


if __name__ == "__main__":
    main()

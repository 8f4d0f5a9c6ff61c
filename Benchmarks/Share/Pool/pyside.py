import sys
import time

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget


def square(number):
    time.sleep(0.05)
    if number == 13:
        raise ValueError("unlucky")
    return number * number


class Ended(QObject):
    """Tells the main thread what became of a job."""
    happened = Signal(object, object)


class Job(QRunnable):
    def __init__(self, number, ended):
        super().__init__()
        self.number, self.ended = number, ended

    def run(self):
        try:
            self.ended.happened.emit(square(self.number), None)
        except ValueError as error:
            self.ended.happened.emit(None, error)


class SquaresWindow(QWidget):
    def __init__(self):
        super().__init__(windowTitle="Squares")
        self.resize(480, 200)
        self.pool = QThreadPool(maxThreadCount=2)
        self.ended = Ended()
        self.ended.happened.connect(self.on_ended)
        self.waiting, self.is_suspended = [], False
        self.done = self.failed = self.cancelled = self.running = 0
        layout, buttons = QVBoxLayout(self), QHBoxLayout()
        self.buttons = []
        for title, call in (("&Start", self.on_start), ("S&uspend", lambda: self.suspend(True)),
                            ("&Resume", lambda: self.suspend(False)), ("&Cancel", self.on_cancel)):
            button = QPushButton(title)
            button.clicked.connect(call)
            buttons.addWidget(button)
            self.buttons.append(button)
        self.bar, self.label = QProgressBar(), QLabel()
        layout.addLayout(buttons)
        layout.addWidget(self.bar)
        layout.addWidget(self.label)
        QShortcut("Ctrl+Q", self, self.close)
        self.show_state()

    def on_start(self):
        self.waiting += range(1, 41)
        self.fill()

    def suspend(self, is_suspended):
        self.is_suspended = is_suspended
        self.fill()

    def on_cancel(self):
        self.cancelled += len(self.waiting)
        self.waiting.clear()
        self.show_state()

    def fill(self):
        while not self.is_suspended and self.running < 2 and self.waiting:
            self.running += 1
            self.pool.start(Job(self.waiting.pop(0), self.ended))
        self.show_state()

    def on_ended(self, _, error):
        self.running -= 1
        if error:
            self.failed += 1
        else:
            self.done += 1
        self.fill()

    def show_state(self):
        ended = self.done + self.failed + self.cancelled
        total = ended + self.running + len(self.waiting)
        _, suspend, resume, cancel = self.buttons
        suspend.setEnabled(not self.is_suspended)
        resume.setEnabled(self.is_suspended)
        cancel.setEnabled(ended < total)
        self.bar.setMaximum(max(total, 1))
        self.bar.setValue(ended)
        self.label.setText(f"{self.done} done, {self.failed} failed, {self.cancelled} cancelled of {total}")


app = QApplication(sys.argv)
window = SquaresWindow()
window.show()
sys.exit(app.exec())

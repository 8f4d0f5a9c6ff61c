import sys
from pathlib import Path

from PySide6.QtCore import QSortFilterProxyModel, QStandardPaths, QStringListModel, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView, QApplication, QLabel, QLineEdit, QListView, QStackedWidget, QVBoxLayout, QWidget)

FRUITS = ["Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "Lemon", "Mango", "Olive", "Peach", "Pear",
          "Plum"]


class FruitList(QListView):
    """A list in which letters go to a filter."""

    def __init__(self, entry):
        super().__init__()
        self.entry = entry
        self.setEditTriggers(QAbstractItemView.NoEditTriggers)

    def keyPressEvent(self, event):
        if event.text().isalnum() and not event.modifiers() & Qt.ControlModifier:
            self.entry.show()
            self.entry.setFocus()
            self.entry.insert(event.text())
        else:
            super().keyPressEvent(event)


class FruitWindow(QWidget):
    def __init__(self):
        super().__init__(windowTitle="Fruits")
        self.resize(320, 480)
        self.path = Path(QStandardPaths.writableLocation(QStandardPaths.AppDataLocation), "selected")
        self.selected = self.path.read_text() if self.path.exists() else None
        self.entry = QLineEdit(accessibleName="Filter", visible=False)
        self.shown = QSortFilterProxyModel(filterCaseSensitivity=Qt.CaseInsensitive)
        self.shown.setSourceModel(QStringListModel(FRUITS, self))
        self.list = FruitList(self.entry)
        self.list.setModel(self.shown)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.list)
        self.pages.addWidget(QLabel("Nothing matches", alignment=Qt.AlignCenter))
        layout = QVBoxLayout(self)
        layout.addWidget(self.entry)
        layout.addWidget(self.pages)
        self.entry.textChanged.connect(self.on_search)
        self.select()
        self.list.selectionModel().currentChanged.connect(self.on_selected)
        QShortcut(QKeySequence.Copy, self.list, self.on_copy)
        QShortcut(Qt.Key_Escape, self, self.on_escape)
        QShortcut("Ctrl+Q", self, self.close)
        self.list.setFocus()

    def on_search(self, words):
        self.shown.setFilterFixedString(words)
        self.pages.setCurrentIndex(0 if self.shown.rowCount() else 1)
        self.select()

    def select(self):
        for row in range(self.shown.rowCount()):
            if self.shown.index(row, 0).data() == self.selected:
                self.list.setCurrentIndex(self.shown.index(row, 0))

    def on_selected(self, index):
        # While it is filtered, Qt goes to another row by itself.
        if index.isValid() and not self.entry.text():
            self.selected = index.data()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.selected)

    def on_copy(self):
        if self.selected:
            QGuiApplication.clipboard().setText(self.selected)

    def on_escape(self):
        self.entry.clear()
        self.entry.hide()
        self.list.setFocus()


app = QApplication(sys.argv)
app.setApplicationName("org.example.Fruits")
window = FruitWindow()
window.show()
sys.exit(app.exec())

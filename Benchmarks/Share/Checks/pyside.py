import sys
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget
from PySide6.QtGui import QShortcut


class ShoppingList(QListWidget):
    """A list in which a press anywhere on a row marks it, not on its box alone."""

    def __init__(self):
        super().__init__()
        self.setSelectionMode(QListWidget.NoSelection)

    def mouseReleaseEvent(self, event):
        item = self.itemAt(event.position().toPoint())
        before = item.checkState() if item else None
        super().mouseReleaseEvent(event)
        if item and item.checkState() == before:
            item.setCheckState(Qt.Unchecked if before == Qt.Checked else Qt.Checked)


class ShoppingWindow(QWidget):
    def __init__(self):
        super().__init__(windowTitle="Shopping")
        self.resize(320, 480)
        self.path = Path(QStandardPaths.writableLocation(QStandardPaths.AppDataLocation), "marked")
        marked = self.path.read_text().splitlines() if self.path.exists() else []
        self.list = ShoppingList()
        for place, name in enumerate(("Milk", "Bread", "Eggs", "Rice")):
            self.insert(place, name, name in marked)
        self.list.itemChanged.connect(self.on_marked)
        buttons = QHBoxLayout()
        for title, call in (("&One More", lambda: self.insert(0, "Tea")), ("&Reverse", self.on_reverse)):
            button = QPushButton(title)
            button.clicked.connect(call)
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list)
        layout.addLayout(buttons)
        QShortcut("Ctrl+Q", self, self.close)
        self.list.setFocus()

    def insert(self, place, name, is_marked=False):
        item = QListWidgetItem(name)
        item.setFlags(Qt.ItemIsEnabled | Qt.ItemIsUserCheckable)
        item.setCheckState(Qt.Checked if is_marked else Qt.Unchecked)
        self.list.insertItem(place, item)

    def items(self):
        return [self.list.item(place) for place in range(self.list.count())]

    def on_marked(self, _):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("\n".join(item.text() for item in self.items() if item.checkState() == Qt.Checked))

    def on_reverse(self):
        for place in range(1, self.list.count()):
            self.list.insertItem(0, self.list.takeItem(place))


app = QApplication(sys.argv)
app.setApplicationName("org.example.Shopping")
window = ShoppingWindow()
window.show()
sys.exit(app.exec())

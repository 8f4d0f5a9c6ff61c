import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Cells made of a layout in Swift, of a `.ui` file, and of columns.
final class CellDefinitionTests: XCTestCase {
  struct Note: Identifiable {
    var id: Int
    var title: String
    var icon: String?
    var done = 0.25
  }

  private static let notes = [
    Note(id: 1, title: "Bread", icon: "starred-symbolic"), Note(id: 2, title: "Milk", icon: nil),
  ]

  /// The error that a definition is refused with.
  @MainActor
  private static func refusal(_ make: @MainActor () throws -> Void) -> String {
    do {
      try make()
    } catch {
      return "\(error)"
    }
    return "nothing is wrong"
  }

  func testASlotShowsWhatItIsFilledWith() throws {
    try onLoop {
      let cell = try CellDefinition<Note>(
        .row(
          .icon("icon", size: 24), .column(.text("title", style: "heading"), .text("more")),
          .progress("done")),
        .icon("icon") { $0.icon }, .text("title") { $0.title }, .text("more") { "no \($0.id)" },
        .progress("done") { $0.done })
      let table = TableView(Self.notes, cell: cell)
      let stage = try await Stage.show(table.accessibleLabel("Notes"))
      XCTAssertEqual(
        shown(table),
        """
        list “Notes”
          list-item “Bread no 1” level 1, focused
          list-item “Milk no 2” level 1
        """)
      let first = try XCTUnwrap(table.view.rows.cell(at: 0))
      let icon = try XCTUnwrap(first.widget("icon"))
      XCTAssertEqual(
        gtk_image_get_icon_name(icon.opaque).map { String(cString: $0) }, "starred-symbolic")
      let bar = try XCTUnwrap(first.widget("done"))
      XCTAssertEqual(gtk_progress_bar_get_fraction(bar.opaque), 0.25)
      let other = try XCTUnwrap(table.view.rows.cell(at: 1)?.widget("icon"))
      XCTAssertNil(gtk_image_get_icon_name(other.opaque))
      XCTAssertNil(first.widget("nothing"))
      table.selection(.multiple)
      try await stage.click("list-item", "Bread no 1")
      try await stage.press("a", holding: .control)
      try await stage.press("c", holding: .control)
      let copied = await Clipboard.text()
      XCTAssertEqual(copied, "Bread\tno 1\nMilk\tno 2")
      try await stage.close()
    }
  }

  func testWrongContentsNameTheirLine() throws {
    try onLoop {
      let layout = CellLayout.row(.icon("icon"), .text("title"))
      @MainActor func define(_ contents: SlotContent<Note>...) -> String {
        Self.refusal { _ = try CellDefinition<Note>(layout, contents) }
      }
      XCTAssertEqual(
        define(.text("titel", file: "Notes.swift", line: 7) { $0.title }),
        "Notes.swift:7: the layout has no slot “titel”; there are icon, title")
      XCTAssertEqual(
        define(.text("icon", file: "Notes.swift", line: 8) { $0.title }),
        "Notes.swift:8: slot “icon” shows icon, not text")
      XCTAssertEqual(
        define(
          .text("title") { $0.title }, .text("title", file: "Notes.swift", line: 9) { $0.title }),
        "Notes.swift:9: slot “title” has a content already; remove one")
      XCTAssertEqual(
        define(.text("title", file: "Notes.swift", line: 10) { $0.title }),
        "Notes.swift:10: no content fills slot “icon”; add one, or remove the slot")
      XCTAssertEqual(
        Self.refusal {
          _ = try CellDefinition<Note>(
            .row(.text("a"), .text("a")), .text("a", file: "Notes.swift", line: 11) { $0.title })
        }, "Notes.swift:11: two slots are called “a”; rename one")
    }
  }

  private static let interface = """
    <interface>
      <object class="GtkBox" id="cell">
        <child><object class="GtkImage" id="icon"/></child>
        <child>
          <object class="GtkLabel" id="title"><property name="xalign">0</property></object>
        </child>
        <child><object class="GtkLabel"><property name="label">fixed</property></object></child>
        <child><object class="GtkLevelBar" id="done"/></child>
      </object>
    </interface>
    """

  func testAFileHasTheSameSlots() throws {
    try onLoop {
      let layout = try CellLayout(interfaceText: Self.interface, file: "note.ui")
      XCTAssertEqual(layout.slots.map(\.name), ["done", "icon", "title"])
      XCTAssertEqual(layout.slots.map(\.kind), [.progress, .icon, .text])
      let table = TableView(
        Self.notes,
        cell: try CellDefinition(
          layout, .text("title") { $0.title }, .icon("icon") { $0.icon },
          .progress("done") { $0.done }))
      let stage = try await Stage.show(table)
      XCTAssertEqual(stage.all("list-item").map(\.name), ["Bread", "Milk"])
      let bar = try XCTUnwrap(table.view.rows.cell(at: 1)?.widget("done"))
      XCTAssertEqual(gtk_level_bar_get_value(bar.opaque), 0.25)
      XCTAssertEqual(stage.all("label", "fixed").count, 2)
      table.merge([Note(id: 2, title: "Oat milk", icon: nil)])
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").map(\.name), ["Oat milk"])
      try await stage.close()
    }
  }

  func testWrongFilesNameTheirLine() throws {
    try onLoop {
      @MainActor func read(_ text: String) -> String {
        Self.refusal { _ = try CellLayout(interfaceText: text, file: "note.ui") }
      }
      let unknown = read(
        "<interface>\n  <object class=\"GtkNothing\" id=\"cell\"/>\n</interface>")
      XCTAssertTrue(unknown.hasPrefix("note.ui:2:"), unknown)
      let open = read("<interface>\n<object class=\"GtkLabel\"></interface>")
      XCTAssertTrue(open.hasPrefix("note.ui:2:38: Element"), open)
      XCTAssertEqual(
        read("<interface><object class=\"GtkLabel\" id=\"title\"/></interface>"),
        "note.ui: no object has the id “cell”, which is the whole cell")
      XCTAssertEqual(
        read("<interface><object class=\"GtkWindow\" id=\"cell\"/></interface>"),
        "note.ui: “cell” is to be a widget that stands in no other, and no window")
      let missing = Self.refusal { _ = try CellLayout(interface: "/nowhere/note.ui") }
      XCTAssertTrue(missing.hasPrefix("/nowhere/note.ui cannot be read: "), missing)
      let layout = try CellLayout(interfaceText: Self.interface, file: "note.ui")
      XCTAssertEqual(
        Self.refusal {
          _ = try CellDefinition<Note>(layout, .text("name", file: "N.swift", line: 3) { $0.title })
        }, "N.swift:3: note.ui has no slot “name”; there are done, icon, title")
    }
  }

  func testCellsAreUsedAgain() throws {
    try onLoop {
      struct Row: Identifiable { var id: Int }
      let rows = (0..<5_000).map { Row(id: $0) }
      let cell = try CellDefinition<Row>(.text("text"), .text("text") { "row \($0.id)" })
      let table = TableView(rows, cell: cell)
      let stage = try await Stage.show(table)
      for place in stride(from: 0, to: 5_000, by: 450) {
        table.focus(row: place)
        try await until("row \(place)") { table.view.focusedRow == place }
        try await stage.settle()
        XCTAssertEqual(
          (table.view.rows.cell(at: place)?.widget("text")).map {
            String(cString: gtk_label_get_text($0.opaque))
          }, "row \(place)")
      }
      XCTAssertLessThan(table.view.shownRowCount, 400)
      try await stage.close()
    }
  }
}

import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// Which columns are shown, how wide they are, and that titles stand above their columns.
final class RecordsColumnsTests: XCTestCase {
  /// Where the titles and the labels of the rows begin, and how wide they are.
  @MainActor
  private static func edges(_ view: RecordsView) -> (titles: [String], labels: [[String]]) {
    func places(_ widget: NativeWidget?, isWanted: (NativeWidget) -> Bool) -> [String] {
      guard let widget, let native = view.native else { return [] }
      return AccessibleElement(widget).children.map(\.native).filter(isWanted).compactMap { child in
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(child, native, &bounds) != 0 else { return nil }
        return "\(bounds.origin.x) \(bounds.size.width)"
      }
    }
    let line = view.arranger.header.title(of: view.columns[0].field.name)?.native
      .flatMap { gtk_widget_get_parent($0) }
    // Titles stand out by their padding of four pixels to the left and to the right.
    let titles = places(line) { isWidget($0, gtk_button_get_type()) }.map { text in
      let numbers = text.split(separator: " ").compactMap { Float($0) }
      return "\(numbers[0] + 4) \(numbers[1] - 8)"
    }
    let labels = view.rows.shown.values.filter(\.isOnScreen).map { cell in
      places(cell.native) { isWidget($0, gtk_label_get_type()) }
    }
    return (titles, labels)
  }

  @MainActor
  private static func checkEdges(_ view: RecordsView, _ context: String) {
    let (titles, labels) = edges(view)
    XCTAssertEqual(titles.count, view.columns.count { !$0.isHidden }, context)
    XCTAssertFalse(labels.isEmpty, context)
    for row in labels { XCTAssertEqual(row, titles, context) }
  }

  func testTitlesStandAboveTheirColumns() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      Self.checkEdges(view, "at first")
      view.setHidden("rate", true)
      view.setWidth("name", 90)
      try await Members.settle(view, stage)
      Self.checkEdges(view, "another width")
      view.setHidden("rate", false)
      view.setWidth("city", 60)
      view.moveColumn("active", to: 0)
      try await Members.settle(view, stage)
      Self.checkEdges(view, "another order")
      XCTAssertEqual(try stage.find("column-header").name, "Active")
      XCTAssertTrue(Members.seen(view).contains("Yes"))
      view.setWidth("name", nil)
      try await Members.settle(view, stage)
      Self.checkEdges(view, "the usual width")
      try await stage.close()
    }
  }

  func testTheTitlesGoSidewaysWithTheRows() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view, width: 360)
      view.focus(0)
      let rows = gtk_scrolled_window_get_hadjustment(view.rows.scroller.opaque)
      let start = gtk_adjustment_get_value(rows)
      try await stage.press("Right")
      XCTAssertGreaterThan(gtk_adjustment_get_value(rows), start)
      Self.checkEdges(view, "after Right")
      gtk_adjustment_set_value(rows, 10_000)
      await stage.nextFrame()
      Self.checkEdges(view, "at the end")
      try await stage.close()
    }
  }

  func testAColumnIsHiddenAndBroughtBackFromTheMenu() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      try await Members.choose("City", from: "Columns", stage)
      try await until("the column to go") { stage.all("column-header", "City").isEmpty }
      XCTAssertEqual(view.columns.filter(\.isHidden).map(\.title), ["City"])
      XCTAssertTrue(stage.all("list-item", "山田 花子, 4.5, 5/20/2020, Yes").count == 1)
      for name in ["name", "rate", "joined", "active"] { view.setHidden(name, true) }
      // One must stay.
      XCTAssertEqual(view.columns.filter { !$0.isHidden }.map(\.title), ["Active"])
      try await stage.close()
    }
  }

  func testTheKeyboardAndTheHandleChangeWidths() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view)
      let title = try XCTUnwrap(view.arranger.header.title(of: "rate"))
      title.focus()
      try await stage.press("Right", holding: .control)
      XCTAssertEqual(view.columns[2].width, 94)
      try await stage.press("Left", holding: .control)
      try await stage.press("Left", holding: .control)
      XCTAssertEqual(view.columns[2].width, 74)
      let handle = try XCTUnwrap(title.native.flatMap { gtk_widget_get_next_sibling($0) })
      let start = try stage.screenPoint(of: AccessibleElement(handle))
      try await stage.drag(from: start, to: (start.x + 50, start.y))
      XCTAssertEqual(view.columns[2].width, 124)
      try await Members.settle(view, stage)
      Self.checkEdges(view, "after a drag")
      view.setWidth("rate", 1)
      XCTAssertEqual(view.columns[2].width, FieldColumn.leastWidth)
      try await stage.close()
    }
  }

  /// A title that is held past an edge brings the others into view, and falls where they are.
  func testATitleHeldPastAnEdgeScrollsTheLine() throws {
    try onLoop {
      let view = try Members.view()
      let stage = try await Members.show(view, width: 360)
      let rows = try XCTUnwrap(gtk_scrolled_window_get_hadjustment(view.rows.scroller.opaque))
      let end = gtk_adjustment_get_upper(rows) - gtk_adjustment_get_page_size(rows)
      XCTAssertGreaterThan(end, 50, "it has something to scroll")
      let header = view.arranger.header
      let title = try XCTUnwrap(header.title(of: "name") as? ColumnTitle)
      let line = try XCTUnwrap(title.native.flatMap { gtk_widget_get_parent($0) })
      header.dragged(title, to: 380)
      try await until("the end") { gtk_adjustment_get_value(rows) >= end }
      // It is held still meanwhile: the line goes on below the pointer.
      header.dropped(title, at: Double(gtk_widget_get_width(line)))
      try await Members.settle(view, stage)
      XCTAssertEqual(view.columns.last?.title, "Name")
      XCTAssertEqual(gtk_adjustment_get_value(rows), end)
      let moved = try XCTUnwrap(header.title(of: "name") as? ColumnTitle)
      header.dragged(moved, to: end - 20)
      try await until("the beginning") { gtk_adjustment_get_value(rows) == 0 }
      header.dropped(moved, at: nil)
      XCTAssertEqual(view.columns.last?.title, "Name", "what falls nowhere stays")
      try await stage.close()
    }
  }

  func testColumnsOfOnesOwn() throws {
    try onLoop {
      let stars = FieldColumn(Members.rate, title: "★", alignment: .center, width: 60) { cell in
        if case .double(let rate) = cell { String(repeating: "★", count: Int(rate)) } else { "" }
      }
      let other = FieldColumn(Field<String>("name"))
      let view = RecordsView(
        try Members.table(), columns: [FieldColumn(Members.name), stars, other])
      let stage = try await Members.show(view)
      XCTAssertEqual(
        view.columns.map(\.title), ["Name", "★"], "another schema's field is left out")
      XCTAssertEqual(Members.seen(view, column: 1).first, "★★★★")
      try await stage.close()
    }
  }
}

import CHikidashiGTK
import Foundation
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Input that comes from another program through the X server, as from a person's hands.
final class XdotoolTests: XCTestCase {
  func testAClickAndAKeyOfAnotherProgramOpenASectionAndSelectARow() throws {
    let xdotool = try Self.xdotool()
    try onLoop {
      let view = OutlineView(animals())
      let stage = try await Stage.show(view)
      view.change { $0.closeAll() }
      try await stage.settle()
      let point = try stage.screenPoint(of: try stage.find("list-item", "魚類"))
      try XdotoolTests.run(xdotool, "mousemove", "\(point.x)", "\(point.y)", "click", "1")
      try await until("the section to open") { view.outline.rowCount == 5 }
      try XdotoolTests.run(xdotool, "key", "Down")
      try await until("the row to be selected") {
        view.outline.selectedIDs.compactMap { view.outline.item(of: $0) } == ["さんま"]
      }
      try await stage.close()
    }
  }

  /// However many steps of a wheel come within a frame, the view goes as far as all of them. No row has the pointer
  /// meanwhile, and one has it again as soon as that moves, or the wheel rests.
  func testAWheelTurnsAsFarAsItsSteps() throws {
    let xdotool = try Self.xdotool()
    try onLoop {
      let table = TableView((0..<2_000).map { "row \($0)" })
      let stage = try await Stage.show(table, width: 300, height: 400)
      let rows = table.view.rows
      let adjustment = try XCTUnwrap(rows.adjustment)
      try await until("all rows to be known") { rows.isAllAnnounced && rows.isSettled }
      let point = try stage.screenPoint(of: try stage.find("list-item", "row 4"))
      var targets: [Bool] = []
      let watch = connect(UnsafeMutableRawPointer(rows.list), "notify::can-target") { _ in
        targets.append(gtk_widget_get_can_target(rows.list) != 0)
        return false
      }
      // One after the other: of two programs the second may be the first.
      try XdotoolTests.run(
        xdotool, "mousemove", "\(point.x)", "\(point.y)", "click", "--repeat", "90", "--delay", "1",
        "5")
      let step = pow(gtk_adjustment_get_page_size(adjustment), 2.0 / 3)
      // A list stands on whole pixels, which each frame may round to.
      try await until("the wheel to be turned") {
        abs(gtk_adjustment_get_value(adjustment) - 90 * step) <= 90
      }
      try await until("a row to have the pointer") { targets.last == true }
      XCTAssertEqual(targets.first, false)
      watch.disconnect()
      try await stage.settle()
      let top = try XCTUnwrap(table.view.topRow)
      try XdotoolTests.run(xdotool, "click", "--repeat", "7", "--delay", "1", "4")
      try await until("the wheel to be turned back") {
        abs(gtk_adjustment_get_value(adjustment) - 83 * step) <= 97
      }
      try await stage.settle()
      XCTAssertLessThan(try XCTUnwrap(table.view.topRow), top)
      try await stage.close()
    }
  }

  /// A list that was laid out and closed in one frame has left the pointer to what is behind it.
  func testAClickReachesWhatWasBehindAListThatIsClosed() throws {
    let xdotool = try Self.xdotool()
    try onLoop {
      let choice = DropDown("Size", ["small", "medium", "large"], value: "small")
      var clicks = 0
      let button = Button("Behind") { clicks += 1 }
      let stage = try await Stage.show(
        Stack(.vertical) { [choice, button] }, width: 300, height: 200)
      let point = try stage.screenPoint(of: try stage.find("button", "Behind"))
      try XdotoolTests.run(xdotool, "mousemove", "\(point.x)", "\(point.y)")
      let popover = try XCTUnwrap(Self.popover(in: try XCTUnwrap(choice.native)))
      gtk_popover_popup(popover.cast(to: GtkPopover.self))
      try await until("the pointer to be in the list") {
        gtk_widget_get_state_flags(popover).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
      }
      let clock = try XCTUnwrap(gtk_widget_get_frame_clock(popover))
      // GTK asks for a motion at the layout, and delivers it in the next frame.
      var (isLaidOut, frames) = (false, 0)
      let layout = connect(UnsafeMutableRawPointer(clock), "layout", after: true) { _ in
        if !isLaidOut { gtk_popover_popdown(popover.cast(to: GtkPopover.self)) }
        isLaidOut = true
        frames += 1
        return false
      }
      gtk_widget_queue_resize(gtk_popover_get_child(popover.cast(to: GtkPopover.self)))
      try await until("the list to be closed") { isLaidOut }
      frames = 0
      try await until("some frames") {
        button.native.map(gtk_widget_queue_allocate)
        return frames > 2
      }
      layout.disconnect()
      try XdotoolTests.run(xdotool, "click", "1")
      try await until("the button to be clicked") { clicks == 1 }
      try await stage.close()
    }
  }

  @MainActor
  private static func popover(in widget: NativeWidget) -> NativeWidget? {
    if isWidget(widget, gtk_popover_get_type()) { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let one = child {
      if let found = popover(in: one) { return found }
      child = gtk_widget_get_next_sibling(one)
    }
    return nil
  }

  /// Where the program is, without which CI fails and others leave a test out.
  private static func xdotool() throws -> String {
    let xdotool = "/usr/bin/xdotool"
    let isThere = FileManager.default.isExecutableFile(atPath: xdotool)
    if isThere || ProcessInfo.processInfo.environment["CI"] == "true" {
      return try XCTUnwrap(isThere ? xdotool : nil, "no xdotool")
    }
    throw XCTSkip("xdotool is not installed; make test installs it where it can")
  }

  /// Starts the program and does not wait for it: the main loop has to serve the X server meanwhile.
  private static func run(_ program: String, _ arguments: String...) throws {
    _ = try ChildProcess(program, arguments)
  }
}

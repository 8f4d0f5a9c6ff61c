import CHikidashiGTK
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Files that the pointer carries from one window to another, through the X server's drag and drop.
final class DragTests: XCTestCase {
  func testFilesAreDraggedFromOneWindowToAnother() throws {
    try inOwnProcess { try drag() }
  }

  private func drag() throws {
    try onLoop {
      var taken: [[String]] = []
      let target = Label("Drop here").onFiles { taken.append($0) }.expand()
      let to = try await Stage.show(target, title: "To", width: 300, height: 200)
      let source = Label("Drag me").expand()
      let drag = try XCTUnwrap(gtk_drag_source_new())
      var value = FileList.value(of: ["/data/x", "/data/y z"])
      let content = gdk_content_provider_new_for_value(&value)
      g_value_unset(&value)
      gtk_drag_source_set_content(drag, content)
      g_object_unref(UnsafeMutableRawPointer(content))
      gtk_widget_add_controller(source.native, drag)
      let from = try await Stage.show(source, title: "From", width: 300, height: 200)

      // Side by side, as a window manager would put them.
      try await to.move(x: 500, y: 100)
      let start = try from.screenPoint(of: try from.find("label", "Drag me"))
      let end = try to.screenPoint(of: try to.find("label", "Drop here"))
      XCTAssertGreaterThan(end.x, start.x + 300)
      try await from.drag(from: start, to: end)
      try await until("the files") { !taken.isEmpty }
      XCTAssertEqual(taken, [["/data/x", "/data/y z"]])
      try await to.close()
      try await from.close()
    }
  }
}

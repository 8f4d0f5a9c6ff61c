import CHikidashiGTK
import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class TreeLookTests: XCTestCase {
  /// The way out to GTK is the list, while the table stands in other parts as a whole.
  func testNativeIsTheList() throws {
    try onLoop {
      let tree = OutlineView(Outline { "a" })
      let list = TableView(["b"])
      let stage = try await Stage.show(
        Stack(.vertical, spacing: 0) {
          tree
          list
        })
      for (native, root) in [(tree.native, tree.root), (list.native, list.root)] {
        let native = try XCTUnwrap(native)
        XCTAssertEqual(
          g_type_check_instance_is_a(native.cast(to: GTypeInstance.self), gtk_list_view_get_type()),
          1)
        XCTAssertNotEqual(gtk_widget_is_ancestor(native, try XCTUnwrap(root)), 0)
      }
      gtk_list_view_set_show_separators(list.native?.opaque, 1)
      // What is said of the part is said of the whole.
      list.styleClass("whole").margin(5).isVisible = false
      XCTAssertEqual(list.root.map { gtk_widget_get_visible($0) }, 0)
      XCTAssertEqual(list.native.map { gtk_widget_has_css_class($0, "whole") }, 0)
      try await stage.close()
      XCTAssertNil(list.native)
      XCTAssertNil(tree.native)
    }
  }

  func testThePageHeaderMayBeAnyPart() throws {
    try onLoop {
      var presses = 0
      let view = OutlineView(Outline { "a" }, header: "Words")
      let stage = try await Stage.show(
        view.pageHeader(
          Stack(.horizontal) {
            Label("Letters").expand(.horizontal)
            Button("Add") { presses += 1 }
          }))
      XCTAssertEqual(stage.all("label", "Letters").count, 1, stage.dump())
      XCTAssertTrue(stage.all("label", "Words").isEmpty)
      try await stage.click("button", "Add")
      XCTAssertEqual(presses, 1)
      view.pageHeader(Label("Again"))
      await stage.nextFrame()
      XCTAssertTrue(stage.all("button", "Add").isEmpty)
      view.headerText = "And again"
      XCTAssertEqual(stage.all("label", "And again").count, 1, stage.dump())
      try await stage.close()
    }
  }

  func testDisclosurePicturesAreOfTheStyle() throws {
    try onLoop {
      var style = TableStyle.standard
      style.openPicture = Picture(icon: "folder-open-symbolic")
      style.closedPicture = try XCTUnwrap(
        Picture(width: 2, height: 2, pixels: [UInt8](repeating: 200, count: 16)))
      let view = OutlineView(
        Outline {
          Section("Open", open: true) { "a" }
          Section("Closed") { "b" }
        }
      ).style(style)
      let stage = try await Stage.show(view)
      @MainActor func image(_ row: Int) -> OpaquePointer? {
        view.rows.cell(at: row)?.native.flatMap { gtk_widget_get_first_child($0) }?.opaque
      }
      XCTAssertEqual(
        gtk_image_get_icon_name(image(0)).map { String(cString: $0) }, "folder-open-symbolic")
      XCTAssertEqual(gtk_image_get_storage_type(image(2)), GTK_IMAGE_PAINTABLE)
      let first = gtk_image_get_paintable(image(2))
      XCTAssertNotNil(first)
      view.change { $0.closeAll() }
      try await stage.settle()
      // Read once, and the same for all rows.
      XCTAssertEqual(gtk_image_get_paintable(image(0)), first)
      XCTAssertEqual(gtk_image_get_paintable(image(1)), first)
      try await stage.close()
    }
  }

  func testATreeIsSortedByAKeyForEachLevelAndKeepsItsState() throws {
    try onLoop {
      let view = OutlineView(
        Outline {
          Section("b", open: true) {
            "1"
            "3"
            "2"
          }
          Section("a") { "x" }
        })
      let stage = try await Stage.show(view)
      view.focus(row: 2)
      view.change { $0.sort(.by { $0 }, .by(descending: true) { $0 }) }
      try await stage.settle()
      XCTAssertEqual(stage.all("list-item").map(\.name), ["a", "b", "3", "2", "1"])
      XCTAssertEqual(view.focusedRow, 2, "the keyboard stays with its row")
      try await stage.close()
    }
  }
}

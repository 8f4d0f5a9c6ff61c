import CHikidashiGTK
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class ClipboardTests: XCTestCase {
  func testTextPicturesAndFilesComeBack() throws {
    try onLoop {
      Clipboard.copy("犬 & cats\n")
      var text = await Clipboard.text()
      XCTAssertEqual(text, "犬 & cats\n")
      var files = await Clipboard.files()
      XCTAssertEqual(files, [])
      let picture = try XCTUnwrap(
        Picture(width: 1, height: 2, pixels: [9, 8, 7, 255, 1, 2, 3, 255]))
      Clipboard.copy(picture)
      let pasted = await Clipboard.picture()
      XCTAssertEqual(pasted?.encoded, picture.encoded)
      text = await Clipboard.text()
      XCTAssertNil(text)
      Clipboard.copy(files: ["/data/a b.txt", "/data/犬"])
      files = await Clipboard.files()
      XCTAssertEqual(files, ["/data/a b.txt", "/data/犬"])
      Clipboard.copy(Picture(file: "/nowhere"))
      files = await Clipboard.files()
      XCTAssertEqual(files.count, 2)
    }
  }

  func testFilesArePastedByTheKeyboard() throws {
    try onLoop {
      var taken: [[String]] = []
      let button = Button("Take files") {}.onFiles { taken.append($0) }
      let stage = try await Stage.show(button)
      button.focus()
      Clipboard.copy("only text")
      try await stage.press("v", holding: .control)
      Clipboard.copy(files: ["/data/a"])
      try await stage.press("v", holding: .control)
      try await until("the files") { taken == [["/data/a"]] }
      try await stage.close()
    }
  }

  /// What GTK's drop target does at the end of a drag: it hands over the files.
  func testFilesAreDropped() throws {
    try onLoop {
      var taken: [[String]] = []
      let label = Label("Drop here").onFiles { taken.append($0) }
      let native = try XCTUnwrap(label.native)
      let controllers = gtk_widget_observe_controllers(native)
      defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
      for index in 0..<g_list_model_get_n_items(controllers) {
        guard let item = g_list_model_get_item(controllers, index) else { continue }
        defer { g_object_unref(item) }
        let instance = item.assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, gtk_drop_target_get_type()) != 0 else {
          continue
        }
        for paths in [["/data/x", "/data/y z"], []] {
          var values = [GValue(), FileList.value(of: paths), GValue(), GValue()]
          g_value_init(&values[0], gtk_drop_target_get_type())
          g_value_set_object(&values[0], item)
          var inner = values[1]
          values[1] = GValue()
          g_value_init(&values[1], g_value_get_type())
          g_value_set_boxed(&values[1], &inner)
          for place in 2...3 { g_value_init(&values[place], .double) }
          var isTaken = GValue()
          g_value_init(&isTaken, .boolean)
          g_signal_emitv(
            values, g_signal_lookup("drop", gtk_drop_target_get_type()), 0, &isTaken)
          XCTAssertEqual(g_value_get_boolean(&isTaken) != 0, !paths.isEmpty)
          g_value_unset(&inner)
          for place in 0...3 { g_value_unset(&values[place]) }
        }
      }
      XCTAssertEqual(taken, [["/data/x", "/data/y z"]])
    }
  }
}

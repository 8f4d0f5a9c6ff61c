import CHikidashiGTK
import Foundation
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// The desktop's own dialogs for files, by the keyboard alone.
final class FileDialogTests: XCTestCase {
  /// A folder of files to choose from, gone with the test.
  private func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/inner", withIntermediateDirectories: true)
    for name in ["a.tsv", "b.tsv", "c.txt"] {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data())
    }
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
    return folder
  }

  /// The dialog that GTK shows where the desktop has none.
  @MainActor static func dialog() async throws -> Stage {
    var found: NativeWidget?
    try await until("the dialog") {
      let list = gtk_window_get_toplevels()
      for position in 0..<g_list_model_get_n_items(list) {
        guard let item = g_list_model_get_item(list, position) else { continue }
        g_object_unref(item)
        let instance = item.assumingMemoryBound(to: GTypeInstance.self)
        let widget = item.assumingMemoryBound(to: GtkWidget.self)
        if g_type_check_instance_is_a(instance, gtk_file_chooser_dialog_get_type()) != 0,
          gtk_widget_get_mapped(widget) != 0
        {
          found = widget
        }
      }
      return found != nil
    }
    let native = try XCTUnwrap(found)
    let window = Part.of(native) as? Window ?? Window(dialog: native, name: "Files")
    window.adopt { _ in }
    let stage = Stage(window)
    try await stage.settle()
    return stage
  }

  func testAFileIsOpenedByItsPath() throws {
    let folder = try folder()
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        FileOpen("Open cards", filters: [FileFilter("Cards", patterns: ["*.TSV"])], folder: folder))
      let dialog = try await Self.dialog()
      let filters = try XCTUnwrap(gtk_file_chooser_get_filters(dialog.window.native?.opaque))
      defer { g_object_unref(UnsafeMutableRawPointer(filters)) }
      XCTAssertEqual(g_list_model_get_n_items(filters), 1)
      try await theater.picture(of: dialog, "open")
      try await dialog.type("/")
      try await dialog.press("a", holding: .control)
      try await dialog.type(folder + "/b.tsv")
      try await dialog.press("Return")
      let paths = try await item.answer
      XCTAssertEqual(paths, [folder + "/b.tsv"])
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testSeveralFoldersMayBeChosen() throws {
    let folder = try folder()
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        FileOpen("Open", several: true, folders: true, folder: folder))
      let dialog = try await Self.dialog()
      XCTAssertNotEqual(gtk_file_chooser_get_select_multiple(dialog.window.native?.opaque), 0)
      // The folder that is shown.
      try await dialog.press("h", holding: .alt)
      let paths = try await item.answer
      XCTAssertEqual(paths, [folder])
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testEscapeChoosesNothing() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(FileOpen("Open", folders: true))
      try await Self.dialog().press("Escape")
      let ending = await item.ending
      XCTAssertEqual(ending.reason, .dismissed)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAPathIsChosenToSaveTo() throws {
    let folder = try folder()
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        FileSave("Save the cards", name: "new.tsv", folder: folder))
      let dialog = try await Self.dialog()
      try await theater.picture(of: dialog, "save")
      try await dialog.press("Return")
      let path = try await item.answer
      XCTAssertEqual(path, folder + "/new.tsv")
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testADialogThatIsTakenAwayByTheProgramIsGone() throws {
    try onLoop {
      let theater = try await Theater.open()
      let before = g_list_model_get_n_items(gtk_window_get_toplevels())
      let item = try theater.window.enqueue(FileOpen("Open"))
      _ = try await Self.dialog()
      item.cancel()
      let ending = await item.ending
      XCTAssertEqual(ending.reason, .cancelled)
      try await until("the dialog to go") {
        g_list_model_get_n_items(gtk_window_get_toplevels()) <= before
      }
      try await theater.close()
    }
  }
}

import Foundation
import Hikidashi
import HikidashiWidgetTesting
import XCTest

final class HandoutTests: XCTestCase {
  func testAHandoutIsReadCopiedAndSavedAsPDF() throws {
    let folder = NSTemporaryDirectory() + "handout-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "# Handout\n\n- see [the page](https://example.org)\n"
      .write(toFile: folder + "/handout.md", atomically: true, encoding: .utf8)
    try onLoop {
      let recent = RecentFiles(app: "Handouts", store: folder + "/recent.xbel")
      // Links open with the program that the user has chosen for them.
      let viewer = Viewer { target in try await Desktop.open(link: target) }
      viewer.onFiles { paths in
        for path in paths {
          try await viewer.show(file: path)
          recent.add(path)
        }
      }

      let stage = try await Stage.show(viewer)
      viewer.focus()
      // As a file manager copies files; a drag from there does the same.
      Clipboard.copy(files: [folder + "/handout.md"])
      try await stage.press("v", holding: .control)
      try await until("the file") { recent.files == [folder + "/handout.md"] }
      XCTAssertEqual(viewer.reader.text, "Handout\n\n• see the page")

      Clipboard.copy(viewer.reader.text)
      let copied = await Clipboard.text()
      XCTAssertEqual(copied, "Handout\n\n• see the page")
      try viewer.reader.savePDF(to: folder + "/handout.pdf", title: "Handout", paper: .a4)
      let email = Email(
        to: "ada@example.org", subject: "The handout", attachments: [folder + "/handout.pdf"])
      XCTAssertEqual(email.attachments.count, 1)  // try await Desktop.compose(email)
      try await stage.close()
    }
  }
}

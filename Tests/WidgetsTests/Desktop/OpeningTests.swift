import CHikidashiGTK
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class OpeningTests: XCTestCase {
  /// A program for an address, in the home that `scripts/headless` makes.
  func testAnAddressIsOpenedByItsProgram() throws {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    guard home.contains("hikidashi-home") else {
      throw XCTSkip("it writes into the home folder; scripts/headless gives it one of its own")
    }
    let folder = try ScratchFolder()
    try folder.write("#!/bin/sh\necho \"$@\" >> \"$0.log\"\n", to: "opener", mode: 0o755)
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=Opener
      Exec=\(folder.url.path)/opener %u
      MimeType=x-scheme-handler/hikidashi-test;
      """
    let files = [
      ".local/share/applications/hikidashi-opener.desktop": entry,
      ".config/mimeapps.list":
        "[Default Applications]\nx-scheme-handler/hikidashi-test=hikidashi-opener.desktop\n",
    ]
    for (name, text) in files {
      let url = URL(fileURLWithPath: home + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try onLoop {
      try await until("GLib to hear of the new program") {
        guard let program = g_app_info_get_default_for_uri_scheme("hikidashi-test") else {
          return false
        }
        g_object_unref(UnsafeMutableRawPointer(program))
        return true
      }
      try await Desktop.open("hikidashi-test:a&b'c")
      try await until("the program to run") { folder.read("opener.log")?.hasSuffix("\n") == true }
      XCTAssertEqual(folder.read("opener.log"), "hikidashi-test:a&b'c\n")
    }
  }

  func testWhatIsHandedOverIsOpenedAndAnErrorIsTold() throws {
    struct Broken: Error, CustomStringConvertible { let description = "the drawer is stuck" }
    try onLoop {
      let app = App(id: "org.example.Handed", instance: .separate) {
        Window("Main") { Label("content") }
      }
      var opened: [String] = []
      app.onOpen = {
        opened += $0
        throw Broken()
      }
      XCTAssertTrue(app.launch())
      let stage = Stage(try XCTUnwrap(app.windows.first))
      let uris = ["feed:@ann@example.org", "file:///a%20b"]
      Self.hand(uris, to: app)
      let dialog = try await stage.dialog("“Open” did not work")
      try await until("the reason") { dialog.dump().contains("The drawer is stuck") }
      XCTAssertEqual(opened, uris)
      try await dialog.click("button", "Close")
      app.forgetApplication()
    }
  }

  @MainActor
  private final class Door { var isLocked = true }

  /// What is handed to an app whose windows cannot be made waits until they are.
  func testWhatIsHandedOverWaitsForTheWindows() throws {
    struct Locked: Error, CustomStringConvertible { let description = "the store is locked" }
    try onLoop {
      let door = Door()
      let app = App(id: "org.example.Locked", instance: .separate) {
        if door.isLocked { throw Locked() }
        return [Window("Main") { Label("content") }]
      }
      var opened: [[String]] = []
      app.onOpen = { opened.append($0) }
      XCTAssertTrue(app.launch())
      let stage = Stage(try XCTUnwrap(app.windows.first))
      Self.hand(["feed:a"], to: app)
      Self.hand(["feed:b"], to: app)
      try await stage.click("button", "Try Again")
      try await stage.settle()
      XCTAssertEqual(opened, [])
      door.isLocked = false
      try await Stage(try XCTUnwrap(app.windows.first)).click("button", "Try Again")
      try await until("what was handed over to be opened") { opened == [["feed:a", "feed:b"]] }
      XCTAssertEqual(app.windows.map(\.title), ["Main"])
      app.forgetApplication()
    }
  }

  @MainActor
  private static func hand(_ uris: [String], to app: App) {
    var files = uris.map { (uri: String) in g_file_new_for_uri(uri) }
    g_application_open(app.gApplication, &files, gint(files.count), "")
    for file in files { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
  }

  func testWhatCannotBeOpenedIsTold() throws {
    try onLoop {
      for (target, expected) in [
        ("/no/such/file", "there is no such file"), ("plain words", "neither an absolute path"),
        ("", "neither an absolute path"), ("a\0b", "Cannot open"),
        ("nobody-opens-this:x", "Choose a program"),
      ] {
        do {
          try await Desktop.open(target)
          XCTFail("\(target) was opened")
        } catch {
          XCTAssertTrue("\(error)".contains(expected), "\(error)")
        }
      }
    }
  }

  func testALinkOfADocumentOpensWebPagesAndMailOnly() throws {
    try onLoop {
      for target in [
        "/etc/passwd", "file:///etc/passwd", "FILE:/etc/passwd", "smb://host/share", "plain words",
        "javascript:alert(1)", "", "http", " https://example.org",
      ] {
        do {
          try await Desktop.open(link: target)
          XCTFail("\(target) was opened")
        } catch {
          XCTAssertEqual(error as? DesktopError, .refusedLink(target))
        }
      }
      // This one gets past, to the desktop, which has no program for it here.
      do { try await Desktop.open(link: "HTTPS://example.org") } catch {
        XCTAssertTrue("\(error)".contains("Choose a program"), "\(error)")
      }
    }
  }

  func testRecentFilesAreListedTheLatestFirst() throws {
    let folder = try ScratchFolder()
    for name in ["a.txt", "b c.txt", "gone.txt"] { try folder.write("x", to: name) }
    let path = folder.url.path
    try onLoop {
      let recent = RecentFiles(app: "Test", store: path + "/recent.xbel")
      let other = RecentFiles(app: "Other", store: path + "/recent.xbel")
      var changes = 0
      recent.onChange = { changes += 1 }
      recent.add(path + "/a.txt")
      recent.add(path + "/gone.txt")
      recent.add(path + "/b c.txt")
      XCTAssertEqual(recent.files, ["b c.txt", "gone.txt", "a.txt"].map { "\(path)/\($0)" })
      try FileManager.default.removeItem(atPath: path + "/gone.txt")
      recent.add(path + "/a.txt")
      XCTAssertEqual(recent.files, ["a.txt", "b c.txt"].map { "\(path)/\($0)" })
      recent.remove(path + "/a.txt")
      recent.remove(path + "/never")
      XCTAssertEqual(recent.files, [path + "/b c.txt"])
      XCTAssertEqual(other.files, [])
      try await until("the change to be told") { changes > 0 }
      try await until("the list to be kept") {
        folder.read("recent.xbel")?.contains("b%20c") == true
      }
    }
  }
}

import Foundation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class PictureGridTests: XCTestCase {
  /// Ten pictures, of which each is of one colour, and files that are none.
  private func makeFolder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for number in 1...10 {
      let pixels = (0..<600 * 20).flatMap { _ -> [UInt8] in [UInt8(number * 20), 90, 160, 255] }
      let picture = try XCTUnwrap(Picture(width: 600, height: 20, pixels: pixels)?.encoded)
      try Data(picture).write(to: folder.url.appendingPathComponent("picture \(number).png"))
    }
    try folder.write("words", to: "notes.txt")
    try folder.write("not really", to: "broken.jpg")
    try folder.write("hidden", to: ".hidden.png")
    return folder
  }

  func testAFolderIsShownAndPickedFromByTheKeyboard() throws {
    let folder = try makeFolder()
    defer { withExtendedLifetime(folder) {} }
    let root = folder.url.path
    try onLoop {
      var selected: [[String]] = []
      var opened: [String] = []
      let grid = PictureGrid(label: "Pictures")
      grid.onSelect = { selected.append($0) }
      grid.onOpen = { opened.append($0) }
      let stage = try await Stage.show(grid, title: "Grid", width: 640, height: 480)
      try await grid.show(folder: root)
      let names = grid.files.map { $0.split(separator: "/").last ?? "" }
      XCTAssertEqual(names, ["broken.jpg"] + (1...10).map { "picture \($0).png" })
      try await stage.settle()
      grid.focus()
      try await stage.press("Right")
      XCTAssertEqual(selected.last?.first?.hasSuffix("picture 1.png"), true, "\(selected)")
      try await stage.press("Right", holding: .shift)
      XCTAssertEqual(grid.selected.count, 2)
      try await stage.press("Return")
      XCTAssertEqual(opened.count, 1)
      XCTAssertEqual(opened.first?.hasSuffix("picture 2.png"), true, "\(opened)")
      XCTAssertEqual(
        stage.dump(),
        """
        window “Grid”
          label “Grid”
          button “Minimize”
          button “Maximize”
          button “Close”
          grid “Pictures”
            grid-cell “broken.jpg”
              label “broken.jpg”
            grid-cell “picture 1.png” selected
              label “picture 1.png”
            grid-cell “picture 2.png” selected, focused
              label “picture 2.png”
            grid-cell “picture 3.png”
              label “picture 3.png”
            grid-cell “picture 4.png”
              label “picture 4.png”
            grid-cell “picture 5.png”
              label “picture 5.png”
            grid-cell “picture 6.png”
              label “picture 6.png”
            grid-cell “picture 7.png”
              label “picture 7.png”
            grid-cell “picture 8.png”
              label “picture 8.png”
            grid-cell “picture 9.png”
              label “picture 9.png”
            grid-cell “picture 10.png”
              label “picture 10.png”
        """)
      grid.show(files: [])
      XCTAssertEqual(grid.selected, [])
      try await stage.close()
    }
  }

  func testSmallPicturesAreKeptWhereTheDesktopFindsThem() throws {
    let folder = try makeFolder()
    defer { withExtendedLifetime(folder) {} }
    let root = folder.url.path
    try onLoop {
      let path = root + "/picture 3.png"
      let first = try XCTUnwrap(Thumbnails.small(of: path).map(ThumbnailLoader.Texture.init))
      let again = try XCTUnwrap(Thumbnails.small(of: path).map(ThumbnailLoader.Texture.init))
      XCTAssertEqual(
        Picture(texture: first.native)?.encoded, Picture(texture: again.native)?.encoded)
      // The file changes, and its time by a second.
      let bytes = try XCTUnwrap(
        Picture(width: 1, height: 1, pixels: [1, 2, 3, 255])?.encoded)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
      let changed = try XCTUnwrap(Thumbnails.small(of: path).map(ThumbnailLoader.Texture.init))
      XCTAssertNotEqual(
        Picture(texture: first.native)?.encoded, Picture(texture: changed.native)?.encoded)
      XCTAssertNil(Thumbnails.small(of: root + "/broken.jpg"))
      XCTAssertNil(Thumbnails.small(of: "/nowhere"))
    }
  }

  func testTheLatestFolderThatWasAskedForStays() throws {
    let folder = try makeFolder()
    defer { withExtendedLifetime(folder) {} }
    let root = folder.url.path
    try onLoop {
      let grid = PictureGrid(label: "Pictures", picksSeveral: false)
      let slow = Task { try await grid.show(folder: root) }
      await Task.yield()
      grid.show(files: [])
      do {
        try await grid.show(folder: "/no/such/folder")
        XCTFail("there is no such folder")
      } catch {
        XCTAssertTrue("\(error)".contains("Check that it is there"), "\(error)")
      }
      try await slow.value
      XCTAssertEqual(grid.files, [])
    }
  }
}

import TestSupport
import WidgetTesting
import XCTest

@testable import Widgets

final class ViewerTests: XCTestCase {
  private func picture(width: Int, height: Int) throws -> [UInt8] {
    let pixels = (0..<width * height).flatMap { _ -> [UInt8] in [200, 80, 20, 255] }
    return try XCTUnwrap(Picture(width: width, height: height, pixels: pixels)?.encoded)
  }

  func testMarkdownIsReadAndItsLinksFollowedByTheKeyboard() throws {
    let folder = try ScratchFolder()
    try Data(picture(width: 900, height: 600)).write(to: folder.url.appendingPathComponent("p.png"))
    try folder.write(
      "# Title\n\nSee [one](1.md) and [two](2.md).\n\n![A field](p.png)\n", to: "a.md")
    try onLoop {
      var followed: [String] = []
      let viewer = Viewer { followed.append($0) }
      let stage = try await Stage.show(viewer, title: "Viewer")
      try await viewer.show(file: folder.url.path + "/a.md")
      viewer.focus()
      try await stage.press("Tab")
      try await stage.press("Return")
      try await stage.press("Tab")
      try await stage.press("Return")
      XCTAssertEqual(followed, ["1.md", "2.md"])
      XCTAssertEqual(viewer.reader.text, "Title\n\nSee one and two.\n\n\u{FFFC}\nA field")
      XCTAssertEqual(
        stage.dump(),
        """
        window “Viewer”
          label “Viewer”
          button “Minimize”
          button “Maximize”
          button “Close”
          text-box “Document” focused
          scrollbar
          scrollbar
        """)
      try await stage.close()
    }
  }

  func testTextAndPicturesAreShownByWhatTheyAre() throws {
    let folder = try ScratchFolder()
    try folder.write("plain *text*", to: "plain.txt")
    try Data(picture(width: 40, height: 30)).write(to: folder.url.appendingPathComponent("dog.md"))
    try onLoop {
      let viewer = Viewer()
      let stage = try await Stage.show(viewer)
      try await viewer.show(file: folder.url.path + "/plain.txt")
      XCTAssertEqual(viewer.reader.text, "plain *text*")
      try await viewer.show(file: folder.url.path + "/dog.md")
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("img “dog.md”"), stage.dump())
      try await stage.close()
    }
  }

  func testWhatCannotBeShownIsRefusedAndWhatWasShownStays() throws {
    let folder = try ScratchFolder()
    try Data([1, 0, 2]).write(to: folder.url.appendingPathComponent("binary"))
    try folder.write("good", to: "good.txt")
    try folder.write("", to: "large.txt")
    let large = try FileHandle(forWritingTo: folder.url.appendingPathComponent("large.txt"))
    try large.truncate(atOffset: 33 << 20)
    try onLoop {
      let viewer = Viewer()
      try await viewer.show(file: folder.url.path + "/good.txt")
      for (name, expected) in [
        ("binary", "neither text nor a picture"), ("nowhere", "Check that it is there"),
        ("large.txt", "too large"), (".", "Check that it is there"),
      ] {
        do {
          try await viewer.show(file: folder.url.path + "/" + name)
          XCTFail("\(name) was shown")
        } catch {
          XCTAssertTrue("\(error)".contains(expected), "\(error)")
        }
      }
      XCTAssertEqual(viewer.reader.text, "good")
    }
  }

  func testTheKeyboardZoomsAndMovesAPicture() throws {
    let bytes = try picture(width: 300, height: 200)
    try onLoop {
      var zooms: [PictureView.Zoom] = []
      let view = PictureView(Picture(encoded: bytes), description: "A field")
      view.onZoom = { zooms.append($0) }
      let stage = try await Stage.show(view, title: "Picture")
      view.focus()
      try await stage.press("1")
      try await stage.press("plus", holding: .shift)
      try await stage.press("minus")
      try await stage.press("0")
      XCTAssertEqual(zooms, [.scale(1), .scale(1.25), .scale(1), .fit])
      for _ in 0..<30 { view.zoom(by: 2) }
      XCTAssertEqual(view.zoom, .scale(20))
      try await stage.settle()
      try await stage.press("Right")
      view.zoom(by: .nan)
      XCTAssertEqual(view.zoom, .scale(20))
      XCTAssertEqual(
        stage.dump(),
        """
        window “Picture”
          label “Picture”
          button “Minimize”
          button “Maximize”
          button “Close”
          img “A field” focused
          scrollbar
          scrollbar
        """)
      try await stage.close()
    }
  }
}

import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class PictureWindowTests: XCTestCase {
  func testPicturesAreLookedAtOneAfterAnotherWithTheirWords() throws {
    try onLoop {
      let pixels = [UInt8](repeating: 200, count: 8 * 6 * 4)
      let body = try XCTUnwrap(Picture(width: 8, height: 6, pixels: pixels)?.encoded)
      let transport = ScriptedTransport { request in
        "\(request.target)".contains("lost")
          ? TransferScript(status: 404, headers: ["Content-Type": "text/plain"], body: [])
          : TransferScript(headers: ["Content-Type": "image/png"], body: body)
      }
      let url = try XCTUnwrap(URL(string: "https://example.org/sun.png"))
      let lost = try XCTUnwrap(URL(string: "https://example.org/lost.png"))
      let pictures = PictureWindow(
        [.init(url, description: "A low sun"), .init(lost)],
        Connector(transports: [transport]))
      pictures.present()
      let window = try XCTUnwrap(Window.all.first { $0.name == "pictures" })
      let stage = Stage(window)
      await pictures.settled()
      try await stage.settle()
      XCTAssertEqual(window.title, "Picture 1 of 2")
      XCTAssertFalse(stage.all("img", "A low sun").isEmpty, stage.dump())
      XCTAssertFalse(stage.all("label", "A low sun").isEmpty, stage.dump())
      try await stage.click("button", "Next")
      await pictures.settled()
      try await stage.settle()
      XCTAssertEqual(window.title, "Picture 2 of 2")
      XCTAssertTrue(stage.dump().contains("404"), stage.dump())
      try await stage.close()
    }
  }
}

import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import XCTest

extension Golden {
  /// Compares what a window looks like with a picture in rough, which tolerates other letters;
  /// `HIKIDASHI_GOLDEN=write` writes it anew, to be looked at and committed.
  @MainActor
  static func checkPicture(
    _ stage: Stage, _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    try check(try await sketch(of: stage), name, file: file, line: line)
  }

  /// Compares a picture in a file in the same way.
  @MainActor
  static func checkPicture(
    at path: String, _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let sketch = try XCTUnwrap(PictureSketch(picture: path), file: file, line: line)
    try check(sketch, name, file: file, line: line)
  }

  @MainActor
  private static func check(
    _ sketch: PictureSketch, _ name: String, file: StaticString, line: UInt
  ) throws {
    let url = Checkout.root.appendingPathComponent("Tests/Golden/Pictures/\(name).png")
    if Environment.value("HIKIDASHI_GOLDEN") == "write" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(sketch.picture?.encoded ?? []).write(to: url)
    }
    guard let golden = PictureSketch(sketch: url.path) else {
      return XCTFail("HIKIDASHI_GOLDEN=write makes \(name).png", file: file, line: line)
    }
    guard let difference = sketch.difference(from: golden) else {
      return XCTFail("\(name) has another size", file: file, line: line)
    }
    XCTAssertTrue(
      difference.isSlight, "\(name) looks otherwise: \(difference)", file: file, line: line)
  }

  @MainActor
  static func sketch(of stage: Stage) async throws -> PictureSketch {
    let path = NSTemporaryDirectory() + "sketch-\(UUID()).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await stage.savePicture(to: path)
    return try XCTUnwrap(PictureSketch(picture: path))
  }
}

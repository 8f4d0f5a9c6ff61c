internal import Foundation
internal import HikidashiBase
internal import XCTest

/// Texts that were looked at and found good, in files beside the tests.
package enum Golden {
  /// Compares with the file of that name; `HIKIDASHI_GOLDEN=write` writes it anew, to be read and
  /// committed.
  package static func check(
    _ text: String, _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let folder = Checkout.root.appendingPathComponent("Tests/Golden")
    let url = folder.appendingPathComponent(name + ".txt")
    if Environment.value("HIKIDASHI_GOLDEN") == "write" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((text + "\n").utf8).write(to: url)
    }
    let golden = try? String(contentsOf: url, encoding: .utf8)
    XCTAssertEqual(
      text + "\n", golden ?? "nothing: HIKIDASHI_GOLDEN=write makes \(name).txt", name,
      file: file, line: line)
  }

  /// The names of the files in a folder of them.
  package static func names(in folder: String) throws -> Set<String> {
    let path = Checkout.root.appendingPathComponent("Tests/Golden/\(folder)").path
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    return Set(files.map { String($0.dropLast(".txt".count)) })
  }
}

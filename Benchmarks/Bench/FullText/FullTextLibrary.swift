import Foundation
import HikidashiStorage
import RFCKit

/// A folder of 9,800 documents: the real ones again and again, each time with other numbers.
struct FullTextLibrary {
  let folder: URL
  let count: Int
  /// The bytes of all documents.
  private(set) var size = 0

  /// Nil where the data beside the checkout, `xz` or `tar` is missing.
  init?(in parent: URL, count: Int) throws {
    self.count = count
    folder = parent.appendingPathComponent("library")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let packed = root.appendingPathComponent("../shared/data/rfc/rfc-documents.tar.xz")
    guard FileManager.default.isReadableFile(atPath: packed.path), Launch.find("xz") != nil,
      let tar = Launch.find("tar")
    else { return nil }
    let originals = parent.appendingPathComponent("originals")
    for url in [folder, originals] {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    let process = Process()
    process.executableURL = tar
    process.arguments = ["-xJf", packed.path, "-C", originals.path]
    try process.run()
    process.waitUntilExit()
    let files = FileManager.default.enumerator(at: originals, includingPropertiesForKeys: nil)
    let texts = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "txt" }
      .sorted { $0.path < $1.path }
    guard !texts.isEmpty else { return nil }
    for number in 1...count {
      let original = texts[(number - 1) % texts.count]
      let name = original.deletingPathExtension().lastPathComponent.dropFirst(3)
      let bytes = Self.renumbered(try Data(contentsOf: original), Data("RFC \(name)".utf8), number)
      try bytes.write(to: folder.appendingPathComponent("rfc\(number).txt"))
      size += bytes.count
    }
  }

  private static func renumbered(_ bytes: Data, _ name: Data, _ number: Int) -> Data {
    var result = Data()
    var rest = bytes[...]
    while let range = rest.range(of: name) {
      result += rest[rest.startIndex..<range.lowerBound] + Data("RFC \(number)".utf8)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// The documents as an index takes them, several megabytes at a time.
  func batches(_ body: ([IndexedText]) throws -> Void) throws {
    var batch: [IndexedText] = []
    var size = 0
    for number in 1...count {
      let bytes = [UInt8](
        try Data(contentsOf: folder.appendingPathComponent("rfc\(number).txt")))
      size += bytes.count
      batch.append(
        IndexedText(
          key: "\(number)", version: "1", title: "RFC \(number)", passages: Self.passages(bytes)))
      if size > 8 << 20 || number == count {
        try body(batch)
        batch = []
        size = 0
      }
    }
  }

  /// The sections, without page furniture.
  private static func passages(_ bytes: [UInt8]) -> [IndexedPassage] {
    let document = RFCDocument(bytes)
    let layout = document.layout()
    let text = Array(document.text.utf8)
    let starts = layout.headings.map(\.span.bytes.lowerBound)
    var line = 0
    return zip([nil] + layout.headings, starts + [text.count]).map { heading, end in
      var body: [UInt8] = []
      while line < layout.lines.count, layout.lines[line].span.bytes.lowerBound < end {
        let range = layout.lines[line].span.bytes
        if !layout.lines[line].isFurniture,
          range.lowerBound >= heading?.span.bytes.upperBound ?? 0
        {
          body += text[range] + [0x0A]
        }
        line += 1
      }
      return IndexedPassage(
        label: heading?.title ?? "", heading: heading?.title ?? "",
        body: String(decoding: body, as: UTF8.self),
        place: (heading?.span.bytes.lowerBound ?? 0)..<end)
    }
  }
}

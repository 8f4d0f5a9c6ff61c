internal import HikidashiStorage

/// Divides a document into the sections that a full-text search finds: from each heading to the next, and
/// what stands before the first.
struct SectionDivision {
  private let document: RFCDocument
  private let headings: [RFCHeading]
  private let lines: [RFCLine]

  init(_ document: RFCDocument) {
    let layout = document.layout()
    self.document = document
    headings = layout.headings
    lines = layout.lines
  }

  /// The sections, without what is there only because paper has pages; places are offsets in the text's
  /// UTF-8.
  var passages: [IndexedPassage] {
    var text = document.text
    return text.withUTF8 { bytes in
      var passages: [IndexedPassage] = []
      var line = 0
      var path: [RFCHeading] = []
      for position in -1..<headings.count {
        let heading = position < 0 ? nil : headings[position]
        let end =
          position + 1 < headings.count
          ? headings[position + 1].span.bytes.lowerBound : bytes.count
        let start = heading?.span.bytes.lowerBound ?? 0
        let body = body(from: heading?.span.bytes.upperBound ?? 0, to: end, &line, bytes)
        guard let heading else {
          if !body.isEmpty {
            passages.append(
              IndexedPassage(heading: "", body: body, place: start..<end, weight: Weights.front))
          }
          continue
        }
        path.removeAll { $0.level >= heading.level }
        passages.append(
          IndexedPassage(
            label: SectionLabel.text(heading), heading: heading.title, body: above(path) + body,
            place: start..<end,
            weight: Weights.weight(heading, in: path)))
        path.append(heading)
      }
      return passages
    }
  }

  /// The titles of the chapters that a section is in.
  private func above(_ path: [RFCHeading]) -> String {
    path.reduce(into: "") { $0 += $1.title + " " }
  }

  /// The lines of text between two offsets, joined.
  private func body(
    from start: Int, to end: Int, _ line: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> String {
    var joined: [UInt8] = []
    joined.reserveCapacity(end - start)
    while line < lines.count, lines[line].span.bytes.lowerBound < end {
      defer { line += 1 }
      let range = lines[line].span.bytes
      guard !lines[line].isFurniture, range.lowerBound >= start else { continue }
      // Most of a line is its indentation.
      guard let first = bytes[range].firstIndex(where: { $0 != 0x20 }) else { continue }
      joined.append(contentsOf: bytes[first..<range.upperBound])
      joined.append(0x0A)
    }
    return String(decoding: joined, as: UTF8.self)
  }
}

extension SectionDivision {
  /// What sections are worth that tell of others, or of people.
  private enum Weights {
    static let front = 0.5

    static func weight(_ heading: RFCHeading, in path: [RFCHeading]) -> Double {
      min(weight(heading.title), path.map { weight($0.title) }.min() ?? 1)
    }

    private static func weight(_ title: String) -> Double {
      let words = title.lowercased().split { !$0.isLetter }.map(String.init)
      let name = words.filter { $0 != "the" && $0 != "s" }.joined(separator: " ")
      if let weight = known[name] { return weight }
      if name.hasSuffix("references") { return 0.2 }
      if name.hasPrefix("acknowledg") || name.hasPrefix("changes ") { return 0.4 }
      return 1
    }

    private static let known: [String: Double] = [
      "table of contents": 0.1, "contents": 0.1, "index": 0.1, "list of figures": 0.1,
      "list of tables": 0.1, "references": 0.2, "bibliography": 0.2, "author address": 0.1,
      "authors addresses": 0.1, "author addresses": 0.1, "authors address": 0.1,
      "author information": 0.1, "editor address": 0.1, "editors addresses": 0.1,
      "contributors": 0.3, "full copyright statement": 0.1, "copyright notice": 0.1,
      "copyright": 0.1, "status of this memo": 0.1, "intellectual property": 0.1,
      "intellectual property statement": 0.1, "disclaimer": 0.1, "change log": 0.3,
      "changelog": 0.3, "revision history": 0.3,
    ]
  }
}

/// Reads sections from the documents of a folder, each document once.
struct SectionTexts {
  private let directory: String
  private var documents: [Int: RFCDocument] = [:]

  init(_ directory: String) { self.directory = directory }

  /// What stands at a place under a heading, without what is there only because paper has pages; nil
  /// where the document has become shorter, or is gone.
  mutating func body(_ place: Range<Int>, of number: Int, under label: SectionLabel) -> String? {
    guard let document = document(number) else { return nil }
    let text = document.text.utf8
    guard place.upperBound <= text.count else { return nil }
    let start = text.index(text.startIndex, offsetBy: place.lowerBound)
    let end = text.index(start, offsetBy: place.count)
    return Self.body(Array(text[start..<end]), under: label)
  }

  private mutating func document(_ number: Int) -> RFCDocument? {
    if let document = documents[number] { return document }
    guard let bytes = try? FileReader.read("\(directory)/rfc\(number).txt") else { return nil }
    let document = RFCDocument(bytes)
    documents[number] = document
    return document
  }

  private static func body(_ bytes: [UInt8], under label: SectionLabel) -> String {
    let start = label.end(in: bytes)
    return bytes.withUnsafeBufferPointer { buffer in
      var body: [UInt8] = []
      body.reserveCapacity(bytes.count)
      for line in PageScanner(ByteSlice(buffer)).lines
      where !line.isFurniture && line.span.bytes.upperBound > start {
        body += buffer[line.span.bytes.clamped(to: start..<buffer.count)]
        body.append(0x0A)
      }
      return String(decoding: body, as: UTF8.self)
    }
  }
}

/// The number and the title of a section, as the index keeps them.
struct SectionLabel {
  let number: String?
  let title: String

  /// What ``text(_:)`` made.
  init(_ text: String) {
    let parts = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    number = parts.first.flatMap { $0.isEmpty ? nil : String($0) }
    title = parts.count > 1 ? String(parts[1]) : ""
  }

  static func text(_ heading: RFCHeading) -> String {
    (heading.number ?? "") + "\t" + heading.title
  }

  /// Where the heading ends in bytes that begin with it; 0 where they do not.
  func end(in bytes: [UInt8]) -> Int {
    var letters = Array(((number ?? "") + title).utf8.filter(isAlphanumeric))[...]
    for (position, byte) in bytes.enumerated() where isAlphanumeric(byte) {
      guard let next = letters.popFirst() else { return 0 }
      guard next == byte else { return 0 }
      if letters.isEmpty { return position + 1 }
    }
    return 0
  }
}

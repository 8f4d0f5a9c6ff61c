import Glibc

/// Reads sections from the documents of a folder, without the rest of them where that is possible.
struct SectionTexts {
  private let directory: String
  private var documents: [Int: RFCDocument] = [:]

  init(_ directory: String) { self.directory = directory }

  /// What stands at a place under a heading, without what is there only because paper has pages; nil
  /// where the document has become shorter, or is gone.
  mutating func body(_ place: Range<Int>, of number: Int, under label: SectionLabel) -> String? {
    if let bytes = part(place, of: number), let start = label.end(in: bytes) {
      return Self.body(bytes, from: start)
    }
    guard let document = document(number) else { return nil }
    let text = document.text.utf8
    guard place.upperBound <= text.count else { return nil }
    let start = text.index(text.startIndex, offsetBy: place.lowerBound)
    let bytes = Array(text[start..<text.index(start, offsetBy: place.count)])
    return Self.body(bytes, from: label.end(in: bytes) ?? 0)
  }

  /// The bytes at a place of a file that is UTF-8; nil where they are none, as in a document of another
  /// encoding, in which places are others.
  private func part(_ place: Range<Int>, of number: Int) -> [UInt8]? {
    // A pipe in the place of a file is not waited for.
    let file = open(path(number), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, place.upperBound <= status.st_size else { return nil }
    var mark: [UInt8] = [0, 0, 0]
    let hasMark = pread(file, &mark, 3, 0) == 3 && mark == [0xEF, 0xBB, 0xBF]
    let start = place.lowerBound + (hasMark ? 3 : 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, place.count, start))
    }
    return bytes.count == place.count && String(validating: bytes, as: UTF8.self) != nil
      ? bytes : nil
  }

  private mutating func document(_ number: Int) -> RFCDocument? {
    if let document = documents[number] { return document }
    guard let bytes = try? FileReader.read(path(number)) else { return nil }
    let document = RFCDocument(bytes)
    documents[number] = document
    return document
  }

  private func path(_ number: Int) -> String { "\(directory)/rfc\(number).txt" }

  private static func body(_ bytes: [UInt8], from start: Int) -> String {
    bytes.withUnsafeBufferPointer { buffer in
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

  /// Where the heading ends in bytes that begin with it; nil where they do not. Some documents number
  /// their sections in the table of contents alone.
  func end(in bytes: [UInt8]) -> Int? {
    end(of: (number ?? "") + title, in: bytes) ?? end(of: title, in: bytes)
  }

  private func end(of heading: String, in bytes: [UInt8]) -> Int? {
    var letters = Array(heading.utf8.filter(isAlphanumeric))[...]
    if letters.isEmpty { return 0 }
    for (position, byte) in bytes.enumerated() where isAlphanumeric(byte) {
      guard letters.popFirst() == byte else { return nil }
      if letters.isEmpty { return position + 1 }
    }
    return nil
  }
}

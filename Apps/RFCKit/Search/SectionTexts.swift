/// Reads sections from the documents of a folder, each document once.
struct SectionTexts {
  struct Section {
    var number: String?
    var title: String
    /// What stands under the heading, without what is there only because paper has pages.
    var body: String
  }

  private let directory: String
  private var documents: [Int: RFCDocument] = [:]

  init(_ directory: String) { self.directory = directory }

  /// The section at a place; nil where the document has become shorter, or is gone.
  mutating func section(_ place: Range<Int>, of number: Int) -> Section? {
    guard let document = document(number) else { return nil }
    let text = document.text.utf8
    guard place.upperBound <= text.count, !place.isEmpty else { return nil }
    let start = text.index(text.startIndex, offsetBy: place.lowerBound)
    let end = text.index(start, offsetBy: place.count)
    return Self.section(Array(text[start..<end]))
  }

  private mutating func document(_ number: Int) -> RFCDocument? {
    if let document = documents[number] { return document }
    guard let bytes = try? FileReader.read("\(directory)/rfc\(number).txt") else { return nil }
    let document = RFCDocument(bytes)
    documents[number] = document
    return document
  }

  private static func section(_ bytes: [UInt8]) -> Section {
    let layout = RFCDocument(bytes).layout()
    let heading = layout.headings.first.flatMap { $0.span.bytes.lowerBound == 0 ? $0 : nil }
    var body: [UInt8] = []
    body.reserveCapacity(bytes.count)
    let start = heading?.span.bytes.upperBound ?? 0
    for line in layout.lines where !line.isFurniture && line.span.bytes.lowerBound >= start {
      body += bytes[line.span.bytes]
      body.append(0x0A)
    }
    return Section(
      number: heading?.number, title: heading?.title ?? "", body: String(decoding: body, as: UTF8.self))
  }
}

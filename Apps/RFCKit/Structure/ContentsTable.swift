/// What a document's own table of contents says about its headings.
struct ContentsTable {
  /// One section of the table.
  struct Entry {
    /// The number as ``SectionName/number(_:)`` has it.
    let number: String
    /// The title, folded; of a title of several lines the first one.
    let title: String
    /// How deep the section lies.
    var level: Int { number.split(separator: ".").count }
  }

  /// The entries in order.
  private(set) var entries: [Entry] = []
  /// The lines of the table, its title included.
  private(set) var lines = 0..<0
  private var numbers: [String: Int] = [:]

  /// A table with no entries, as a document without one has it.
  init() {}

  /// - Complexity: O(*n*) in the lines up to the end of the table.
  init(_ bytes: ByteSlice, _ all: [RFCLine]) {
    guard let title = all.indices.first(where: { Self.isTitle(bytes, all[$0]) }) else { return }
    var read: [(entry: Entry, hasPage: Bool)] = []
    var strange = 0
    var first: Int?
    var last = title
    for line in all.indices[(title + 1)...] where !all[line].isFurniture && strange < 8 {
      let range = bytes.trimmingBlanks(all[line].span.bytes)
      if range.isEmpty { continue }
      let parsed = ContentsLine(bytes[range])
      guard let number = parsed.number, !parsed.title.isEmpty else {
        strange = parsed.page == nil ? strange + 1 : 0
        if parsed.page != nil {
          last = line
          // A title of two lines.
          if let place = read.indices.last { read[place].hasPage = true }
        }
        continue
      }
      // The sections themselves have begun: they stand at the margin and tell no page.
      let margin = range.lowerBound - all[line].span.bytes.lowerBound
      if numbers[number] != nil || margin < first ?? margin && parsed.page == nil { break }
      first = first ?? margin
      numbers[number] = read.count
      read.append(
        (Entry(number: number, title: SectionName.folded(parsed.title)), parsed.page != nil))
      strange = 0
      last = line
    }
    // Where the table tells pages, what has none is none of it.
    if read.count(where: \.hasPage) * 10 > read.count * 6 { read.removeAll { !$0.hasPage } }
    guard read.count > 2 else {
      numbers = [:]
      return
    }
    entries = read.map(\.entry)
    lines = title..<last + 1
    numbers = Dictionary(entries.enumerated().map { ($1.number, $0) }) { one, _ in one }
  }

  private static func isTitle(_ bytes: ByteSlice, _ line: RFCLine) -> Bool {
    guard !line.isFurniture else { return false }
    let range = bytes.trimmingBlanks(line.span.bytes)
    guard 8...30 ~= range.count,
      bytes.starts(with: "contents", at: range.lowerBound)
        || bytes.starts(with: "table of contents", at: range.lowerBound)
    else { return false }
    return ["table of contents", "contents"].contains(SectionName.folded(bytes[range].string))
  }

  /// The entry of a number.
  func entry(_ number: String) -> Entry? { numbers[number].map { entries[$0] } }

  /// Whether the table has all chapters, so that a number it lacks is none.
  var hasChapters: Bool { entries.count(where: { $0.level == 1 }) > 2 }

  /// The entry that a line is the heading of, by its number and its title.
  func entry(of line: ContentsLine) -> Entry? {
    guard let number = line.number, let entry = entry(number) else { return nil }
    return Self.isSame(SectionName.folded(line.title), entry.title) ? entry : nil
  }

  /// Whether two folded titles are one, of which either may have been cut at the end of a line.
  static func isSame(_ one: String, _ other: String) -> Bool {
    if one == other { return !one.isEmpty }
    let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
    return short.utf8.count >= 8 && long.hasPrefix(short)
  }
}

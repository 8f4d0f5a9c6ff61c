import HikidashiBase
import RFCKit
import Testing

/// Random entries, printed as the index prints them, are read back as they were.
@Suite struct IndexPropertyTests {
  @Test(arguments: [true, false])
  func readsBackWhatItsModelPrints(padded: Bool) throws {
    var random = seededGenerator()
    let seed = random.seed
    for _ in 0..<40 {
      var printer = IndexPrinter(padded: padded, random: random)
      let entries = printer.entries(Int.random(in: 1...30, using: &random))
      let text = printer.print(entries)
      random = printer.random
      let index = try RFCIndex(parsing: Array(text.utf8))
      guard index.entries == entries else {
        let difference = zip(index.entries, entries).first { $0 != $1 }
        Issue.record("seed \(seed): \(String(describing: difference)) in\n\(text)")
        return
      }
      #expect(index.warnings.isEmpty, "seed \(seed)")
      for number in 0...200 {
        let slow = entries.first { $0.number == number }
        #expect(index[number] == slow, "seed \(seed), number \(number)")
      }
    }
  }

  @Test func survivesRandomDamage() {
    var random = seededGenerator()
    let seed = random.seed
    let samples = [IndexSamples.year2002, IndexSamples.year2018, IndexSamples.year2026]
    for _ in 0..<600 {
      var bytes = Array(samples[Int.random(in: 0..<3, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(Array("().,\n 0-".utf8).randomElement(using: &random)!, at: position)
        default: bytes.removeSubrange(position..<min(bytes.count, position + 40))
        }
      }
      guard let index = try? RFCIndex(parsing: bytes) else { continue }
      #expect(index.entries.count >= beginnings(in: bytes), "seed \(seed)")
    }
  }

  /// Lines behind the last heading that begin with a number, counted without the parser's help.
  private func beginnings(in bytes: [UInt8]) -> Int {
    let lines = String(decoding: bytes, as: UTF8.self).replacing("\r", with: " ")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let rule = lines.indices.last { line in
      let text = lines[line].drop(while: \.isWhitespace)
      return line > 0 && text.count >= 3 && text.allSatisfy { $0 == "-" || $0.isWhitespace }
        && lines[line - 1].split(separator: " ") == ["RFC", "INDEX"]
    }
    return lines[((rule ?? 0) + 1)...].count {
      (try? /^[0-9]{1,9}(?:[ \t].*)?$/.wholeMatch(in: $0)) != nil
    }
  }
}

/// The slow, obvious opposite of the parser: makes entries and prints them as an index does.
struct IndexPrinter {
  let padded: Bool
  var random: SeededGenerator
  /// Whether this index is of a year that has identifiers; they tell a whole entry from a cut one.
  let hasDOI: Bool

  init(padded: Bool, random: SeededGenerator) {
    self.padded = padded
    self.random = random
    hasDOI = Bool.random(using: &self.random)
  }

  mutating func entries(_ count: Int) -> [RFCEntry] {
    // Where nothing is padded, the first number must tell, as it does in real files.
    var number = padded ? 0 : 1
    return (0..<count).map { _ in
      defer { number += Int.random(in: 1...(number > 20 ? 900 : 9), using: &random) }
      return entry(number + (padded ? 1 : 0))
    }
  }

  private mutating func entry(_ number: Int) -> RFCEntry {
    guard !chance(12) else { return RFCEntry(number: number, isIssued: false, title: "Not Issued") }
    let month = chance(20) ? nil : Int.random(in: 1...12, using: &random)
    return RFCEntry(
      number: number, title: title(),
      authors: (0..<Int.random(in: 1...4, using: &random)).map { _ in author() },
      date: RFCDate(
        year: Int.random(in: 1969...2031, using: &random), month: month,
        day: month != nil && chance(5) ? Int.random(in: 1...28, using: &random) : nil),
      formats: formats(), obsoletes: references(), obsoletedBy: references(),
      updates: references(), updatedBy: references(), also: references(),
      status: RFCStatus.known.randomElement(using: &random) ?? .unknown,
      doi: hasDOI ? "10.17487/RFC\(number)" : nil)
  }

  private mutating func title() -> String {
    let words = [
      "Protocol", "(IPv6)", "over", "X.25", "vs.", "Version 2.0", "of the", "Host-Host", "RFC 791",
      "(DNS)", "\"Foo\"", "c=US", "April 1998", "Réseau", "Format:",
    ]
    let title = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      words.randomElement(using: &random) ?? "a"
    }.joined(separator: " ")
    return title.hasSuffix(".") ? title + " end" : title
  }

  private mutating func author() -> RFCAuthor {
    let initials = ["J.", "S.D.", "JP.", "J-F.", "É."].randomElement(using: &random) ?? "A."
    let surnames = ["Crocker", "Le Roux", "Eastlake 3rd", "O'Dell", "Carl-Mitchell", "Zúñiga"]
    let surname = surnames.randomElement(using: &random) ?? "Doe"
    return RFCAuthor(name: initials + " " + surname, role: chance(6) ? "Ed." : nil)
  }

  private mutating func formats() -> [RFCFormat] {
    let sized = chance(2)
    return ["TXT", "PS", "PDF"].prefix(Int.random(in: 1...3, using: &random)).map {
      RFCFormat(name: $0, bytes: sized ? Int.random(in: 0...9_999_999, using: &random) : nil)
    }
  }

  private mutating func references() -> [DocumentReference] {
    guard chance(4) else { return [] }
    let first = Int.random(in: 1...9_000, using: &random)
    return (0..<Int.random(in: 1...5, using: &random)).map { offset in
      DocumentReference(series: chance(6) ? "BCP" : "RFC", number: first + offset)
    }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func print(_ entries: [RFCEntry]) -> String {
    let rows = entries.map { wrapped(text(of: $0)) }
    return "x\n   RFC INDEX\n   ------\n\n" + rows.joined(separator: "\n\n") + "\n"
  }

  private func text(of entry: RFCEntry) -> String {
    let digits = String(entry.number)
    let number = (padded ? String(repeating: "0", count: max(0, 4 - digits.count)) : "") + digits
    guard entry.isIssued else { return number + " Not Issued." }
    let authors = entry.authors.map(\.description).joined(separator: ", ")
    var text = "\(number) \(entry.title). \(authors). \(date(entry.date)). "
    text += "(Format: \(entry.formats.map(\.description).joined(separator: ", "))"
    text += entry.formats.contains { $0.bytes != nil } ? " bytes)" : ")"
    let lists = [
      ("Obsoletes", entry.obsoletes), ("Obsoleted by", entry.obsoletedBy),
      ("Updates", entry.updates), ("Updated by", entry.updatedBy), ("Also", entry.also),
    ]
    for (label, list) in lists where !list.isEmpty {
      text += " (\(label) \(list.map { $0.series + "\($0.number)" }.joined(separator: ", ")))"
    }
    text += " (Status: \(entry.status))"
    return entry.doi.map { text + " (DOI: \($0))" } ?? text
  }

  private func date(_ date: RFCDate?) -> String {
    guard let date else { return "" }
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    guard let month = date.month else { return "\(date.year)" }
    return (date.day.map { "\($0) " } ?? "") + "\(names[month - 1]) \(date.year)"
  }

  /// Breaks lines where an index would; after a hyphen too, where that is its habit.
  private mutating func wrapped(_ text: String) -> String {
    let width = Int.random(in: 20...81, using: &random)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count >= width {
        lines.append(line)
        line = "     " + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

import HikidashiBase

/// An index in the format of 2026 with made-up entries, the same for the same seed.
struct GeneratedIndex {
  private(set) var bytes: [UInt8] = []
  private var random: SeededGenerator

  init(entries: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let rule = String(repeating: "-", count: 13)
    var text = "\n  RFC INDEX\n  \(rule)\n\n(CREATED ON: 08/21/2026.)\n\n  RFC INDEX\n  \(rule)\n\n"
    for number in 1...entries { text += Self.wrapped(entry(number)) + "\n\n" }
    bytes = Array(text.utf8)
  }

  private mutating func entry(_ number: Int) -> String {
    if Int.random(in: 0..<53, using: &random) == 0 { return "\(number) Not Issued." }
    let subjects = ["Protocol", "Extension", "Requirements", "Framework", "Transport", "Routing"]
    let qualities = ["Internet", "Simple", "Secure", "Mobile", "Datagram", "Multicast", "IPv6"]
    let names = [
      "Postel", "Crocker", "Reynolds", "Braden", "Cerf", "Kahn", "Mogul", "Eastlake 3rd",
    ]
    let months = ["January", "March", "April", "June", "September", "November"]
    let title = (0..<Int.random(in: 3...9, using: &random)).map { position in
      pick(position.isMultiple(of: 2) ? qualities : subjects)
    }.joined(separator: " ")
    let authors = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      "\(pick(["J", "S", "R", "V"])). \(pick(names))"
    }.joined(separator: ", ")
    let year = 1969 + number * 57 / 10_000
    var text = "\(number) \(title). \(authors). \(pick(months)) \(year). (Format: TXT, HTML)"
    for label in ["Obsoletes", "Obsoleted by", "Updates", "Updated by"]
    where number > 1 && Int.random(in: 0..<8, using: &random) == 0 {
      text += " (\(label) RFC\(Int.random(in: 1..<number, using: &random)))"
    }
    let statuses = ["UNKNOWN", "INFORMATIONAL", "PROPOSED STANDARD", "EXPERIMENTAL"]
    return text + " (Status: \(pick(statuses))) (DOI: 10.17487/RFC\(number))"
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: words.indices, using: &random)]
  }

  /// The text in lines of at most 73 bytes, continued ones set in by five.
  private static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 73 {
        lines.append(line)
        line = "     " + word
      } else {
        line += line.isEmpty ? String(word) : " " + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

/// The messages of one language, as the text of a `.po` file of GNU gettext has them.
///
/// Format: <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>. Entries that are marked
/// `fuzzy`, that are not translated or that are obsolete are left out, as `msgfmt` does.
struct Catalogue: Sendable {
  /// The forms of a message, the first for those without a number.
  private var forms: [String: [String]] = [:]
  private var rule = PluralRule.germanic

  /// - Complexity: O(*n*) in the length of the text.
  init(po text: [UInt8]) {
    var entry = Entry()
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if !entry.take(line) {
        add(entry)
        entry = Entry()
        _ = entry.take(line)
      }
    }
    add(entry)
  }

  private mutating func add(_ entry: Entry) {
    guard let message = entry.message else { return }
    if message.isEmpty {
      if let header = entry.forms.first, let rule = PluralRule(header: header) { self.rule = rule }
      return
    }
    guard !entry.isFuzzy, entry.context == nil, entry.forms.contains(where: { !$0.isEmpty }) else {
      return
    }
    forms[message] = entry.forms
  }

  /// The translation of a message; nil if there is none.
  func text(of message: String) -> String? {
    guard let text = forms[message]?.first, !text.isEmpty else { return nil }
    return text
  }

  /// The translation of a message for a number of things; nil if there is none.
  func text(of message: String, count: Int) -> String? {
    guard let forms = forms[message] else { return nil }
    let index = rule.form(of: count)
    guard forms.indices.contains(index), !forms[index].isEmpty else { return nil }
    return forms[index]
  }
}

/// One entry of a `.po` file, gathered line by line.
private struct Entry {
  var message: String?
  var context: String?
  var forms: [String] = []
  var isFuzzy = false
  private var place = Place.start

  private enum Place {
    case start, context, message, plural
    case form(Int)
  }

  /// Takes a line; false where it begins the next entry.
  mutating func take(_ line: some Collection<UInt8>) -> Bool {
    guard let first = line.first else { return true }
    switch first {
    case UInt8(ascii: "\""):
      extend(by: Self.text(in: line))
    case UInt8(ascii: "#"):
      if case .form = place { return false }
      if line.starts(with: Array("#,".utf8)), line.count < 200,
        String(decoding: line, as: UTF8.self).contains("fuzzy")
      {
        isFuzzy = true
      }
    default:
      let word = line.prefix { $0 != UInt8(ascii: " ") }
      return begin(String(decoding: word, as: UTF8.self), line)
    }
    return true
  }

  private mutating func begin(_ word: String, _ line: some Collection<UInt8>) -> Bool {
    let text = Self.text(in: line)
    switch word {
    case "msgctxt":
      if case .form = place { return false }
      (place, context) = (.context, text)
    case "msgid":
      if case .form = place { return false }
      (place, message) = (.message, text)
    case "msgid_plural": place = .plural
    case "msgstr": (place, forms) = (.form(0), [text])
    default:
      guard
        word.hasPrefix("msgstr["), let index = Int(word.dropFirst(7).dropLast()),
        index == forms.count
      else { return true }
      place = .form(index)
      forms.append(text)
    }
    return true
  }

  private mutating func extend(by text: String) {
    switch place {
    case .context: context? += text
    case .message: message? += text
    case .form(let index): forms[index] += text
    case .start, .plural: break
    }
  }

  /// What stands between the first quote of a line and the last.
  private static func text(in line: some Collection<UInt8>) -> String {
    let quote = UInt8(ascii: "\"")
    guard let start = line.firstIndex(of: quote) else { return "" }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in line[line.index(after: start)...] {
      if isEscaped {
        text.append(unescaped(byte))
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == quote {
        break
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func unescaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    default: byte
    }
  }
}

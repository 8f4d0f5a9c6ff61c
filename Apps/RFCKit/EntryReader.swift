/// Reads one entry of the index, whose lines are already joined, from the right.
///
/// Titles contain full stops, brackets and dates of their own, so only the far end is certain:
/// bracketed fields, before them the date, before that the authors, and what is left is the title.
struct EntryReader {
  private(set) var warnings: [RFCIndexWarning.Kind] = []
  private(set) var hasStatus = false
  private(set) var hasUnclosedField = false

  private let text: [UInt8]
  private var entry: RFCEntry
  /// Everything from here on has been read.
  private var end: Int

  init(_ text: [UInt8], number: Int) {
    self.text = text
    end = text.count
    entry = RFCEntry(number: number, title: "")
  }

  mutating func read() -> RFCEntry {
    if isNotIssued {
      entry.isIssued = false
      entry.title = "Not Issued"
      return entry
    }
    readFields()
    let hasFields = end < text.count
    let found = PrintedDate(in: text, endingAt: end)
    guard hasFields || found != nil else {
      entry.title = string(0..<text.count)
      warnings.append(.unreadableEntry)
      return entry
    }
    if let found {
      entry.date = found.date
      end = found.start
    } else {
      warnings.append(.missingDate)
    }
    if !hasStatus { warnings.append(.missingStatus) }
    readTitleAndAuthors()
    return entry
  }

  private var isNotIssued: Bool {
    let words: StaticString = "not issued"
    let count = words.utf8CodeUnitCount
    return text.starts(with: words, at: 0)
      && (text.count == count || text.count == count + 1 && text.last == UInt8(ascii: "."))
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  private mutating func readTitleAndAuthors() {
    let limit = text.trimmingBlanks(0..<end).upperBound
    let division = TitleDivision(text, end: limit)
    entry.title = string(division.title)
    entry.authors = division.authors
    if division.authors.isEmpty {
      warnings.append(.missingAuthors)
    } else if division.isGuess {
      warnings.append(.guessedAuthors(division.authors.map(\.description).joined(separator: ", ")))
    }
  }
}

extension EntryReader {
  private enum Label: CaseIterable {
    case format, notOnline, obsoletes, obsoletedBy, updates, updatedBy, also, status, doi

    var text: StaticString {
      switch self {
      case .format: "format:"
      case .notOnline: "not online"
      case .obsoletes: "obsoletes "
      case .obsoletedBy: "obsoleted by "
      case .updates: "updates "
      case .updatedBy: "updated by "
      case .also: "also "
      case .status: "status:"
      case .doi: "doi:"
      }
    }
  }

  private mutating func readFields() {
    while true {
      var last = text.trimmingBlanks(0..<end).upperBound
      if last > 1, text[last - 1] == UInt8(ascii: "."), text[last - 2] == UInt8(ascii: ")") {
        last -= 1
      }
      guard let open = text.openingBracket(before: last) else {
        if readUnclosedField(before: last) { continue }
        return
      }
      let inner = text.trimmingBlanks(open + 1..<last - 1)
      if let (label, value) = label(in: inner) {
        read(label, text.trimmingBlanks(value))
      } else if endsWithFieldOrDate(before: open) {
        warnings.append(.unknownField(string(inner)))
      } else {
        return
      }
      end = open
    }
  }

  private func label(in range: Range<Int>) -> (Label, value: Range<Int>)? {
    for label in Label.allCases where text.starts(with: label.text, at: range.lowerBound) {
      let start = range.lowerBound + label.text.utf8CodeUnitCount
      if start <= range.upperBound { return (label, start..<range.upperBound) }
    }
    return nil
  }

  /// A field that lost its closing bracket, as where a file was cut off.
  private mutating func readUnclosedField(before last: Int) -> Bool {
    guard let open = text.unclosedBracket(before: last) else { return false }
    let inner = text.trimmingBlanks(open + 1..<last)
    guard label(in: inner) != nil || endsWithFieldOrDate(before: open) else { return false }
    warnings.append(.unclosedField(string(inner)))
    hasUnclosedField = true
    end = open
    return true
  }

  private func endsWithFieldOrDate(before position: Int) -> Bool {
    let last = text.trimmingBlanks(0..<position).upperBound
    if let open = text.openingBracket(before: last) {
      return label(in: text.trimmingBlanks(open + 1..<last - 1)) != nil
    }
    return PrintedDate(in: text, endingAt: last) != nil
  }

  private mutating func read(_ label: Label, _ value: Range<Int>) {
    switch label {
    case .format: entry.formats = formats(value) + entry.formats
    case .notOnline: break
    case .obsoletes: entry.obsoletes = references(value, before: entry.obsoletes)
    case .obsoletedBy: entry.obsoletedBy = references(value, before: entry.obsoletedBy)
    case .updates: entry.updates = references(value, before: entry.updates)
    case .updatedBy: entry.updatedBy = references(value, before: entry.updatedBy)
    case .also: entry.also = references(value, before: entry.also)
    case .status: readStatus(value)
    case .doi: entry.doi = string(value)
    }
  }

  private mutating func readStatus(_ value: Range<Int>) {
    hasStatus = true
    entry.status = RFCStatus(capitals: text[value]) ?? RFCStatus(printed: string(value))
    if case .other(let printed) = entry.status { warnings.append(.unknownStatus(printed)) }
  }

  /// `TXT=177, PS=1489750 bytes` or `TXT, HTML`.
  private mutating func formats(_ range: Range<Int>) -> [RFCFormat] {
    var result: [RFCFormat] = []
    for item in text.items(in: range) {
      let name = item.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) }
      var rest = item[name.endIndex...]
      if rest.isEmpty {
        result.append(RFCFormat(name: string(name.indices)))
        continue
      }
      rest = rest.drop { isBlank($0) || $0 == UInt8(ascii: "=") }
      let digits = rest.prefix(while: isDigit)
      if !name.isEmpty, let bytes = digits.decimalNumber {
        result.append(RFCFormat(name: string(name.indices), bytes: bytes))
      } else {
        warnings.append(.unreadableFormat(string(item.indices)))
      }
    }
    return result
  }

  /// `RFC0010, NIC 6716, STD80`; what an index repeats is kept once.
  private mutating func references(
    _ range: Range<Int>, before later: [DocumentReference]
  ) -> [DocumentReference] {
    var result: [DocumentReference] = []
    for item in text.items(in: range) {
      let series = item.prefix(while: isLetter)
      let digits = item[series.endIndex...].drop(while: isBlank)
      guard !series.isEmpty, digits.allSatisfy(isDigit), let number = digits.decimalNumber else {
        warnings.append(.unreadableReference(string(item.indices)))
        continue
      }
      let name = series.elementsEqual("RFC".utf8) ? "RFC" : string(series.indices).uppercased()
      let reference = DocumentReference(series: name, number: number)
      if !result.contains(reference) { result.append(reference) }
    }
    return result + later.filter { !result.contains($0) }
  }
}

/// Reads one entry of the index, whose lines are already joined, from the right.
///
/// Titles contain full stops, brackets and dates of their own, so only the far end is certain:
/// bracketed fields, before them the date, before that the authors, and what is left is the title.
struct EntryReader {
  /// What had to be guessed about in the entry read last.
  private(set) var warnings: [RFCIndexWarning.Kind] = []
  private(set) var hasStatus = false
  private(set) var hasUnclosedField = false

  private var text = ByteSlice(UnsafeBufferPointer(start: nil, count: 0))
  private var entry = RFCEntry(number: 0, title: "")
  /// Everything from here on has been read.
  private var end = 0
  private var date: PrintedDate?
  /// Lists of formats seen before; a whole index has about ten.
  private var formatLists: [(printed: [UInt8], formats: [RFCFormat])] = []

  /// Reads the entry whose text, behind the number, is `text`.
  mutating func read(_ text: ByteSlice, number: Int) -> RFCEntry {
    self.text = text
    warnings.removeAll(keepingCapacity: true)
    hasStatus = false
    hasUnclosedField = false
    end = text.endIndex
    entry.number = number
    readText()
    // Moved out instead of copied, which would count up a reference for every list in it.
    var finished = RFCEntry(number: 0, title: "")
    swap(&finished, &entry)
    return finished
  }

  private mutating func readText() {
    if isNotIssued {
      entry.isIssued = false
      entry.title = "Not Issued"
      return
    }
    readFields()
    guard end < text.count || date != nil else {
      entry.title = text.string
      warnings.append(.unreadableEntry)
      return
    }
    if let date {
      entry.date = date.date
      end = date.start
    } else {
      warnings.append(.missingDate)
    }
    if !hasStatus { warnings.append(.missingStatus) }
    readTitleAndAuthors()
  }

  private var isNotIssued: Bool {
    let words: StaticString = "not issued"
    let count = words.utf8CodeUnitCount
    return text.starts(with: words, at: 0)
      && (text.count == count || text.count == count + 1 && text.last == UInt8(ascii: "."))
  }

  private mutating func readTitleAndAuthors() {
    let limit = text.trimmingBlanks(0..<end).upperBound
    let division = TitleDivision(text, end: limit)
    entry.title = text[division.title].string
    entry.authors = division.authors
    if division.authors.isEmpty {
      warnings.append(.missingAuthors)
    } else if division.isGuess {
      warnings.append(.guessedAuthors(division.authors.map(\.description).joined(separator: ", ")))
    }
  }
}

extension EntryReader {
  private enum Label {
    case format, notOnline, obsoletes, obsoletedBy, updates, updatedBy, also, status, doi
  }

  private mutating func readFields() {
    date = nil
    while true {
      var last = text.trimmingBlanks(0..<end).upperBound
      if last > 1, text[last - 1] == UInt8(ascii: "."), text[last - 2] == UInt8(ascii: ")") {
        last -= 1
      }
      guard let open = text.openingBracket(before: last) else {
        date = PrintedDate(in: text, endingAt: last)
        if date == nil, readUnclosedField(before: last) { continue }
        return
      }
      let inner = text.trimmingBlanks(open + 1..<last - 1)
      if let (label, value) = label(in: inner) {
        read(label, text.trimmingBlanks(value))
      } else if endsWithFieldOrDate(before: open) {
        warnings.append(.unknownField(text[inner].string))
      } else {
        return
      }
      end = open
    }
  }

  private func label(in range: Range<Int>) -> (Label, value: Range<Int>)? {
    func match(_ words: StaticString, _ label: Label) -> (Label, value: Range<Int>)? {
      let start = range.lowerBound + words.utf8CodeUnitCount
      guard start <= range.upperBound, text.starts(with: words, at: range.lowerBound) else {
        return nil
      }
      return (label, start..<range.upperBound)
    }
    return switch (text[range].first ?? 0) | 0x20 {
    case UInt8(ascii: "a"): match("also ", .also)
    case UInt8(ascii: "d"): match("doi:", .doi)
    case UInt8(ascii: "f"): match("format:", .format)
    case UInt8(ascii: "n"): match("not online", .notOnline)
    case UInt8(ascii: "o"): match("obsoletes ", .obsoletes) ?? match("obsoleted by ", .obsoletedBy)
    case UInt8(ascii: "s"): match("status:", .status)
    case UInt8(ascii: "u"): match("updates ", .updates) ?? match("updated by ", .updatedBy)
    default: nil
    }
  }

  /// A field that lost its closing bracket, as where a file was cut off.
  private mutating func readUnclosedField(before last: Int) -> Bool {
    guard let open = text.unclosedBracket(before: last) else { return false }
    let inner = text.trimmingBlanks(open + 1..<last)
    guard label(in: inner) != nil || endsWithFieldOrDate(before: open) else { return false }
    warnings.append(.unclosedField(text[inner].string))
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
    case .format: entry.formats = formats(value)
    case .notOnline: break
    case .obsoletes: entry.obsoletes = references(value, before: entry.obsoletes)
    case .obsoletedBy: entry.obsoletedBy = references(value, before: entry.obsoletedBy)
    case .updates: entry.updates = references(value, before: entry.updates)
    case .updatedBy: entry.updatedBy = references(value, before: entry.updatedBy)
    case .also: entry.also = references(value, before: entry.also)
    case .status: readStatus(value)
    case .doi: entry.doi = text[value].string
    }
  }

  private mutating func readStatus(_ value: Range<Int>) {
    hasStatus = true
    entry.status = RFCStatus(capitals: text[value]) ?? RFCStatus(printed: text[value].string)
    if case .other(let printed) = entry.status { warnings.append(.unknownStatus(printed)) }
  }

  private mutating func formats(_ range: Range<Int>) -> [RFCFormat] {
    let printed = text[range]
    if let known = formatLists.first(where: { printed.elementsEqual($0.printed) }) {
      return known.formats
    }
    let formats = readFormats(range)
    // Lists with sizes are all different and not worth keeping.
    if formatLists.count < 16, formats.allSatisfy({ $0.bytes == nil }) {
      formatLists.append((Array(printed), formats))
    }
    return formats
  }

  /// `TXT=177, PS=1489750 bytes` or `TXT, HTML`.
  private mutating func readFormats(_ range: Range<Int>) -> [RFCFormat] {
    var result: [RFCFormat] = []
    for item in text.items(in: range) {
      let name = item.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) }
      let rest = item[name.endIndex...].drop { isBlank($0) || $0 == UInt8(ascii: "=") }
      if name.endIndex == item.endIndex {
        result.append(RFCFormat(name: name.string))
      } else if !name.isEmpty, let bytes = rest.prefix(while: isDigit).decimalNumber {
        result.append(RFCFormat(name: name.string, bytes: bytes))
      } else {
        warnings.append(.unreadableFormat(item.string))
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
        warnings.append(.unreadableReference(item.string))
        continue
      }
      let name = series.elementsEqual("RFC".utf8) ? "RFC" : series.string.uppercased()
      let reference = DocumentReference(series: name, number: number)
      if !result.contains(reference) { result.append(reference) }
    }
    return result + later.filter { !result.contains($0) }
  }
}

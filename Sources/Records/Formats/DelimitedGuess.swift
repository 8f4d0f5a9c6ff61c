internal import HikidashiBase

/// A guess of the format of delimited text from its beginning: the encoding, the separator, the quotes, the
/// lines in front of the header, and whether there is one.
///
/// ```swift
/// let guess = try DelimitedGuess(from: .file("measured.dat"))
/// if guess.certainty < 0.8 { /* ask */ }
/// let schema = try Schema(inferringFrom: .file("measured.dat"), as: guess.format)
/// ```
public struct DelimitedGuess: Hashable, Sendable {
  /// The format that fits best; where nothing tells, comma-separated values with a header.
  public let format: DelimitedFormat
  /// How sure it is, 0 to 1: the part of the records that have as many values as most do, less where another
  /// separator does nearly as well, or nothing tells whether the first line is a header.
  public let certainty: Double

  /// As many records are looked at, at most.
  static let mostRecords = 400

  /// Looks at the beginning of a text.
  ///
  /// - Parameters:
  ///   - source: It is read again to get at the records, so that it can be no pipe.
  ///   - sampleBytes: How much of the text is looked at.
  /// - Throws: ``RecordTextError`` where it cannot be read.
  public init(from source: RecordSource, sampleBytes: Int = 1 << 18) throws(RecordTextError) {
    var window = ReadWindow(capacity: max(sampleBytes, 1 << 10))
    _ = try window.fill(from: SourceReader(source))
    self.init(Array(window.text), isWhole: window.isAtEnd)
  }

  /// - Parameters:
  ///   - bytes: The beginning of a text.
  ///   - isWhole: Whether it is all of it.
  init(_ bytes: [UInt8], isWhole: Bool) {
    var format = DelimitedFormat.csv
    format.encoding = Self.encoding(of: bytes, isWhole: isWhole)
    var text = Self.decoded(bytes, format.encoding)
    if !text.contains(UInt8(ascii: "\n")), text.contains(UInt8(ascii: "\r")) {
      format.lineEnd = .cr
      text = text.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }
    }
    let named = Self.namedSeparator(in: text)
    let samples = Self.candidates(format, named: named).map { candidate in
      DelimitedSample(text, isWhole: isWhole, as: candidate)
    }
    // The first of equals: commas before semicolons, double quotes before single ones.
    var best = samples[0]
    for sample in samples.dropFirst() where sample.score > best.score * 1.01 { best = sample }
    let rival =
      samples.filter { $0.format.separator != best.format.separator }
      .map(\.score).max() ?? 0
    let lead = best.score > 0 ? min(1, (best.score - rival) / best.score + 0.5) : 0
    let (described, headerCertainty) = best.described(isNamed: named != nil)
    self.format = described
    certainty = best.recordCount == 0 ? 0 : best.regularity * lead * headerCertainty
  }

  private static func candidates(
    _ format: DelimitedFormat, named: String?
  ) -> [DelimitedFormat] {
    var candidates: [DelimitedFormat] = []
    for separator in named.map({ [$0] }) ?? [",", ";", "\t", "|", " "] {
      for quote in ["\"", "'"] as [Unicode.Scalar] {
        for escape in [nil, "\\"] as [Unicode.Scalar?] {
          for trims in [false, true] where !trims || separator != " " {
            var candidate = format
            candidate.separator = separator
            (candidate.quote, candidate.escape, candidate.trimsBlanks) = (quote, escape, trims)
            candidates.append(candidate)
          }
        }
      }
    }
    return candidates
  }

  /// The separator that the first line names for spreadsheets, as in `sep=;`.
  private static func namedSeparator(in text: [UInt8]) -> String? {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count == 5,
      asciiLowercased(String(decoding: line.prefix(4), as: UTF8.self)) == "sep=",
      let last = line.last, last < 0x80
    else { return nil }
    return String(Unicode.Scalar(last))
  }

  // MARK: - Encodings

  private static func decoded(_ bytes: [UInt8], _ encoding: TextEncoding) -> [UInt8] {
    var text = bytes
    if encoding != .utf8, let converter = TextConverter(from: encoding) {
      (text, _) = converter.convert(bytes, isLast: false)
    }
    return text.starts(with: byteOrderMark) ? Array(text.dropFirst(byteOrderMark.count)) : text
  }

  private static func encoding(of bytes: [UInt8], isWhole: Bool) -> TextEncoding {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    let start = bytes.prefix(512)
    let zeros = (
      even: start.enumerated().count { $1 == 0 && $0.isMultiple(of: 2) },
      odd: start.enumerated().count { $1 == 0 && !$0.isMultiple(of: 2) }
    )
    if zeros.odd > start.count / 8, zeros.even == 0 { return .utf16LittleEndian }
    if zeros.even > start.count / 8, zeros.odd == 0 { return .utf16BigEndian }
    let invalid = bytes.withUnsafeBufferPointer { firstInvalidByte(of: $0) }
    // A character may be cut off at the end of the sample.
    guard let invalid, isWhole || invalid < bytes.count - 3 else { return .utf8 }
    let scored = [TextEncoding.shiftJIS, .eucJP].map { ($0, japanese(bytes, $0)) }
    if let best = scored.max(by: { $0.1 < $1.1 }), best.1 > 0 { return best.0 }
    // A few bytes in a text that is else UTF-8 are its mistakes.
    let others = bytes.count { $0 >= 0x80 }
    let valid = bytes.withUnsafeBufferPointer { validMultibytes(in: $0) }
    return valid * 2 > others ? .utf8 : .windows1252
  }

  /// How many kana and ideographs the text has in an encoding; 0 where it is none.
  private static func japanese(_ bytes: [UInt8], _ encoding: TextEncoding) -> Int {
    guard let converter = TextConverter(from: encoding) else { return 0 }
    let (text, isExact) = converter.convert(bytes, isLast: false)
    guard isExact else { return 0 }
    var (kana, others) = (0, 0)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where !scalar.isASCII {
      switch scalar.value {
      case 0x3040...0x30FF: kana += 2
      case 0x4E00...0x9FFF: kana += 1
      // Text of Western Europe and EUC would read as half width katakana.
      case 0xFF61...0xFF9F: others += 1
      default: others += 1
      }
    }
    return max(0, kana - others)
  }

  /// Bytes in characters of UTF-8 of more than one byte.
  private static func validMultibytes(in text: UnsafeBufferPointer<UInt8>) -> Int {
    var bytes = text.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var count = 0
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let scalar): count += scalar.count > 1 ? scalar.count : 0
      case .error: continue
      case .emptyInput: return count
      }
    }
  }
}

extension DelimitedFormat {
  /// Guesses the format of a text from its beginning; ``DelimitedGuess`` says how sure it is.
  ///
  /// ```swift
  /// let format = try DelimitedFormat(guessingFrom: .file("Umsätze.csv"))
  /// ```
  ///
  /// - Throws: ``RecordTextError`` where it cannot be read.
  public init(guessingFrom source: RecordSource) throws(RecordTextError) {
    self = try DelimitedGuess(from: source).format
  }
}

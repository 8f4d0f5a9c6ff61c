/// The abbreviations of a document, to be looked up by a word or by a place of the text.
///
/// ```swift
/// let abbreviations = RFCAbbreviations(of: document, layout)
/// abbreviations["TLS"]?.long                            // Transport Layer Security
/// abbreviations.at(scalar: reader.offset)?.abbreviation // of the word that stands there
/// ```
public struct RFCAbbreviations: Sendable {
  /// A word of the text that is an abbreviation.
  public struct Use: Sendable, Hashable {
    /// The abbreviation, and where it is explained.
    public var abbreviation: RFCAbbreviation
    /// Where the word stands, in Unicode scalars from the start of the text.
    public var range: Range<Int>
  }

  /// The abbreviations by their short forms, in the order of these.
  public let all: [RFCAbbreviation]
  private let places: [String: Int]
  /// Where they are used, in the order of the text; each with its place in ``all``.
  private let uses: [(range: Range<Int>, place: Int)]

  /// Finds the abbreviations that a document explains, and where it uses them.
  ///
  /// - Parameter layout: That of the document, where it is there already.
  /// - Complexity: O(*n*) in the text; do it off the main thread.
  public init(of document: RFCDocument, _ layout: RFCLayout? = nil) {
    let all = document.abbreviations(layout).sorted { $0.short < $1.short }
    let places = Dictionary(all.enumerated().map { ($1.short, $0) }) { one, _ in one }
    self.all = all
    self.places = places
    uses = all.isEmpty ? [] : Self.uses(in: document.text, places)
  }

  /// The abbreviation that a word is: `TLS`, also in the plural (`TLSs`), in brackets or before a mark.
  ///
  /// - Complexity: O(1) in the number of abbreviations.
  public subscript(word: String) -> RFCAbbreviation? {
    let core = Array(word.utf8.drop { !isLetter($0) && !isDigit($0) })
    let end = core.lastIndex { isLetter($0) || isDigit($0) }.map { $0 + 1 } ?? 0
    return Self.place(of: core[..<end], places).map { all[$0] }
  }

  /// The abbreviation of which the word at a place is a use; nil where none stands there.
  ///
  /// - Parameter offset: In Unicode scalars from the start of the text.
  /// - Complexity: O(log *n*) in the number of uses.
  public func at(scalar offset: Int) -> Use? {
    let use = uses.partitioningIndex { $0.range.upperBound > offset }
    guard use < uses.count, uses[use].range.contains(offset) else { return nil }
    return Use(abbreviation: all[uses[use].place], range: uses[use].range)
  }

  private static func place(of word: ArraySlice<UInt8>, _ places: [String: Int]) -> Int? {
    guard 2...11 ~= word.count else { return nil }
    if let place = places[String(decoding: word, as: UTF8.self)] { return place }
    return word.last == UInt8(ascii: "s")
      ? places[String(decoding: word.dropLast(), as: UTF8.self)] : nil
  }

  /// Looks at each word of letters and digits; one with hyphens or strokes as a whole first, then in pieces.
  private static func uses(
    in text: String, _ places: [String: Int]
  ) -> [(range: Range<Int>, place: Int)] {
    let bytes = Array(text.utf8)
    var uses: [(range: Range<Int>, place: Int)] = []
    var (byte, scalar) = (0, 0)
    while byte < bytes.count {
      guard isLetter(bytes[byte]) || isDigit(bytes[byte]) else {
        if bytes[byte] & 0xC0 != 0x80 { scalar += 1 }
        byte += 1
        continue
      }
      let end = bytes[byte...].firstIndex { !isLetter($0) && !isDigit($0) && !isJoint($0) }
      let word = bytes[byte..<(end ?? bytes.count)]
      // The word is of ASCII, whose bytes are its scalars.
      let offset = scalar - byte
      if let place = place(of: word, places) {
        uses.append((word.startIndex + offset..<word.endIndex + offset, place))
      } else {
        for piece in word.split(whereSeparator: isJoint) {
          guard let place = place(of: piece, places) else { continue }
          uses.append((piece.startIndex + offset..<piece.endIndex + offset, place))
        }
      }
      scalar += word.count
      byte = word.endIndex
    }
    return uses
  }

  private static func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
  }
}

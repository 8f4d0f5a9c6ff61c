/// One row of the RFC index.
///
/// ```swift
/// if let entry = index[2119] { print(entry.title, entry.authors, entry.status) }
/// ```
public struct RFCEntry: Sendable, Hashable, Codable {
  /// The number of the RFC, without padding.
  public var number: Int
  /// Whether the number was used; the index says `Not Issued` of some.
  public var isIssued: Bool
  /// The title without its final full stop; the raw text of an entry that could not be read.
  public var title: String
  /// The authors in the order printed.
  public var authors: [RFCAuthor]
  /// The date of publication.
  public var date: RFCDate?
  /// The forms in which it is published, in the order printed; empty for `(Not online)`.
  public var formats: [RFCFormat]
  /// Documents that this one replaces.
  public var obsoletes: [DocumentReference]
  /// Documents that replace this one.
  public var obsoletedBy: [DocumentReference]
  /// Documents that this one amends.
  public var updates: [DocumentReference]
  /// Documents that amend this one.
  public var updatedBy: [DocumentReference]
  /// Its numbers in other series: `STD 97`, `BCP 14`.
  public var also: [DocumentReference]
  /// Where it stands.
  public var status: RFCStatus
  /// Its digital object identifier; indexes before 2015 have none.
  public var doi: String?

  public init(
    number: Int, isIssued: Bool = true, title: String, authors: [RFCAuthor] = [],
    date: RFCDate? = nil, formats: [RFCFormat] = [], obsoletes: [DocumentReference] = [],
    obsoletedBy: [DocumentReference] = [], updates: [DocumentReference] = [],
    updatedBy: [DocumentReference] = [], also: [DocumentReference] = [],
    status: RFCStatus = .other(""), doi: String? = nil
  ) {
    self.number = number
    self.isIssued = isIssued
    self.title = title
    self.authors = authors
    self.date = date
    self.formats = formats
    self.obsoletes = obsoletes
    self.obsoletedBy = obsoletedBy
    self.updates = updates
    self.updatedBy = updatedBy
    self.also = also
    self.status = status
    self.doi = doi
  }
}

extension RFCEntry {
  /// Whether others have taken its place.
  public var isObsolete: Bool { !obsoletedBy.isEmpty }

  /// The number of an RFC that a person typed: up to five digits of any script, perhaps behind `RFC`; nil
  /// where the text is, or has, anything else.
  ///
  /// ```swift
  /// RFCEntry.number("RFC 9110")   // 9110
  /// RFCEntry.number("rfc:9110")   // 9110
  /// RFCEntry.number("tls 1.3")    // nil
  /// ```
  public static func number(_ text: String) -> Int? {
    var digits = text.filter { !$0.isWhitespace }[...]
    if digits.lowercased().hasPrefix("rfc") {
      digits = digits.dropFirst(3)
      if digits.first == ":" { digits = digits.dropFirst() }
    }
    // 1 3 is not 13.
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count(where: { $0.contains(where: \.isNumber) }) == 1, 1...5 ~= digits.count else {
      return nil
    }
    var number = 0
    for digit in digits {
      guard let value = digit.wholeNumberValue,
        digit.unicodeScalars.first?.properties.numericType == .decimal
      else { return nil }
      number = number * 10 + value
    }
    return number
  }
}

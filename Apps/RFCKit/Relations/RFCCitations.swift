import FoundationEssentials

/// Which RFCs name which others in their lists of references.
///
/// ```swift
/// let citations = try RFCCitations(parsing: bytes)
/// for citation in citations.citing(2119) { print(citation.number, citation.kind) }
/// ```
public struct RFCCitations: Sendable, Equatable {
  /// An RFC that names another one, or that is named.
  public struct Citation: Sendable, Hashable {
    /// The number of that RFC.
    public var number: Int
    /// Normative or informative; nil where the document does not say.
    public var kind: ListedReference.Kind?

    /// Makes a citation.
    ///
    /// - Parameters:
    ///   - number: The number of the RFC.
    ///   - kind: Normative or informative; nil where the document does not say.
    public init(number: Int, kind: ListedReference.Kind? = nil) {
      self.number = number
      self.kind = kind
    }
  }

  /// What each RFC names, ascending by number.
  public private(set) var cited: [Int: [Citation]] = [:]
  private var citing: [Int: [Citation]] = [:]

  /// Citations found elsewhere: what each RFC names.
  public init(_ cited: [Int: [Citation]]) {
    for (number, citations) in cited.sorted(by: { $0.key < $1.key }) {
      let all = Self.each(citations).filter { $0.number != number }
      self.cited[number] = all
      for citation in all {
        citing[citation.number, default: []].append(Citation(number: number, kind: citation.kind))
      }
    }
  }

  /// Reads a file of citations: an object with, for each number, lists under `normative` and
  /// `informative`. What is no number is left out.
  ///
  /// - Throws: ``RFCCitationsError`` where the bytes are no such object.
  /// - Complexity: O(*n*) in the bytes.
  public init(parsing bytes: [UInt8]) throws(RFCCitationsError) {
    guard let rows = try? JSONDecoder().decode([String: Lists].self, from: Data(bytes)) else {
      throw RFCCitationsError.notCitations
    }
    var cited: [Int: [Citation]] = [:]
    for (name, lists) in rows {
      guard let number = RFCEntry.number(name) else { continue }
      cited[number] = lists.citations
    }
    self.init(cited)
  }

  /// The RFCs that name this one, ascending by number.
  ///
  /// - Complexity: O(1)
  public func citing(_ number: Int) -> [Citation] { citing[number, default: []] }

  /// Each number once, with the strongest of its kinds.
  static func each(_ citations: [Citation]) -> [Citation] {
    var kinds: [Int: ListedReference.Kind?] = [:]
    for citation in citations {
      switch (kinds[citation.number] ?? nil, citation.kind) {
      case (.normative?, _): break
      case (let old, let new): kinds[citation.number] = .some(new == .normative ? new : old ?? new)
      }
    }
    return kinds.map { Citation(number: $0, kind: $1) }.sorted { $0.number < $1.number }
  }
}

extension RFCLayout {
  /// The RFCs that the document names, ascending by number: by its lists of references, and anywhere else.
  ///
  /// - Complexity: O(*n*) in the mentions.
  public var citations: [RFCCitations.Citation] {
    RFCCitations.each(
      listed.compactMap { entry in
        entry.number.map { RFCCitations.Citation(number: $0, kind: entry.kind) }
      } + references.map { RFCCitations.Citation(number: $0.number) })
  }
}

/// A file that has no citations.
public enum RFCCitationsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are no object of JSON with lists of numbers.
  case notCitations

  public var description: String {
    tr("it is no list of citations; remove it, and the documents are read instead")
  }
}

private struct Lists: Decodable {
  let citations: [RFCCitations.Citation]

  private enum Key: String, CodingKey { case normative, informative }

  init(from decoder: any Decoder) throws {
    let values = try? decoder.container(keyedBy: Key.self)
    citations = ListedReference.Kind.allCases.flatMap { kind in
      let names = try? values?.decodeIfPresent(
        [String].self, forKey: kind == .normative ? .normative : .informative)
      return (names ?? []).compactMap { RFCEntry.number($0) }.map {
        RFCCitations.Citation(number: $0, kind: kind)
      }
    }
  }
}

import FoundationEssentials

/// The errata of all RFCs.
///
/// ```swift
/// let errata = try RFCErrata(parsing: bytes)
/// for erratum in errata[2119] where erratum.status.isShown { print(erratum.corrected) }
/// ```
///
/// - Source: `https://www.rfc-editor.org/errata.json`, an array of objects whose values are texts or
///   null.
public struct RFCErrata: Sendable {
  /// All of them in the order of the file.
  public let all: [RFCErratum]
  /// The rows that could not be read, each a sentence.
  public let warnings: [RFCErrataWarning]
  private let positions: [Int: [Int]]

  /// Reads a file. A row that cannot be read is left out, with a warning.
  ///
  /// - Throws: ``RFCErrataError`` where the bytes are no array of JSON.
  /// - Complexity: O(*n*) in the bytes, about 0.2 s for the 12 MB of 2026.
  public init(parsing bytes: [UInt8]) throws(RFCErrataError) {
    let rows: [Row]
    do { rows = try JSONDecoder().decode([Row].self, from: Data(bytes)) } catch {
      throw RFCErrataError.notErrata
    }
    self.init(rows: rows)
  }

  /// Errata made elsewhere.
  public init(_ errata: [RFCErratum], warnings: [RFCErrataWarning] = []) {
    all = errata
    self.warnings = warnings
    positions = Dictionary(grouping: errata.indices) { errata[$0].number }
  }

  private init(rows: [Row]) {
    var errata: [RFCErratum] = []
    var warnings: [RFCErrataWarning] = []
    for (place, row) in rows.enumerated() {
      switch row.erratum {
      case .success(let erratum): errata.append(erratum)
      case .failure(let problem):
        warnings.append(RFCErrataWarning(row: place + 1, problem: problem))
      }
    }
    self.init(errata, warnings: warnings)
  }

  /// Those of an RFC, in the order of the file.
  ///
  /// - Complexity: O(1)
  public subscript(number: Int) -> [RFCErratum] { positions[number, default: []].map { all[$0] } }
}

/// A file that has no errata.
public enum RFCErrataError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are no array of JSON, or not a whole one.
  case notErrata

  public var description: String {
    tr("it is no list of errata, or not a whole one; fetch it again with “rfcviewer sync”")
  }
}

/// A row of the errata that could not be read.
public struct RFCErrataWarning: Sendable, Hashable, CustomStringConvertible {
  /// What is wrong with a row.
  public enum Problem: Error, Sendable, Hashable {
    /// It is no object.
    case notAnObject
    /// A value is missing, or is nothing of the kind.
    case badValue(String)
  }

  /// The row; the first is 1.
  public var row: Int
  /// What is wrong with it.
  public var problem: Problem

  public var description: String {
    switch problem {
    case .notAnObject: tr("erratum {} of the file: is no object", row)
    case .badValue(let key): tr("erratum {} of the file: “{}” cannot be read", row, key)
    }
  }
}

/// One element of the array, whatever it is.
private struct Row: Decodable {
  let erratum: Result<RFCErratum, RFCErrataWarning.Problem>

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    guard let values = try? decoder.container(keyedBy: Key.self) else {
      erratum = .failure(.notAnObject)
      return
    }
    func text(_ key: String) -> String {
      let key = Key(stringValue: key)
      if let text = try? values.decodeIfPresent(String.self, forKey: key) { return text }
      return (try? values.decodeIfPresent(Int.self, forKey: key)).map { "\($0)" } ?? ""
    }
    do throws(RFCErrataWarning.Problem) {
      erratum = .success(try Self.erratum(text))
    } catch {
      erratum = .failure(error)
    }
  }

  private static func erratum(
    _ text: (String) -> String
  ) throws(RFCErrataWarning.Problem) -> RFCErratum {
    guard let id = Int(text("errata_id")) else { throw .badValue("errata_id") }
    guard let number = RFCEntry.number(text("doc-id")), number > 0 else {
      throw .badValue("doc-id")
    }
    guard let status = RFCErratum.Status(rawValue: text("errata_status_code")) else {
      throw .badValue("errata_status_code")
    }
    func lines(_ key: String) -> String {
      text(key).split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
    }
    return RFCErratum(
      id: id, number: number, status: status,
      kind: RFCErratum.Kind(rawValue: text("errata_type_code")),
      section: text("section").split(whereSeparator: \.isWhitespace).joined(separator: " "),
      original: lines("orig_text"), corrected: lines("correct_text"), notes: lines("notes"),
      date: text("submit_date"), reporter: text("submitter_name"))
  }
}

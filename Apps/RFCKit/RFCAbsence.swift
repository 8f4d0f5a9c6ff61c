public import FoundationEssentials

/// Why no library has the text of an RFC.
///
/// ```swift
/// if let absence = index[8]?.absence { print(absence) }   // RFC 8 was published only as PDF; …
/// ```
public enum RFCAbsence: Sendable, Hashable {
  /// The number was given to no document.
  case neverIssued(Int)
  /// The document was published only as `PDF` or `PS`, and not as text.
  case notAsText(Int, formats: [String])

  /// Where people can read the document; nil where there is none.
  public var page: URL? {
    guard case .notAsText(let number, let formats) = self else { return nil }
    return RFCMirror.rfcEditor.document(number, as: formats.contains("PDF") ? "pdf" : "ps")
  }
}

extension RFCAbsence: CustomStringConvertible {
  public var description: String {
    switch self {
    case .neverIssued(let number):
      tr("RFC {} was never issued", number)
    case .notAsText(let number, let formats):
      tr(
        "RFC {} was published only as {}; read it at {}", number,
        formats.joined(separator: ", "), page?.absoluteString ?? "")
    }
  }
}

extension RFCEntry {
  /// Why there is no text of this RFC to be had from anyone; nil where there is one, and where the index
  /// does not tell.
  public var absence: RFCAbsence? {
    guard isIssued else { return .neverIssued(number) }
    let names = formats.map { $0.name.uppercased() }
    guard !names.isEmpty, names.allSatisfy({ $0 == "PDF" || $0 == "PS" }) else { return nil }
    return .notAsText(number, formats: names)
  }
}

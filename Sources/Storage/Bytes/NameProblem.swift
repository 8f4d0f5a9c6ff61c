internal import HikidashiBase

/// The reason why a text is not a valid ``StorageName``.
public enum NameProblem: Equatable, Sendable {
  /// A component is empty: two slashes are adjacent, a slash ends the text, or the text is empty.
  case emptyComponent
  /// The text begins with a slash, as an absolute path does.
  case absolute
  /// A component is `.` or `..`.
  case relative(String)
  /// The text contains a control character; the value is its code.
  case controlCharacter(UInt32)
  /// A component is too long; the value is the number of its bytes.
  case longComponent(bytes: Int)
  /// The text is too long; the value is the number of its bytes.
  case long(bytes: Int)
  /// The text has too many components; the value is their number.
  case deep(components: Int)
  /// A component begins with `.hikidashi-`, as only this module's own files may.
  case reserved(String)

  static func first(in text: String) -> NameProblem? {
    if text.utf8.first == UInt8(ascii: "/") { return .absolute }
    if text.utf8.count > StorageName.limit { return .long(bytes: text.utf8.count) }
    for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
      return .controlCharacter(scalar.value)
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.count > StorageName.depthLimit { return .deep(components: parts.count) }
    for part in parts {
      if let problem = first(inComponent: Substring(part)) { return problem }
    }
    return nil
  }

  private static func first(inComponent part: Substring) -> NameProblem? {
    if part.utf8.isEmpty { return .emptyComponent }
    if part == "." || part == ".." { return .relative(String(part)) }
    let count = part.utf8.count
    if count > StorageName.componentLimit { return .longComponent(bytes: count) }
    if part.utf8.starts(with: StorageName.reserved.utf8) { return .reserved(String(part)) }
    return nil
  }
}

extension NameProblem: CustomStringConvertible {
  /// The problem and how to fix it, as the second half of a sentence.
  public var description: String {
    switch self {
    case .emptyComponent:
      tr("it has an empty part; write one slash between two parts and none at the end")
    case .absolute:
      tr("it begins with a slash; names start at the storage's own root, so leave the slash out")
    case .relative(let part):
      tr("its part “{}” would lead elsewhere; write the name as it is seen from the root", part)
    case .controlCharacter(let code):
      tr("it holds the control character U+{}; leave it out", hexadecimal(code))
    case .longComponent(let bytes):
      tr(
        "one of its parts has {} bytes and may have {}; shorten it", bytes,
        StorageName.componentLimit)
    case .long(let bytes):
      tr("it has {} bytes and may have {}; shorten it", bytes, StorageName.limit)
    case .deep(let count):
      tr("it has {} parts and may have {}; use fewer folders", count, StorageName.depthLimit)
    case .reserved(let part):
      tr(
        """
        its part “{}” begins with “{}”, as the storage's own files do; choose another
        """, part, StorageName.reserved)
    }
  }

  private func hexadecimal(_ code: UInt32) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

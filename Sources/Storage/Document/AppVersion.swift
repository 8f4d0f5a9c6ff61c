/// The version of an app: numbers separated by dots, as in `1.4.2`.
///
/// Versions are compared number by number; missing ones are zero, so that `1.4` and `1.4.0` are
/// equal.
public struct AppVersion: Sendable {
  /// The numbers, without zeros at the end.
  let numbers: [Int]
  /// The version as it was written.
  public let description: String

  /// Parses a version; nil unless it is one to eight numbers separated by dots.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isNumber, let number = Int(part) else { return nil }
      numbers.append(number)
    }
    guard numbers.count <= 8 else { return nil }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
    description = text
  }
}

extension AppVersion: Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// Creates a version from a literal; an invalid one stops the program.
  public init(stringLiteral text: String) {
    guard let version = AppVersion(text) else {
      preconditionFailure("“\(text)” is no version; write numbers between dots, as in 1.4.2")
    }
    self = version
  }

  /// Whether both versions are equal, number by number.
  public static func == (one: AppVersion, other: AppVersion) -> Bool {
    one.numbers == other.numbers
  }

  /// Whether `one` is an older version than `other`.
  public static func < (one: AppVersion, other: AppVersion) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }

  /// Hashes the numbers of the version.
  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

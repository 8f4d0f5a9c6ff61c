/// A small set of documents to begin with: those that people look up most, from the words of requirement
/// and the protocols of every connection to a joke or two.
///
/// ```swift
/// try await sync.run(.documents(RFCStarterSet.numbers))
/// ```
public enum RFCStarterSet {
  /// The numbers, in ascending order.
  public static let numbers = [
    768, 791, 792, 826, 1034, 1035, 1122, 1123, 1149, 1918, 2026, 2119, 2131, 2324, 3339, 3550,
    3629,
    3986, 4033, 4251, 4271, 4291, 4301, 4648, 4861, 5234, 5280, 5321, 5322, 5545, 5905, 6376, 6455,
    6749, 6762, 6763, 6838, 7208, 7519, 8174, 8200, 8259, 8446, 8484, 8555, 8949, 9000, 9001, 9002,
    9110, 9111, 9112, 9113, 9114, 9293, 9325, 9562, 9846,
  ]

  /// About how many bytes they have together.
  public static let byteCount = 8_000_000
}

extension RFCSync {
  /// About how many bytes a document has; the 9,700 of 2026 have 550 MB.
  public static let usualDocumentSize = 57_000
}

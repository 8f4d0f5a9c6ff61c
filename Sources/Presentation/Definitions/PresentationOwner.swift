/// A window, page or task whose end ends what was shown for it.
///
/// ```swift
/// let owner = PresentationOwner("library window")
/// owner == PresentationOwner("library window")  // false: two windows
/// ```
public struct PresentationOwner: Hashable, Sendable {
  public let name: String
  private let number: UInt64

  /// Makes an owner that is equal to no other, whatever its name.
  ///
  /// - Parameter name: For the log and queries.
  public init(_ name: String) {
    self.name = name
    // Drawn and not counted: a counter would be state of the whole process.
    number = .random(in: .min ... .max)
  }
}

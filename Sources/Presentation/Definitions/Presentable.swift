/// Something that can be shown to a person and may be answered: an alert, a sheet, a toast.
///
/// It is a definition and draws nothing; a ``Presenter`` makes the view.
///
/// ```swift
/// struct Question: Presentable {
///   typealias Answer = Bool
///   let name: String
/// }
/// ```
public protocol Presentable<Answer>: Sendable {
  /// What a person chooses; `Never` for what is only looked at.
  associatedtype Answer: Sendable

  /// What the log, errors and queries call it.
  var name: String { get }

  /// Where and how long it is shown unless the request says otherwise.
  var options: PresentationOptions { get }

  /// What is shown in the place of both when the same is asked for again; the newer, unless said
  /// otherwise.
  func merging(_ newer: Self) -> Self
}

extension Presentable {
  public var name: String { String(describing: Self.self) }
  public var options: PresentationOptions { PresentationOptions() }
  public func merging(_ newer: Self) -> Self { newer }
}

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

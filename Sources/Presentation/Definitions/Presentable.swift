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
  /// The type of the person's answer; `Never` for items without one.
  associatedtype Answer: Sendable

  /// The name of the item in the log, in errors and in queries.
  var name: String { get }

  /// Where and how long it is shown unless the request says otherwise.
  var options: PresentationOptions { get }

  /// Combines this item with a newer duplicate. By default the newer one is shown.
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

/// Makes the views of what a queue shows, and takes them away; on the main actor.
///
/// For each item it is asked to present, and later, if the view is still there, to dismiss. It must
/// report both through the ``Showing``, at once or later; when it does not in time, the queue gives
/// the item up. It may report at any time that the view is gone.
///
/// ```swift
/// final class Printer: Presenter {
///   func present<Item>(_ showing: Showing<Item>) {
///     print(showing.item.name)
///     showing.presented()
///   }
///   func dismiss<Item>(_ showing: Showing<Item>) { showing.dismissed() }
/// }
/// ```
@MainActor public protocol Presenter: AnyObject, Sendable {
  /// Begins to show an item; ``Showing/presented()`` or ``Showing/failed(_:)`` is to follow.
  func present<Item: Presentable>(_ showing: Showing<Item>)

  /// Begins to take the view away; ``Showing/dismissed()`` is to follow.
  func dismiss<Item: Presentable>(_ showing: Showing<Item>)

  /// The ``Showing/item`` or the ``Showing/count`` of what is shown has changed; does nothing unless
  /// said otherwise.
  func update<Item: Presentable>(_ showing: Showing<Item>)

  /// Takes away at once what is left of the view of an item that was given up; nothing is to follow.
  /// Does nothing unless said otherwise.
  func abandon<Item: Presentable>(_ showing: Showing<Item>)
}

extension Presenter {
  public func update<Item: Presentable>(_ showing: Showing<Item>) {}
  public func abandon<Item: Presentable>(_ showing: Showing<Item>) {}
}

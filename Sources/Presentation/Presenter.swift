/// Shows and removes the views of a queue's items, on the main actor.
///
/// The queue asks it to present each item and later, if the view is still there, to dismiss it. The
/// presenter must report both through the ``Showing``, at once or later; if it is late, the queue
/// gives the item up. It may report at any time that the view is gone.
///
/// ```swift
/// final class Printer: Presenter {
///   func present<Item>(_ showing: Showing<Item>) {
///     // What an app draws itself.
///     if showing.showItself() { return }
///     print(showing.item.name)
///     showing.presented()
///   }
///   func dismiss<Item>(_ showing: Showing<Item>) {
///     if !showing.endItself() { showing.dismissed() }
///   }
///   func abandon<Item>(_ showing: Showing<Item>) { _ = showing.endItself() }
/// }
/// ```
@MainActor public protocol Presenter: AnyObject, Sendable {
  /// Begins to show an item; ``Showing/presented()`` or ``Showing/failed(_:)`` is to follow.
  func present<Item: Presentable>(_ showing: Showing<Item>)

  /// Begins to take the view away; ``Showing/dismissed()`` is to follow.
  func dismiss<Item: Presentable>(_ showing: Showing<Item>)

  /// Updates the view after ``Showing/item`` or ``Showing/count`` has changed. The default does
  /// nothing.
  func update<Item: Presentable>(_ showing: Showing<Item>)

  /// Removes the view of an item that was given up, at once and without a report. The default does
  /// nothing.
  func abandon<Item: Presentable>(_ showing: Showing<Item>)
}

extension Presenter {
  public func update<Item: Presentable>(_ showing: Showing<Item>) {}
  public func abandon<Item: Presentable>(_ showing: Showing<Item>) {}
}

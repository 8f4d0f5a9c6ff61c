import HikidashiPresentation

/// The view of an item, for as long as the item lives: shown, hidden when something else interrupts
/// it, and shown again as it was.
///
/// A subclass overrides ``appear()``, ``vanish()`` and, where it can change, ``changed()``; it
/// reports by ``didAppear()`` and ``didVanish()``, at once or later.
@MainActor
class ItemView<Item: Presentable> {
  private(set) var item: Item
  /// How many requests it stands for, 1 or more.
  private(set) var count = 1
  /// The window that it belongs to.
  private(set) weak var window: Window?
  private var showing: Showing<Item>?

  init(_ item: Item, over window: Window) {
    self.item = item
    self.window = window
  }

  /// Begins to show itself.
  func appear() { didAppear() }

  /// Begins to take itself away; it may have to appear again.
  func vanish() { didVanish() }

  /// Takes itself away at once; nothing is to be reported.
  func drop() {}

  /// The item or the count is another.
  func changed() {}

  /// True from when it begins to appear until it has vanished.
  final var isShown: Bool { showing != nil }

  final func didAppear() { showing?.presented() }

  /// It is gone, because it was asked to or because a person has closed it.
  final func didVanish() {
    let showing = showing
    // What it keeps of this view, and this view of it, would keep each other.
    self.showing = nil
    showing?.dismissed()
  }

  final func answer(_ answer: Item.Answer) { showing?.answer(answer) }

  final func fail(_ problem: String) {
    let showing = showing
    self.showing = nil
    showing?.failed(problem)
  }

  final func begin(_ showing: Showing<Item>) {
    self.showing = showing
    item = showing.item
    count = showing.count
    appear()
  }

  final func end() {
    if isShown { vanish() }
  }

  final func update(_ showing: Showing<Item>) {
    item = showing.item
    count = showing.count
    changed()
  }

  final func giveUp() {
    showing = nil
    drop()
  }
}

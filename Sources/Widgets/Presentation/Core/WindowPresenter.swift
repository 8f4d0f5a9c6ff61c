import HikidashiBase
import HikidashiPresentation

/// Shows what a queue presents on the windows of an app.
///
/// An item is shown over the window that it belongs to, by its owner or by the screen of its channel;
/// without one, over the window that was used last.
@MainActor
final class WindowPresenter: Presenter {
  /// The window for what belongs to none.
  var latestWindow: @MainActor () -> Window? = { nil }

  func present<Item: Presentable>(_ showing: Showing<Item>) {
    if let item = showing.item as? any WindowPresentable { return present(item, showing) }
    guard showing.item is any CustomPresentable else {
      return showing.failed(tr("there is no view for a {}", String(describing: Item.self)))
    }
    let kept = showing.place as? Window
    guard let window = kept?.native == nil ? window(for: showing.options) : kept else {
      return showing.failed(tr("there is no window to show it over"))
    }
    showing.place = window
    let focus = FocusMemory(window)
    let isDialog = showing.options.channel.name == PresentationChannel.dialogs.name
    _ = showing.showItself { focus.restore(activating: isDialog) }
  }

  private func present<Item: WindowPresentable, Shown: Presentable>(
    _ item: Item, _ showing: Showing<Shown>
  ) {
    guard let showing = showing as? Showing<Item> else { return }
    let view: ItemView<Item>
    if let kept = showing.memory as? ItemView<Item>, kept.window?.native != nil {
      view = kept
    } else if let window = window(for: showing.options) {
      view = item.makeView(over: window)
    } else {
      return showing.failed(tr("there is no window to show it over"))
    }
    showing.memory = view
    view.begin(showing)
  }

  func dismiss<Item: Presentable>(_ showing: Showing<Item>) {
    if showing.endItself() { return }
    guard let view = showing.memory as? ItemView<Item> else { return showing.dismissed() }
    view.end()
  }

  func update<Item: Presentable>(_ showing: Showing<Item>) {
    (showing.memory as? ItemView<Item>)?.update(showing)
  }

  func abandon<Item: Presentable>(_ showing: Showing<Item>) {
    if showing.endItself() { return }
    (showing.memory as? ItemView<Item>)?.giveUp()
  }

  private func window(for options: PresentationOptions) -> Window? {
    let windows = Window.all
    return windows.first { $0.owner == options.owner }
      ?? windows.first { $0.screen == options.channel.screen } ?? latestWindow()
  }
}

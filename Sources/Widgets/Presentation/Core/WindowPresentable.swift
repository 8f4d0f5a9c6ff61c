import Presentation

/// Something that windows know how to show.
protocol WindowPresentable: Presentable {
  /// Makes the view, which is not shown yet; once for each item.
  @MainActor func makeView(over window: Window) -> ItemView<Self>
}

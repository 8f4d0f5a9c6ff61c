internal import CGTK

extension TableView {
  /// Sets what a click and the keyboard do to rows; at first ``SelectionStyle/single``.
  @discardableResult
  public func selection(_ style: SelectionStyle) -> Self {
    base.selection = style
    applyStyle()
    return self
  }

  /// Shows a check mark on each selected row in place of a tint.
  ///
  /// ```swift
  /// TableView(["Milk", "Bread", "Eggs"]).selection(.toggle).checkmarks()
  /// ```
  @discardableResult
  public func checkmarks(_ isOn: Bool = true) -> Self {
    base.checkmarks = isOn
    applyStyle()
    return self
  }

  /// Sets the look.
  @discardableResult
  public func style(_ style: TableStyle) -> Self {
    base.style = style
    applyStyle()
    return self
  }

  /// Customizes the table in a way that has a name; the one that was there gives way to it.
  @discardableResult
  public func variant(_ variant: TableVariant<Item>?) -> Self {
    self.variant = variant
    hooks.variant = variant
    applyStyle()
    installHooks()
    view.showAgain()
    return self
  }

  /// Sets what stands in the place of rows where there are none.
  @discardableResult
  public func whenEmpty(_ content: EmptyContent) -> Self {
    emptyContent = content
    if case .empty = state { state = .empty(content) }
    return self
  }

  /// What stands in the place of rows where there are none: a text, an icon, and a button.
  @discardableResult
  public func whenEmpty(
    _ text: String, icon: String? = nil, details: String? = nil,
    action: (title: String, run: @MainActor () -> Void)? = nil
  ) -> Self {
    whenEmpty(EmptyContent(text, icon: icon, details: details, action: action))
  }

  func applyStyle() {
    guard let native else { return }
    var style = variant?.style ?? base.style ?? .standard
    // Nothing opens here, so that no room is left for icons.
    style.alignsText = false
    let marks = variant?.checkmarks ?? base.checkmarks ?? style.marksSelection
    gtk_widget_remove_css_class(native, view.tableStyle.styleClass)
    gtk_widget_add_css_class(native, style.styleClass)
    view.style(style).checkmarks(marks)
    header?.hasMarkRoom = marks
    let selection = variant?.selection ?? base.selection ?? .single
    if view.selectionStyle != selection { view.selection(selection) }
  }
}

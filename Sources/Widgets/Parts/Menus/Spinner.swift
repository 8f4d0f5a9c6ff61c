internal import CHikidashiGTK

/// A turning wheel that shows that work is running whose duration is not known.
public final class Spinner: Part {
  /// Creates a spinner.
  ///
  /// - Parameters:
  ///   - label: What goes on, for a screen reader.
  ///   - size: In pixels.
  public init(_ label: String, size: Int = 16) {
    super.init(native: gtk_spinner_new())
    if let native {
      setProperty(
        native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR.rawValue)
    }
    minimumSize(width: size, height: size)
    align(horizontal: .center, vertical: .center)
    accessibleLabel(label).tooltip(label)
    isSpinning = true
    show()
  }

  /// Turns while the closure returns true.
  ///
  /// ```swift
  /// Spinner("Loading").spinning { connector.activity.isBusy }
  /// ```
  @discardableResult
  public func spinning(_ isSpinning: @escaping @MainActor () -> Bool) -> Self {
    keepUpToDate(.part, isSpinning) { [weak self] in self?.isSpinning = $0 }
    return self
  }

  /// Whether the wheel turns; while it does not, it is invisible but keeps its space.
  public var isSpinning: Bool = false {
    didSet { show() }
  }

  private func show() {
    guard let native else { return }
    gtk_spinner_set_spinning(native.opaque, isSpinning ? 1 : 0)
    setAccessible(native, GTK_ACCESSIBLE_STATE_BUSY, isSpinning)
    // Its room stays, so that nothing around it jumps.
    gtk_widget_set_opacity(native, isSpinning ? 1 : 0)
  }
}

internal import CHikidashiGTK

/// A bar that shows the progress of some work, or only that it is running.
///
/// ```swift
/// ProgressBar { load.status.fraction }
/// ```
public final class ProgressBar: Part {
  /// Creates an empty bar.
  public init() {
    super.init(native: gtk_progress_bar_new())
    // Beside buttons and labels it would stand at the top of the row.
    align(vertical: .center)
    on("map") { [weak self] _ in self?.show() }
    // A bar that moves has GTK draw each frame, seen or not.
    on("unmap") { [weak self] _ in self?.rest() }
  }

  /// Creates a bar that follows what the closures read.
  ///
  /// - Parameters:
  ///   - text: Returns the text shown in the bar, or nil.
  ///   - fraction: Returns the share of the work that is done; see ``fraction``.
  public convenience init(
    text: (@MainActor () -> String?)? = nil, fraction: @escaping @MainActor () -> Double?
  ) {
    self.init()
    // Nil moves the bar each time.
    follow { $0.fraction = fraction() }
    if let text { keepUpToDate(.part, text) { [weak self] in self?.text = $0 } }
  }

  /// The share of the work that is done, from 0 to 1, or nil while the end is not known: each time
  /// nil is set, the bar moves a little.
  public var fraction: Double? {
    didSet {
      isMoving = fraction == nil
      show()
    }
  }
  /// Whether the end of the work is not known.
  private var isMoving = false

  private func show() {
    guard let native else { return }
    if !isMoving {
      gtk_progress_bar_set_fraction(native.opaque, min(max(fraction ?? 0, 0), 1))
    } else if gtk_widget_get_mapped(native) != 0 {
      gtk_progress_bar_pulse(native.opaque)
    }
  }

  private func rest() {
    if isMoving, let native { gtk_progress_bar_set_fraction(native.opaque, 0) }
  }

  /// The text shown in the bar, or nil.
  public var text: String? {
    didSet {
      guard let native else { return }
      gtk_progress_bar_set_text(native.opaque, text)
      gtk_progress_bar_set_show_text(native.opaque, text == nil ? 0 : 1)
    }
  }
}

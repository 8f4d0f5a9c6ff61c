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
      guard let native else { return }
      if let fraction {
        gtk_progress_bar_set_fraction(native.opaque, min(max(fraction, 0), 1))
      } else {
        gtk_progress_bar_pulse(native.opaque)
      }
    }
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

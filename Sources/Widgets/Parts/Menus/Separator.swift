internal import CGTK

/// A thin line between two parts.
public final class Separator: Part {
  /// - Parameter axis: The direction of the line.
  public init(_ axis: Axis = .vertical) {
    super.init(native: gtk_separator_new(axis.native))
  }
}

/// Empty room that pushes what follows to the other end.
public final class Spacer: Part {
  public init() {
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    expand(.horizontal)
  }
}

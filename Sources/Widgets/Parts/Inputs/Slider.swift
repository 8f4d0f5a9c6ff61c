internal import CHikidashiGTK

/// A number that is chosen by dragging a knob along a line, or with the arrow keys, Page Up, Page Down, Home and End.
///
/// ```swift
/// Slider("_Volume", value: 40, in: 0...100, step: 5)
/// Slider("_Zoom", value: 1, in: 0.5...4, step: 0.25, decimals: 2, marks: [1: "1:1"])
/// ```
public final class Slider: Input<Double> {
  private let range: ClosedRange<Double>
  private let step: Double
  private let decimals: Int
  private let marks: [Double: String]
  private let showsNumber: Bool

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The number at first.
  ///   - range: The numbers at both ends; one that is set outside of it is shown at the nearer end.
  ///   - step: How far one step goes, above 0; Page Up goes ten. What a person chooses is a whole number of steps
  ///     from the lower end.
  ///   - decimals: How many digits stand behind the decimal sign.
  ///   - marks: What stands below the line, by numbers; an empty text is a mark alone.
  ///   - showsNumber: Whether the number stands at the end of the line.
  ///   - rules: What the number must fulfil.
  ///   - onChange: Called with the number at each change.
  public init(
    _ label: String, value: Double, in range: ClosedRange<Double>, step: Double = 1,
    decimals: Int = 0, marks: [Double: String] = [:], showsNumber: Bool = true,
    rules: [InputRule<Double>] = [], onChange: (@MainActor (Double) -> Void)? = nil
  ) {
    self.range = range
    self.step = step > 0 ? step : 1
    self.decimals = min(max(decimals, 0), 12)
    self.marks = marks
    self.showsNumber = showsNumber
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let adjustment = gtk_adjustment_new(
      range.lowerBound, range.lowerBound, range.upperBound, step, step * 10, 0)
    let scale: NativeWidget = gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, adjustment)
    gtk_scale_set_digits(scale.cast(to: GtkScale.self), gint(decimals))
    gtk_scale_set_draw_value(scale.cast(to: GtkScale.self), showsNumber ? 1 : 0)
    gtk_scale_set_value_pos(scale.cast(to: GtkScale.self), GTK_POS_RIGHT)
    // Steps are ours.
    gtk_range_set_round_digits(scale.cast(to: GtkRange.self), -1)
    for (number, text) in marks.sorted(by: { $0.key < $1.key }) {
      gtk_scale_add_mark(
        scale.cast(to: GtkScale.self), number, GTK_POS_BOTTOM, text.isEmpty ? nil : text)
    }
    gtk_widget_set_size_request(scale, 160, -1)
    connect(scale, "value-changed") { [weak self] _ in
      self?.moved(to: gtk_range_get_value(scale.cast(to: GtkRange.self)))
      return false
    }
    return scale
  }

  /// Shows a value in the control.
  public override func show(_ value: Double) {
    madeControl.map {
      gtk_range_set_value($0.cast(to: GtkRange.self), value.isNaN ? range.lowerBound : value)
    }
  }

  private func moved(to number: Double) {
    let whole = range.lowerBound + ((number - range.lowerBound) / step).rounded() * step
    let nearest = min(max(whole, range.lowerBound), range.upperBound)
    enter(nearest)
    // The knob stands where the number is.
    if nearest != number, value == nearest { show(nearest) }
  }
}

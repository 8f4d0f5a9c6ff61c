internal import CHikidashiGTK
public import HikidashiMotion

extension Label {
  /// Creates a label of a number that counts to its new value whenever it changes.
  ///
  /// ```swift
  /// Label(counting: { Double(stock.count) }, over: 0.8) { "\(Int($0)) items" }
  /// ```
  ///
  /// A screen reader reads the value to which it counts. Where nothing is to move it is shown at once.
  ///
  /// - Parameters:
  ///   - value: Returns the number; what it reads is followed.
  ///   - duration: How long it counts, in seconds, more than 0.
  ///   - curve: How the number follows time.
  ///   - text: Returns what is shown for a number on the way, which lies between the old and the new one.
  public convenience init(
    counting value: @escaping @MainActor () -> Double, over duration: Double = 0.6,
    curve: Curve = .easeOut, text: @escaping @MainActor (Double) -> String
  ) {
    self.init()
    let counter = Counter(self, duration, curve, text)
    keepUpToDate(.part, value) { counter.count(to: $0) }
  }
}

/// Counts from one number to another in a label.
@MainActor
private final class Counter: Moving {
  private weak var label: Label?
  private let duration: Double
  private let curve: Curve
  private let text: @MainActor (Double) -> String
  private var way: (from: Double, to: Double)?
  private var shown: Double?
  private var start: Double?

  init(
    _ label: Label, _ duration: Double, _ curve: Curve,
    _ text: @escaping @MainActor (Double) -> String
  ) {
    self.label = label
    self.duration = duration
    self.curve = curve
    self.text = text
  }

  func count(to value: Double) {
    // The numbers on the way are not read.
    if shown != nil { label?.accessibleLabel(text(value)) }
    guard let from = shown, let native = label?.native, let root = gtk_widget_get_root(native),
      label?.isAnimated ?? false, duration > 0, duration.isFinite
    else { return show(value) }
    way = (from, value)
    start = nil
    MotionClock.of(root.widget).run(self)
  }

  private func show(_ value: Double) {
    shown = value
    label?.text = text(value)
    way = nil
  }

  func advance(to time: Double) -> Bool {
    guard let way, let label, let native = label.native, gtk_widget_get_mapped(native) != 0 else {
      finish()
      return false
    }
    let begun = start ?? time
    start = begun
    let progress = (time - begun) / duration
    guard progress < 1 else {
      finish()
      return false
    }
    let value = way.from + (way.to - way.from) * curve.value(at: progress)
    shown = value
    label.text = text(value)
    return true
  }

  func finish() {
    if let way { show(way.to) }
  }
}

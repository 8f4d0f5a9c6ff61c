internal import CHikidashiGTK
public import FoundationEssentials
internal import HikidashiBase
internal import HikidashiRecords

/// A month, of which a day can be chosen, and days can be marked.
///
/// ```swift
/// MonthCalendar("_Due", value: .now) { day in list.show(tasks(on: day)) }
///   .marked { day in tasks.contains { $0.isDue(day) } }
/// ```
///
/// Weeks begin with the day that the desktop's region has as their first one. The arrow keys go to the next day and
/// the next week, Page Up and Page Down to another month. A ``DateEntry`` takes less room.
public final class MonthCalendar: Input<Date?> {
  private let days: ZonedDays
  private let format: DateFormat
  private var grid: DayGrid?
  /// Which month is shown.
  private let shownMonth = ObservedState()
  private var marked: [Date] = []

  /// Creates a calendar.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The date at first; nil for none, and then this month is shown.
  ///   - timeZone: The name of the time zone, such as `UTC`; the machine's, if not given. A day begins at midnight,
  ///     unless the value before has a time.
  ///   - rules: What the date must fulfil.
  ///   - onChange: Called with the date at each change.
  public init(
    _ label: String, value: Date? = nil, timeZone: String? = nil,
    rules: [InputRule<Date?>] = [], onChange: (@MainActor (Date?) -> Void)? = nil
  ) {
    days = ZonedDays(zone: timeZone)
    format = DateFormat(.longDay, timeZone: timeZone)
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  override var dates: DateFormat? { format }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    grid = nil
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let grid = DayGrid(label, days: days)
    grid.onChoose = { [weak self] date in
      self?.enter(date)
      self?.describe()
    }
    grid.onMonth = { [weak self] in self?.shownMonth.didChange() }
    // Days stand no further apart where there is much room.
    gtk_widget_set_halign(grid.native, GTK_ALIGN_START)
    self.grid = grid
    return grid.native
  }

  /// Shows a value in the control.
  public override func show(_ value: Date?) {
    grid?.show(value)
    describe()
  }

  /// Marks the days for which the closure returns true, and again when something that it read has changed.
  ///
  /// A marked day is bold and has a dot below it; a screen reader is told the marked days of the month.
  ///
  /// - Parameter isMarked: Called with the midnight of each day of the month that is shown.
  @discardableResult
  public func marked(_ isMarked: @escaping @MainActor (Date) -> Bool) -> Self {
    keepUpToDate(.part) { [weak self] in
      self?.shownMonth.willRead()
      return self?.grid?.month.map { ($0, isMarked($0)) } ?? []
    } apply: { [weak self] days in
      self?.mark(days)
    }
    return self
  }

  private func mark(_ days: [(Date, Bool)]) {
    grid?.mark(Set(days.indices.filter { days[$0].1 }.map { $0 + 1 }))
    marked = days.filter(\.1).map(\.0)
    describe()
  }

  /// A screen reader hears nothing of the days that GTK's calendar shows.
  private func describe() {
    guard let control = madeControl else { return }
    var words = value.map { [format.text($0)] } ?? []
    if !marked.isEmpty {
      words.append(tr("Marked: {}", marked.map { format.text($0) }.joined(separator: "; ")))
    }
    setAccessible(
      control, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words.joined(separator: ". "))
  }

  /// Moves the keyboard focus to the days.
  @discardableResult
  public override func focus() -> Bool { control.map(giveFocus) ?? false }
}

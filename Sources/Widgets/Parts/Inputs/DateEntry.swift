internal import CHikidashiGTK
public import FoundationEssentials
internal import HikidashiBase
internal import HikidashiRecords

/// A day, or a day and a time, typed in the format of the user's language or picked from a
/// calendar.
///
/// ```swift
/// let born = DateEntry("Born", rules: [.required])
/// let meeting = DateEntry("Begins", value: .now, hasTime: true)
/// ```
///
/// ISO 8601 (2026-12-31) is understood in every language. Up and Down go a day on and back; the
/// button beside the entry opens the calendar.
public final class DateEntry: TypedEntry<Date> {
  private let format: DateFormat
  private let days: ZonedDays
  private var calendarButton: NativeWidget?

  /// Creates a date entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The date at first, or nil for none.
  ///   - hasTime: Whether the hour and the minute are entered, too. A day alone begins at midnight.
  ///   - timeZone: The name of the time zone, such as `UTC`; the machine's, if not given.
  ///   - rules: What the date must fulfil.
  ///   - onChange: Called with the date at each change.
  public init(
    _ label: String, value: Date? = nil, hasTime: Bool = false, timeZone: String? = nil,
    rules: [InputRule<Date?>] = [], onChange: (@MainActor (Date?) -> Void)? = nil
  ) {
    format = DateFormat(hasTime ? .minute : .day, timeZone: timeZone)
    days = ZonedDays(zone: timeZone)
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  override var dates: DateFormat? { format }

  /// What the empty entry shows in grey: now.
  public override var example: String { format.text(.now) }

  /// Returns a date as the reader's language writes it.
  public override func text(of value: Date) -> String { format.text(value) }

  /// Reads a date; nil where the text is none.
  public override func value(of text: String) -> Date? { format.date(text) }

  /// Returns the date a day on or back.
  public override func stepped(_ value: Date?, isUp: Bool) -> Date? {
    // Where there is none yet, the first step is to today.
    guard let value else { return days.today }
    return days.date(value, days: isUp ? 1 : -1)
  }

  /// What a text must be that is no date.
  public override var complaintOfText: String { tr("must be a date such as {}", example) }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    let button: NativeWidget = gtk_menu_button_new()
    gtk_widget_add_css_class(row, "linked")
    gtk_widget_set_hexpand(control, 1)
    gtk_menu_button_set_icon_name(button.opaque, "x-office-calendar-symbolic")
    gtk_widget_set_tooltip_text(button, tr("Calendar"))
    setAccessible(button, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Calendar"))
    setAccessibleButton(in: button, tr("Calendar"))
    gtk_box_append(row.cast(to: GtkBox.self), control)
    gtk_box_append(row.cast(to: GtkBox.self), button)
    // Made when it is opened: a calendar has some fifty labels.
    setPopover(of: button) { [weak self] in self?.makeCalendar() }
    calendarButton = button
    return row
  }

  private func makeCalendar() -> NativeWidget {
    let grid = DayGrid(label, days: days)
    grid.show(value)
    grid.onChoose = { [weak self] in self?.choose($0) }
    grid.onEnter = { [weak self] in
      if let button = self?.calendarButton { gtk_menu_button_popdown(button.opaque) }
    }
    // This also keeps the grid as long as its widget.
    connect(grid.native, "map") { _ in
      gtk_widget_grab_focus(grid.native)
      return false
    }
    return grid.native
  }
}

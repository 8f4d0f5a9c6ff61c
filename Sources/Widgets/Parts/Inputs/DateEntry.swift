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
  private let zone: String?
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
    zone = timeZone
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
  public override func stepped(_ value: Date?, isUp: Bool) -> Date? { stepped(days: isUp ? 1 : -1) }

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

  /// The date some days or months on; where there is none yet, today.
  private func stepped(days: Int32 = 0, months: Int32 = 0) -> Date? {
    guard let start = native(value ?? .now) else { return nil }
    defer { g_date_time_unref(start) }
    let isFirst = value == nil
    guard let month = g_date_time_add_months(start, isFirst ? 0 : months) else { return nil }
    defer { g_date_time_unref(month) }
    guard let other = g_date_time_add_days(month, isFirst ? 0 : days) else { return nil }
    defer { g_date_time_unref(other) }
    return date(on: other, at: timeOfDay)
  }

  private func makeCalendar() -> NativeWidget {
    let calendar: NativeWidget = gtk_calendar_new()
    setAccessible(calendar, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    nameButtons(of: calendar)
    select(value, in: calendar)
    for signal in ["day-selected", "next-month", "prev-month", "next-year", "prev-year"] {
      connect(calendar, signal) { [weak self] _ in
        guard let self, let day = gtk_calendar_get_date(calendar.opaque) else { return false }
        defer { g_date_time_unref(day) }
        if let date = date(on: day, at: timeOfDay), date != value { choose(date) }
        return false
      }
    }
    connect(calendar, "map") { _ in
      gtk_widget_grab_focus(calendar)
      return false
    }
    guard let keys = gtk_event_controller_key_new() else { return calendar }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(calendar, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      // Its buttons have keys of their own.
      guard let self, gtk_widget_has_focus(calendar) != 0 else { return false }
      return pressed(Int32(arguments.uint(1)), in: calendar)
    }
    return calendar
  }

  /// GTK's own keys move a mark, which the space bar makes the day; here a key goes to the day.
  private func pressed(_ key: Int32, in calendar: NativeWidget) -> Bool {
    let date: Date?
    switch key {
    case GDK_KEY_Left: date = stepped(days: -1)
    case GDK_KEY_Right: date = stepped(days: 1)
    case GDK_KEY_Up: date = stepped(days: -7)
    case GDK_KEY_Down: date = stepped(days: 7)
    case GDK_KEY_Page_Up: date = stepped(months: -1)
    case GDK_KEY_Page_Down: date = stepped(months: 1)
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      if let calendarButton { gtk_menu_button_popdown(calendarButton.opaque) }
      return true
    default: return false
    }
    select(date, in: calendar)
    // GTK tells of another day of the month only.
    if let date, date != value { choose(date) }
    return true
  }

  private func select(_ date: Date?, in calendar: NativeWidget) {
    guard let date, let native = native(date) else { return }
    gtk_calendar_select_day(calendar.opaque, native)
    g_date_time_unref(native)
  }

  /// A screen reader hears nothing of what the arrows of GTK's calendar do.
  private func nameButtons(of calendar: NativeWidget) {
    var names = [tr("Previous Month"), tr("Next Month"), tr("Previous Year"), tr("Next Year")][...]
    var child = gtk_widget_get_first_child(calendar).flatMap { gtk_widget_get_first_child($0) }
    while let widget = child {
      if g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), gtk_button_get_type())
        != 0,
        let name = names.popFirst()
      {
        setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
      }
      child = gtk_widget_get_next_sibling(widget)
    }
  }

  private var timeOfDay: (hour: Int32, minute: Int32) {
    guard let value, let native = native(value) else { return (0, 0) }
    defer { g_date_time_unref(native) }
    return (g_date_time_get_hour(native), g_date_time_get_minute(native))
  }

  /// The moment of a day and a time in the entry's time zone.
  private func date(on day: OpaquePointer, at time: (hour: Int32, minute: Int32)) -> Date? {
    withTimeZone { zone in
      let (year, month) = (g_date_time_get_year(day), g_date_time_get_month(day))
      guard
        let moment = g_date_time_new(
          zone, year, month, g_date_time_get_day_of_month(day), time.hour, time.minute, 0)
      else { return nil }
      defer { g_date_time_unref(moment) }
      return Date(timeIntervalSince1970: Double(g_date_time_to_unix(moment)))
    }
  }

  /// The date as GLib knows it; the caller releases it. Nil where its calendar does not reach.
  private func native(_ date: Date) -> OpaquePointer? {
    guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)),
      let moment = g_date_time_new_from_unix_utc(seconds)
    else { return nil }
    defer { g_date_time_unref(moment) }
    return withTimeZone { g_date_time_to_timezone(moment, $0) }
  }

  private func withTimeZone<Result>(_ body: (OpaquePointer?) -> Result?) -> Result? {
    guard let native = zone.map({ g_time_zone_new_identifier($0) }) ?? g_time_zone_new_local()
    else { return nil }
    defer { g_time_zone_unref(native) }
    return body(native)
  }
}

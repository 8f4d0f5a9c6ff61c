internal import CHikidashiGTK
internal import FoundationEssentials
internal import HikidashiBase

/// GTK's calendar of a month, whose keys go to days, for inputs of dates.
@MainActor
final class DayGrid {
  let native: NativeWidget
  /// Called with each day that a person goes to or clicks, at the time of the day of the date before.
  var onChoose: (@MainActor (Date) -> Void)?
  /// Called when a person presses Enter.
  var onEnter: (@MainActor () -> Void)?
  /// Called when another month is shown.
  var onMonth: (@MainActor () -> Void)?
  private let days: ZonedDays
  /// The date that is shown; nil where none is chosen.
  private(set) var date: Date?
  private var isShowing = false

  init(_ label: String, days: ZonedDays) {
    self.days = days
    native = gtk_calendar_new()
    Self.style.install()
    // Twice as large, seven days are wider than a narrow window: their names grow less.
    if TextScale.current >= 1.5 { gtk_widget_add_css_class(native, "hk-large") }
    setProperty(native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_GROUP.rawValue)
    setAccessible(native, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    nameButtons()
    for signal in ["day-selected", "next-month", "prev-month", "next-year", "prev-year"] {
      connect(native, signal) { [weak self] _ in
        self?.moved(isDay: signal == "day-selected")
        return false
      }
    }
    listenToKeys()
    listenToClicks()
  }

  private static let style = StyleSheet(
    "hikidashi-calendar",
    css: """
      calendar.hk-large > header label, calendar.hk-large > grid > label.day-name {
        font-size: 0.6em; padding: 0;
      }
      calendar.hk-large > header > button { padding: 5px 2px; }
      calendar.hk-large > grid > label.day-number { font-size: 0.8em; padding: 4px 2px; }
      calendar.hk-none > grid > label.day-number:selected { background: none; color: inherit; }
      calendar > grid > label.day-number.hk-marked {
        font-weight: bold;
        background-image: radial-gradient(circle at 50% 50%, currentColor 55%, transparent 60%);
        background-size: 6px 6px; background-repeat: no-repeat; background-position: 50% 100%;
      }
      """)

  /// Shows a date, or that none is chosen.
  func show(_ date: Date?) {
    self.date = date
    setStyle("hk-none", of: native, date == nil)
    guard let date, let day = days.native(date) else { return }
    defer { g_date_time_unref(day) }
    isShowing = true
    gtk_calendar_select_day(native.opaque, day)
    isShowing = false
    onMonth?()
  }

  /// The days of the month that is shown, from the first on, at midnight.
  var month: [Date] {
    guard let shown = gtk_calendar_get_date(native.opaque) else { return [] }
    defer { g_date_time_unref(shown) }
    let (year, month) = (g_date_time_get_year(shown), g_date_time_get_month(shown))
    return (1...31).compactMap { days.date(year: year, month: month, day: $0) }
  }

  /// Marks days of the month that is shown, counted from 1, and no others.
  func mark(_ numbers: Set<Int>) {
    var number = 0
    for label in dayLabels {
      let isOther = gtk_widget_has_css_class(label, "other-month") != 0
      if !isOther { number += 1 }
      setStyle("hk-marked", of: label, !isOther && numbers.contains(number))
    }
  }

  /// The labels of the month that is shown, and of the days of other months before and behind it.
  private var dayLabels: [NativeWidget] {
    var labels: [NativeWidget] = []
    var grid = gtk_widget_get_first_child(native)
    while let inner = grid, gtk_widget_get_next_sibling(inner) != nil {
      grid = gtk_widget_get_next_sibling(inner)
    }
    var child = grid.flatMap { gtk_widget_get_first_child($0) }
    while let label = child {
      if gtk_widget_has_css_class(label, "day-number") != 0 { labels.append(label) }
      child = gtk_widget_get_next_sibling(label)
    }
    return labels
  }

  private func moved(isDay: Bool) {
    guard !isShowing else { return }
    onMonth?()
    // Who has chosen nothing yet looks through the months.
    if date != nil || isDay { takeShown() }
  }

  private func takeShown() {
    guard let day = gtk_calendar_get_date(native.opaque) else { return }
    defer { g_date_time_unref(day) }
    if let new = days.date(on: day, at: days.time(of: date)), new != date { choose(new) }
  }

  private func choose(_ date: Date) {
    show(date)
    onChoose?(date)
  }

  // MARK: - Keys and clicks

  private func listenToKeys() {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(native, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      // Its buttons have keys of their own.
      guard let self, gtk_widget_has_focus(native) != 0 else { return false }
      return pressed(Int32(arguments.uint(1)))
    }
  }

  /// GTK's own keys move a mark, which the space bar makes the day; here a key goes to the day.
  private func pressed(_ key: Int32) -> Bool {
    let forth: Int32 = gtk_widget_get_direction(native) == GTK_TEXT_DIR_RTL ? -1 : 1
    switch key {
    case GDK_KEY_Left, GDK_KEY_KP_Left: step(days: -forth)
    case GDK_KEY_Right, GDK_KEY_KP_Right: step(days: forth)
    case GDK_KEY_Up, GDK_KEY_KP_Up: step(days: -7)
    case GDK_KEY_Down, GDK_KEY_KP_Down: step(days: 7)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: step(months: -1)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: step(months: 1)
    case GDK_KEY_space, GDK_KEY_KP_Space: takeShown()
    case GDK_KEY_Return, GDK_KEY_KP_Enter:
      guard let onEnter else { return false }
      onEnter()
    default: return false
    }
    return true
  }

  /// Where there is no date yet, the first step is to the day that is shown.
  private func step(days number: Int32 = 0, months: Int32 = 0) {
    guard let date else { return takeShown() }
    if let new = days.date(date, days: number, months: months) { choose(new) }
  }

  /// GTK does not tell of a click on the day that it shows, which nobody may have chosen yet.
  private func listenToClicks() {
    guard let click = gtk_gesture_click_new() else { return }
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(native, click)
    connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
      guard let self, date == nil,
        let hit = gtk_widget_pick(
          native, arguments.double(2), arguments.double(3), GTK_PICK_DEFAULT),
        gtk_widget_has_css_class(hit, "day-number") != 0
      else { return false }
      // After GTK has gone to the day.
      Task { [weak self] in if self?.date == nil { self?.takeShown() } }
      return false
    }
  }

  /// A screen reader hears nothing of what the arrows of GTK's calendar do.
  private func nameButtons() {
    var names = [tr("Previous Month"), tr("Next Month"), tr("Previous Year"), tr("Next Year")][...]
    var child = gtk_widget_get_first_child(native).flatMap { gtk_widget_get_first_child($0) }
    while let widget = child {
      let instance = widget.cast(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_button_get_type()) != 0,
        let name = names.popFirst()
      {
        setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
      }
      child = gtk_widget_get_next_sibling(widget)
    }
  }
}

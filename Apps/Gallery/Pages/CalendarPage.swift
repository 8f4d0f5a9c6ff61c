import FoundationEssentials
import Hikidashi

enum CalendarPage: GalleryPage {
  static let title = tr("A calendar")
  static let summary = tr(
    "The arrow keys go to days and weeks, Page Up and Page Down to months. Fridays are marked.")
  static let file = #filePath

  static func make() -> Part {
    let chosen = Label("No day chosen yet").styleClass("dim-label")
    let format = DateFormat(.longDay, timeZone: "UTC")
    let week = 7 * 86_400.0
    let calendar = MonthCalendar("_Day", timeZone: "UTC") { day in
      chosen.text = day.map { format.text($0) } ?? ""
    }.marked { day in
      // 2 January 1970 was a Friday.
      (day.timeIntervalSince1970 - 86_400).truncatingRemainder(dividingBy: week) == 0
    }
    return Clamp {
      Form { calendar }
      chosen
    }.margin(24)
  }
}

import Hikidashi

/// What a person decides: in the window, by flags (`--low 3`) and by variables (`DRAWER_LOW`).
struct Settings: PreferenceGroup {
  let title = tr("Drawer")
  let colors = Preference("colors", default: ColorScheme.system, title: tr("Colours"))
  let low = Preference("low", default: 1, in: 0...1_000, title: tr("Few are left at"))
  let news = Preference(
    "news", default: "https://example.org/news.json", title: tr("News"),
    help: tr("The address of a list in JSON"))
}

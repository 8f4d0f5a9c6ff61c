import Hikidashi

/// What a person decides: in the window, by flags (`--no-open`) and by variables (`CABINET_OPEN`).
struct Settings: PreferenceGroup {
  let title = tr("Cabinet")
  let colors = Preference("colors", default: ColorScheme.system, title: tr("Colours"))
  let isOpen = Preference(
    "open", default: true, title: tr("Open sections at first"),
    help: tr("Until somebody closes them."))
}

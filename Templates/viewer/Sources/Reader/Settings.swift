import Hikidashi

/// What a person decides: in the window, by flags (`--size 14`) and by variables (`READER_SIZE`).
struct Settings: PreferenceGroup {
  let title = tr("Reader")
  let colors = Preference("colors", default: ColorScheme.system, title: tr("Colours"))
  let size = Preference("size", default: 11, in: 6...48, title: tr("Text size"), unit: "pt")
  let spacing = Preference(
    "spacing", default: 3, in: 0...24, title: tr("Line spacing"), unit: tr("pixels"))
  let library = Preference(
    "library", default: "", title: tr("Library"),
    help: tr("The address of a list of documents in JSON"))
}

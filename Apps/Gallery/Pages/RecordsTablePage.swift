import FoundationEssentials
import Hikidashi

enum RecordsTablePage: GalleryPage {
  static let title = tr("A table of records")
  static let summary = tr(
    """
    Columns, sorting, filter, form and files come from the schema: click a header, with Shift \
    a second one; drag titles and the lines between them; Ctrl+F filters, Enter edits, Delete \
    deletes and can be undone. How the columns are arranged is kept as a setting, shown below.
    """)
  static let file = #filePath

  static let name = Field<String>("name", title: "Name", reading: reading, rules: [.length(1...40)])
  static let reading = Field<String?>("reading", title: "Reading")
  static let city = Field<String?>("city", title: "City")
  static let rate = Field<Double>(
    "rate", title: "Rate", default: 3, format: .decimals(1), rules: [.range(0...5)])
  static let joined = Field<Date?>("joined", title: "Joined", format: .day)
  static let active = Field<Bool>("active", title: "Active", default: true)

  struct Settings: PreferenceGroup {
    let members = Preference("members", default: RecordsArrangement())
  }

  static let settings = Settings()
  static let store = try? PreferenceStore(
    settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))

  static func make() throws -> Part {
    let cards = try RecordTable(
      Schema(name, reading, city, rate, joined, active), csv: .text(members))
    let view = RecordsView(cards).whenEmpty("No members yet", icon: "list-add-symbolic")
    guard let store else { return view }
    let kept = Label(store.exportedValues()).wrapping().selectable().styleClass("monospace")
    view.keeping(settings.members, in: store)
    view.onArrange = { _ in kept.text = store.exportedValues() }
    return Stack(.vertical, spacing: 0) {
      view
      kept.styleClass("caption").margin(6)
    }
  }

  private static let members = """
    name,reading,city,rate,joined,active
    山田 花子,やまだ はなこ,名古屋,4.5,2020-05-20,true
    田中 一郎,たなか いちろう,東京,3.25,2018-11-02,true
    佐藤 ジュリア,さとう じゅりあ,ナゴヤ,4,2021-01-15,false
    鈴木 次郎,すずき じろう,大阪,2.75,2019-07-07,false
    田中 アン,タナカ アン,Osaka,5,2022-03-31,true
    Émile Roux,えみーる るー,Paris,4.75,2017-02-28,true
    Emil Roth,えみーる ろーと,paris,3.5,,false
    小鳥遊 六花,たかなし りっか,ＴＯＫＹＯ,4.25,2023-09-01,true

    """
}

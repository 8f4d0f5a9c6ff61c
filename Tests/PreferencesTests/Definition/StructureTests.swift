import HikidashiRecords
import HikidashiStorage
import Testing

@testable import HikidashiPreferences

/// Lists of structures, and kinds of texts.
@Suite struct StructureTests {
  private enum Kind: String, CaseIterable, PreferenceValue, Codable { case web, mail }

  private struct Mirror: PreferenceStructure {
    static let titles = ["isOn": "In use"]
    var name = "a"
    var kind = Kind.web
    var jobCount = 1
    var share = 0.5
    var isOn = true
  }

  private struct Dated: PreferenceStructure {
    var name = ""
    var age: [Int] = []
  }

  private struct Renamed: PreferenceStructure {
    var name = ""
    private enum CodingKeys: String, CodingKey { case name = "other" }
  }

  @Test func propertiesAreColumns() {
    let columns = Preference("mirrors", default: [Mirror]()).definition.columns
    #expect(columns.map(\.key) == ["name", "kind", "jobCount", "share", "isOn"])
    #expect(columns.map(\.title) == ["Name", "Kind", "Job count", "Share", "In use"])
    #expect(columns.map(\.type) == [.text, .text, .integer, .double, .boolean])
    #expect(columns[1].choices.map(\.title) == ["Web", "Mail"])
    #expect(Preference("mirror", default: Mirror()).definition.columns.isEmpty)
    #expect(Preference("dated", default: [Dated]()).definition.columns.isEmpty)
    #expect(Preference("renamed", default: [Renamed]()).definition.columns.isEmpty)
    #expect(Preference("texts", default: ["a"]).definition.columns.isEmpty)
  }

  @Test func elementsAreTakenApartAndPutTogether() throws {
    let definition = Preference("mirrors", default: [Mirror]()).definition
    let mirror = Mirror(name: "b \"c\"", kind: .mail, jobCount: -3, share: 1.25, isOn: false)
    let values = definition.values(of: mirror.content)
    #expect(
      values == [.text("b \"c\""), .text("mail"), .integer(-3), .double(1.25), .boolean(false)])
    #expect(definition.element(of: values) == mirror.content)
    #expect(Mirror(content: definition.element(of: values)) == mirror)
    // What is missing or wrong has the default.
    let torn = definition.values(of: .json(#"{"name": 3, "kind": "mail"}"#))
    #expect(torn == [.text("a"), .text("mail"), .integer(1), .double(0.5), .boolean(true)])
    #expect(definition.values(of: .text("")).count == 5)
  }

  @Test(
    arguments: [
      (PreferenceType.time, "9:30", "09:30"), (.time, "09:30:15", "09:30:15"),
      (.time, "25:00", nil),
      (.link, "https://example.org", "https://example.org"), (.link, "", ""), (.link, "word", nil),
      (.link, "file:///etc/passwd", nil), (.font, "Noto Serif", "Noto Serif"), (.font, "", ""),
    ] as [(PreferenceType, String, String?)])
  func textsAreOfTheirKind(type: PreferenceType, text: String, kept: String?) {
    #expect(PreferenceContent(text: text, as: type) == kept.map { .text($0) })
    #expect(PreferenceType(name: type.description) == type)
  }

  @Test func aTimeOfDayIsASetting() throws {
    struct Settings: PreferenceGroup {
      let opens = Preference("opens", default: TimeOfDay.midnight)
      let home = Preference<String>.link("home")
    }
    let settings = Settings()
    let store = try PreferenceStore(
      settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    let time = try #require(TimeOfDay(hour: 9, minute: 30))
    try store.set(settings.opens, to: time)
    #expect(store[settings.opens] == time)
    #expect(throws: PreferenceError.self) { try store.set(settings.home, to: "no link") }
    try store.set(settings.home, to: "mailto:ada@example.org")
  }
}

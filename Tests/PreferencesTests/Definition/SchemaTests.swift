import Foundation
import HikidashiPreferences
import Testing

/// Groups of settings, checked when a schema is made of them.
@Suite struct SchemaTests {
  @Test func aGroupHasItsPropertiesInOrder() throws {
    let settings = SamplePreferences()
    let schema = try PreferenceSchema(settings)
    #expect(
      schema.entries.map(\.key) == [
        "offline", "jobs", "mirror", "age", "since", "library", "level", "token", "page.theme",
        "page.size", "page.margins", "page.frame",
      ])
    #expect(schema["page.size"]?.flag == "--page-size")
    #expect(schema.root.sections.map(\.title) == ["Page"])
    #expect(schema.root.sections[0].preferences == [8, 9, 10, 11])
    #expect(schema["page.theme"]?.definition.choices.map(\.title) == ["System", "Light", "Dark"])
    #expect(schema["page.theme"]?.definition.title == "Colours")
    #expect(schema["age"]?.definition.title == "Age")
  }

  private func refusal(_ items: [PreferenceItem]) -> PreferenceSchemaError? {
    do throws(PreferenceSchemaError) { _ = try PreferenceSchema(items) } catch { return error }
    return nil
  }

  @Test func wrongDefinitionsAreRefusedWithTheirPlace() {
    #expect(refusal([]) == .empty)
    let a = Preference("a", default: 1)
    #expect(
      refusal([a.item, Preference("a", default: 2).item]) == .duplicateKey(place: "a", key: "a"))
    let group = PreferenceItem.group(key: "g", title: "", help: "", [a.item])
    #expect(refusal([group, a.item]) == .usedTwice(first: "g.a", second: "a"))
    #expect(
      refusal([group, Preference("g", default: 1).item]) == .duplicateKey(place: "g", key: "g"))
    #expect(
      refusal([group, Preference("g-a", default: 1).item])
        == .duplicateFlag("--g-a", first: "g.a", second: "g-a"))
    for key in [
      "", "A", "1a", "a b", "a.b", "é", "no-way", "help", String(repeating: "a", count: 64),
    ] {
      guard case .badKey = refusal([Preference(key, default: 1).item]) else {
        Issue.record("“\(key)” was taken")
        continue
      }
    }
    #expect(
      refusal([
        .group(key: "g", title: "", help: "", [Preference("n", default: 9, in: 1...4).item])
      ])
        == .badDefault(place: "g.n", reason: "must be between 1 and 4"))
    #expect(
      refusal([Preference("p", default: "x", pattern: "[a", "must be a").item])
        .map { "\($0)".contains("the limits of “p” are wrong") } == true)
    #expect(
      refusal([Preference("p", default: "x", pattern: "[0-9]+", "must be digits").item])
        == .badDefault(place: "p", reason: "must be digits"))
    #expect(
      refusal([Preference("c", default: 1, choices: [1: "One", 1: "Two"]).item])
        == .badLimit(place: "c", reason: "the choice 1 is there twice"))
    #expect(
      refusal([Preference("n", default: Double.nan).item])
        == .badDefault(place: "n", reason: "must be a number"))
    #expect(
      refusal([Preference("t", default: "a", in: "a"..."b").item]).map { "\($0)" }
        == "the limits of “t” are wrong: the least value, a, has no order")
  }

  @Test func conditionsThatCannotHoldAreRefused() {
    let jobs = Preference("jobs", default: 4, in: 1...32)
    let named = { (condition: PreferenceCondition) in
      self.refusal([
        jobs.item,
        .group(
          key: "g", title: "", help: "",
          [Preference("x", default: true).visible(when: condition).item]),
      ])
    }
    #expect(named(.when("jobs", is: 5)) == nil)
    #expect(named(.when("jobs", isAtLeast: 100)) == nil)
    #expect(named(.when("jobz", is: 5)) == .unknownKey(place: "g.x", key: "jobz"))
    #expect(
      named(.when("jobs", is: 50))
        == .badCondition(
          place: "g.x", key: "jobs",
          reason: "50 is none of its values, each must be between 1 and 32"))
    guard case .badCondition = named(!.when("jobs", is: "a") || .when("jobs", is: 1)) else {
      Issue.record()
      return
    }
    #expect(named(.when("x", is: true)) == .cycle(["g.x"]))
  }

  @Test func aCircleOfConditionsIsNamed() {
    let items = (0..<5).map { number in
      Preference("p\(number)", default: false)
        .enabled(when: .when("p\((number + 1) % 4)", is: true)).item
    }
    guard case .cycle(let keys) = refusal(items) else {
      Issue.record()
      return
    }
    #expect(Set(keys) == ["p0", "p1", "p2", "p3"])
  }

  @Test func aLongChainOfConditionsIsFine() throws {
    let items = (0..<10_000).map { number in
      let own = Preference("p\(number)", default: false)
      return number == 0 ? own.item : own.enabled(when: .when("p\(number - 1)", is: true)).item
    }
    #expect(try PreferenceSchema(items).entries.count == 10_000)
  }

  @Test func aSettingIsAskedForByItsKeyAndType() throws {
    let schema = try PreferenceSchema(SamplePreferences())
    #expect(try schema.preference("page.size", of: Double.self)?.defaultValue == 12)
    #expect(try schema.preference("nothing", of: Double.self) == nil)
    #expect(throws: PreferenceSchemaError.self) { try schema.preference("jobs", of: String.self) }
    #expect(throws: PreferenceSchemaError.self) { try schema.preference("token", of: String.self) }
  }
}

import HikidashiPreferences
import Testing

/// Settings that are defined in JSON.
@Suite struct SchemaJSONTests {
  private let text = """
    {
      "title": "Reader",
      "preferences": [
        { "key": "jobs", "type": "integer", "default": 4, "range": [1, 32], "unit": "files",
          "title": "Downloads at once", "enabled": { "key": "offline", "is": false } },
        { "key": "offline", "type": "boolean", "default": false, "effect": "after-restart" },
        { "key": "password", "secret": true },
        { "key": "page", "help": "Looks", "preferences": [
          { "key": "theme", "type": "text", "default": "light",
            "choices": [["light", "Light"], ["dark", "Dark"], "other"] },
          { "key": "code", "type": "text", "default": "AB-1",
            "pattern": ["[A-Z]{2}-[0-9]+", "must be like AB-12"],
            "visible": { "all": [ { "key": "theme", "isOneOf": ["dark", "other"] },
                                  { "not": { "key": "jobs", "isAtLeast": 9 } } ] } },
          { "key": "age", "type": "duration", "default": "1d", "range": ["1s", null] },
          { "key": "names", "type": "[text]", "default": ["a", "b"] }
        ] }
      ]
    }
    """

  @Test func itIsReadAsInSwift() throws {
    let schema = try PreferenceSchema(json: text)
    #expect(
      schema.entries.map(\.key) == [
        "jobs", "offline", "password", "page.theme", "page.code", "page.age", "page.names",
      ])
    #expect(schema["jobs"]?.definition.unit == "files")
    #expect(schema["offline"]?.definition.effect == .afterRestart)
    #expect(schema["password"]?.definition.isSecret == true)
    #expect(schema["page.age"]?.definition.defaultContent == .duration(.seconds(86_400)))
    #expect(schema["page.theme"]?.definition.choices.map(\.title) == ["Light", "Dark", "other"])
    #expect(schema["jobs"]?.definition.complaint(about: .integer(33)) == "must be between 1 and 32")
    #expect(try schema.preference("jobs", of: Int.self)?.defaultValue == 4)
    #expect(schema.root.title == "Reader")
    #expect(schema.root.sections.map(\.help) == ["Looks"])
  }

  private func complaint(_ json: String) -> String? {
    do throws(PreferenceSchemaError) { _ = try PreferenceSchema(json: json) } catch {
      return error.description
    }
    return nil
  }

  @Test(arguments: [
    ("{", "line 1, character 2: "),
    ("[]", "the beginning: an object is expected, not a list"),
    ("{}", "“preferences” is missing"),
    (#"{"preferences": [{"key": "a"}]}"#, "preferences[0]: “type” is missing"),
    (#"{"preferences": [{"key": "a", "type": "int"}]}"#, "preferences[0].type: “int” is no type"),
    (
      #"{"preferences": [{"key": "a", "type": "integer", "default": 1.5}]}"#,
      "preferences[0].default: a whole number is expected"
    ),
    (
      #"{"preferences": [{"key": "a", "type": "integer", "default": 1, "colour": 1}]}"#,
      "preferences[0].colour: the key is not known"
    ),
    (
      #"{"preferences": [{"key": "a", "type": "text", "default": "", "range": [1, 2]}]}"#,
      "preferences[0].range: values of type text have no order"
    ),
    (
      #"{"preferences": [{"key": "a", "type": "boolean", "default": true, "visible": {"is": 1}}]}"#,
      "preferences[0].visible: a key and one of"
    ),
  ])
  func whatIsWrongHasItsPlace(_ json: String, _ expected: String) {
    let found = complaint(json) ?? "nothing"
    #expect(found.contains(expected), "\(found)")
  }

  @Test func whatIsCheckedLaterHasItsPlaceToo() {
    let found = complaint(
      #"{"preferences": [{"key": "a", "type": "integer", "default": 9, "range": [1, 2]}]}"#)
    #expect(
      found == "the default of “preferences[0]” is refused: it must be between 1 and 2")
  }
}

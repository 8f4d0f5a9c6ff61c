import Testing

@testable import HikidashiMotion

/// The published schema says what the reader takes.
@Suite struct SceneSchemaTests {
  private let check: SchemaCheck

  init() throws { check = try SchemaCheck("Documentation.docc/Resources/scene-schema.json") }

  @Test func itTakesWhatTheReaderTakes() throws {
    #expect(try check.accepts(SceneJSONTests.everything))
  }

  @Test(arguments: [
    "{}", "[]", #"{ "items": 1 }"#, #"{ "items": [{}] }"#, #"{ "items": [], "time": 1 }"#,
    #"{ "items": [{ "text": "a", "colour": 1 }] }"#,
    #"{ "items": [{ "text": "a", "color": "red" }] }"#,
    #"{ "items": [{ "text": "a", "image": "b" }] }"#,
    #"{ "items": [{ "text": "a", "repeats": 0 }] }"#,
    #"{ "items": [{ "text": "a", "tracks": [{ "property": "blur", "duration": 1 }] }] }"#,
    #"{ "items": [{ "text": "a", "tracks": [{ "property": "x", "from": 0, "to": 1 }] }] }"#,
    #"{ "items": [{ "group": "heap", "items": [] }] }"#,
    #"{ "items": [{ "label": "a", "start": { "by": 1 } }] }"#,
  ])
  func itRefusesWhatTheReaderRefuses(json: String) throws {
    #expect(try !check.accepts(json))
    #expect(throws: SceneError.self) { try Scene(json: json) }
  }

  @Test func itsKeysAreThoseOfTheReader() {
    func keys(_ object: [String: Any]) -> Set<String> {
      Set((object["properties"] as? [String: Any] ?? [:]).keys)
    }
    #expect(keys(check.root) == Set(SceneNode.sceneKeys))
    #expect(keys(check.definition("element")) == Set(SceneNode.elementKeys))
    #expect(keys(check.definition("group")) == Set(SceneNode.groupKeys))
    #expect(keys(check.definition("label")) == Set(SceneNode.labelKeys))
    let element = check.definition("element")["properties"] as? [String: Any] ?? [:]
    #expect(
      keys(element["set"] as? [String: Any] ?? [:]) == Set(SceneProperty.allCases.map(\.rawValue)))
  }
}

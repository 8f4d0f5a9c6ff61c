import TestSupport
import Testing

@testable import HikidashiMotion

/// The published schema says what the reader takes.
@Suite struct SceneSchemaTests {
  private let schema: JSONSchema

  init() throws { schema = try JSONSchema("Documentation.docc/Resources/scene-schema.json") }

  @Test func itTakesWhatTheReaderTakes() throws {
    #expect(try schema.accepts(SceneJSONTests.everything))
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
    #expect(try !schema.accepts(json))
    #expect(throws: SceneError.self) { try Scene(json: json) }
  }

  @Test func itsKeysAreThoseOfTheReader() {
    func keys(_ object: JSONTree?) -> Set<String> { object?["properties"]?.keys ?? [] }
    #expect(keys(schema.root) == Set(SceneNode.sceneKeys))
    #expect(keys(schema.definition("element")) == Set(SceneNode.elementKeys))
    #expect(keys(schema.definition("group")) == Set(SceneNode.groupKeys))
    #expect(keys(schema.definition("label")) == Set(SceneNode.labelKeys))
    #expect(
      keys(schema.definition("element")["properties"]?["set"])
        == Set(SceneProperty.allCases.map(\.rawValue)))
  }
}

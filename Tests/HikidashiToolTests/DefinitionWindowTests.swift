import Foundation
import Hikidashi
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiTool

/// A definition in a window while it is edited.
final class DefinitionWindowTests: XCTestCase {
  private static let cards = """
    { "fields": [
      { "name": "name", "title": "Name", "type": "string" },
      { "name": "stars", "title": "Stars", "type": "integer" } ] }
    """

  @MainActor private static func show(
    _ text: String, _ scratch: ScratchFolder, data: (name: String, text: String)? = nil
  ) async throws -> (stage: Stage, save: (String) throws -> Void) {
    let url = scratch.url.appendingPathComponent("definition.json")
    let save = { (text: String) in try Data(text.utf8).write(to: url, options: .atomic) }
    try save(text)
    var place: String?
    if let data {
      try scratch.write(data.text, to: data.name)
      place = scratch.url.appendingPathComponent(data.name).path
    }
    let format = place.flatMap { RecordFormat(fileName: $0) } ?? .tsv
    let window = DefinitionWindow(url.path, data: place, format).makeWindow(isWatched: true)
    return (try await Stage.show(window), save)
  }

  @MainActor private static func part<Kind: Part>(_: Kind.Type, in stage: Stage) -> Kind? {
    stage.window.native.flatMap { window in
      AccessibleElement(window).all.lazy.compactMap { Part.of($0.native) as? Kind }.first
    }
  }

  func testRecordsFollowTheirSchemaAndStaySelected() throws {
    let scratch = try ScratchFolder()
    try onLoop {
      let (stage, save) = try await Self.show(
        Self.cards, scratch, data: ("cards.csv", "name,stars\nFoo,3\nBar,5\nBaz,4\n"))
      try await until("the records") { stage.dump().contains("“Bar, 5”") }
      try await stage.click("list-item", "Bar, 5")
      try await until("the selection") { stage.dump().contains("“Bar, 5” selected") }
      // A title, and a field that the file does not have.
      try save(
        Self.cards.replacing(
          "\"Stars\", \"type\": \"integer\" }",
          with: "\"Marks\", \"type\": \"integer\" }, "
            + "{ \"name\": \"note\", \"title\": \"Note\", \"type\": \"string\", \"optional\": true }"
        ))
      try await until("the new titles") { stage.dump().contains("Marks") }
      try await until("the selection to be back") {
        stage.dump().contains(#/“Bar, 5[^”]*” .*selected/#)
      }
      XCTAssertTrue(stage.dump().contains("Note"), stage.dump())
      // What is edited is no other definition.
      let view = try XCTUnwrap(Self.part(RecordsView.self, in: stage))
      let selected = view.selectedNumbers
      try await view.records.change("Remove") { table in
        for number in selected { try table.remove(number) }
      }
      try await until("the record to go") { !stage.dump().contains("“Bar, 5") }
      await stage.nextFrame()
      XCTAssertTrue(Self.part(RecordsView.self, in: stage) === view)
      try await stage.close()
    }
  }

  func testAFieldThatIsAddedHasWhatTheFileHas() throws {
    let scratch = try ScratchFolder()
    try onLoop {
      let name = #"{ "fields": [{ "name": "name", "type": "string" }] }"#
      let (stage, save) = try await Self.show(
        name, scratch, data: ("cards.csv", "name,stars\nFoo,3\n"))
      try await until("the name") { stage.dump().contains("“Foo”") }
      try save(Self.cards)
      try await until("the stars") { stage.dump().contains("“Foo, 3”") }
      try await stage.close()
    }
  }

  func testTheLastGoodVersionStaysWhileThereIsAMistake() throws {
    let scratch = try ScratchFolder()
    try onLoop {
      let (stage, save) = try await Self.show(
        Self.cards, scratch, data: ("cards.tsv", "name\tstars\nFoo\t3\n"))
      try await until("the records") { stage.dump().contains("“Foo, 3”") }
      for (text, words) in [
        ("{ \"fields\": [ }", "line 1"),
        (Self.cards.replacing("integer", with: "intger"), "fields[1].type"),
        (Self.cards.replacing("\"Stars\"", with: "7"), "fields[1].title"),
        ("{}", "fields"), ("{\"a\": 1}", "it defines nothing"),
      ] {
        try save(text)
        try await until("what is wrong: \(words)") {
          stage.all("label").contains {
            $0.name.contains(#/(definition\.json|cards\.tsv): /#) && $0.name.contains(words)
          }
        }
        XCTAssertTrue(stage.dump().contains("“Foo, 3”"), stage.dump())
      }
      try save(Self.cards.replacing("Stars", with: "Marks"))
      try await until("the mended one") { stage.dump().contains("Marks") }
      XCTAssertFalse(stage.dump().contains("definition.json: "), stage.dump())
      XCTAssertTrue(stage.dump().contains("“Foo, 3”"), stage.dump())
      try await stage.close()
    }
  }

  func testRowsThatDoNotFitAreToldOf() throws {
    let scratch = try ScratchFolder()
    try onLoop {
      let (stage, save) = try await Self.show(
        Self.cards, scratch, data: ("cards.tsv", "name\tstars\nFoo\t3\nBar\t5\nBaz\tmany\n"))
      try await until("the rows that fit") { stage.dump().contains("“Bar, 5”") }
      XCTAssertTrue(stage.dump().contains("1 line could not be read"), stage.dump())
      try save(
        Self.cards.replacing(
          "\"integer\" }", with: "\"integer\", \"rules\": [{ \"range\": [4, null] }] }"))
      try await until("the rows that fit the rule") {
        stage.dump().contains("2 lines could not be read")
      }
      XCTAssertTrue(stage.dump().contains("“Bar, 5”"), stage.dump())
      XCTAssertFalse(stage.dump().contains("“Foo, 3”"), stage.dump())
      try await stage.close()
    }
  }

  func testSettingsKeepTheirValuesAndTheirPage() throws {
    let scratch = try ScratchFolder()
    let settings = """
      { "preferences": [
        { "key": "jobs", "type": "integer", "default": 4, "range": [1, 32], "title": "Jobs" },
        { "key": "look", "title": "Look", "preferences": [
          { "key": "dark", "type": "boolean", "default": false, "title": "Dark" } ] } ] }
      """
    try onLoop {
      let (stage, save) = try await Self.show(settings, scratch)
      try await until("the pages") { stage.dump().contains("Look") }
      try await stage.click("list-item", "Look")
      try await stage.click("switch", "Dark")
      try await until("the switch") { stage.all("switch", "Dark").first?.has("checked") == true }
      try save(settings.replacing("\"Dark\"", with: "\"Night\""))
      try await until("the new title") {
        stage.all("switch", "Night").first?.has("checked") == true
      }
      try await stage.close()
    }
  }

  func testATableHasRowsOfItsFileOrSamples() throws {
    let scratch = try ScratchFolder()
    let table = """
      { "columns": [ { "name": "planet", "title": "Planet" },
        { "name": "mass", "title": "Earths", "kind": "progress" } ] }
      """
    try onLoop {
      let (stage, save) = try await Self.show(table, scratch)
      try await until("the samples") { stage.dump().contains("planet 1") }
      try save(table.replacing("\"Planet\"", with: "\"World\""))
      try await until("the title") { stage.dump().contains("World") }
      try await stage.close()
      let (other, _) = try await Self.show(
        table, scratch, data: ("planets.tsv", "planet\tmass\tmoons\nMars\t0.11\t2\n"))
      try await until("the file's row") { other.dump().contains("Mars") }
      XCTAssertFalse(other.dump().contains("planet 1"), other.dump())
      try await other.close()
    }
  }

  func testATreeStaysOpenAndSelected() throws {
    let scratch = try ScratchFolder()
    let tree = """
      { "tree": [
        { "title": "Mammals", "children": [
          { "title": "Dog", "subtitle": "Barks", "icon": "face-smile-symbolic" } ] },
        { "title": "Fish", "isOpen": true, "children": [{ "title": "Cod" }] } ] }
      """
    try onLoop {
      let (stage, save) = try await Self.show(tree, scratch)
      try await until("the rows") { stage.dump().contains("“Cod") }
      XCTAssertFalse(stage.dump().contains("“Dog"), stage.dump())
      try await stage.click("list-item", "Mammals")
      try await until("what is in it") { stage.dump().contains("“Dog") }
      try await stage.click(try XCTUnwrap(stage.all("list-item").first { $0.name.contains("Dog") }))
      let selected = #/“Dog[^”]*” .*selected/#
      try await until("the selection") { stage.dump().contains(selected) }
      try save(tree.replacing("Barks", with: "Wags").replacing("Fish", with: "Fishes"))
      try await until("the new title") { stage.dump().contains("“Fishes") }
      try await until("the selection to be back") { stage.dump().contains(selected) }
      // Another key is a mistake, and the tree stays.
      try save(tree.replacing("\"icon\"", with: "\"image\""))
      try await until("the mistake") {
        stage.dump().contains("tree[0].children[0].image: the key is not known")
      }
      XCTAssertTrue(stage.dump().contains("“Fishes"), stage.dump())
      try await stage.close()
    }
  }

  func testASceneGoesOnFromItsTime() throws {
    let scratch = try ScratchFolder()
    let scene = """
      { "size": [120, 80], "items": [
        { "text": "Hello", "id": "hello", "tracks": [
          { "property": "position", "from": [20, 40], "to": [100, 40], "duration": 60 } ] } ] }
      """
    try onLoop {
      let (stage, save) = try await Self.show(scene, scratch)
      @MainActor func view() -> SceneView? { Self.part(SceneView.self, in: stage) }
      let first = try XCTUnwrap(view())
      first.player.seek(to: 30)
      try save(scene.replacing("Hello", with: "Good bye"))
      try await until("the other scene") { view() != nil && view() !== first }
      XCTAssertGreaterThanOrEqual(try XCTUnwrap(view()).player.time, 30)
      try await stage.close()
    }
  }
}

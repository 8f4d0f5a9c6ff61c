import Foundation
import HikidashiMotion
import TestSupport
import Testing

@Suite struct SceneJSONTests {
  /// A scene with each key, each property and each kind of curve.
  static let everything = """
    { "size": [400, 200], "repeats": 2,
      "items": [
        { "text": "こんにちは", "id": "greeting",
          "font": { "family": "Noto Serif", "size": 24, "bold": true, "italic": true },
          "color": "#3584e4", "delay": 0.5, "repeats": 2, "repeatDelay": 0.25,
          "direction": "alternating", "speed": 2, "hidden": "both", "layer": 1, "showsBack": false,
          "wipeEdge": "top", "onMake": "chime", "onStart": "chime", "onRepeat": "chime",
          "onEnd": "chime",
          "set": { "anchor": [0, 1], "opacity": 0.5, "perspective": 500 },
          "tracks": [
            { "property": "position", "from": [0, 0], "to": [200, 80], "duration": 1.5,
              "delay": 0.3, "curve": "ease-in-out", "fill": "none" },
            { "property": "opacity", "duration": 1, "curve": { "steps": 4, "jump": "start" },
              "keyframes": [ { "value": 1, "curve": "spring" }, { "value": 0.5, "at": 0.25 },
                             { "value": 0, "curve": { "bezier": [0.2, 0, 0, 1] } } ] },
            { "property": "turn", "from": { "axis": [0, 1, 1], "degrees": 0 },
              "to": { "axis": [0, 1, 1], "degrees": 90 }, "duration": 1,
              "curve": { "spring": 0.4 } },
            { "property": "shadow", "from": {},
              "to": { "color": "#000000ff", "radius": 4, "offset": [1, 2] }, "duration": 1,
              "curve": { "points": [[0, 0], [0.5, 1], [1, 1]] } },
            { "property": "clip", "from": {}, "to": { "top": 0.5, "left": 0.1, "bottom": 0,
              "right": 0 }, "duration": 1, "curve": { "function": "half" } },
            { "property": "perspective", "from": "none", "to": 400, "duration": 1 },
            { "property": "zoom", "from": 1, "to": [2, 3], "duration": 1 },
            { "property": "scale", "from": 1, "to": [2, 3, 4], "duration": 1 },
            { "property": "translation", "from": [0, 0, 0], "to": [0, 0, 9], "duration": 1 },
            { "property": "size", "from": [10, 10], "to": [20, 20], "duration": 1 },
            { "property": "tint", "from": "#00000000", "to": "#ff0000", "duration": 1 },
            { "property": "color", "from": "#000", "to": "#fff", "duration": 1 } ] },
        { "image": "leaf.png", "id": "leaf", "start": { "after": "greeting", "by": 0.2 },
          "tracks": [ { "path": [["move", 0, 0], ["line", 10, 0],
                                 ["curve", 1, 2, 3, 4, 5, 6], ["close"]],
                        "turns": true, "duration": 2 } ] },
        { "group": "stagger", "step": 0.1, "id": "row", "repeats": 3, "start": 1,
          "items": [
            { "label": "now", "start": { "at": 0.5 } },
            { "widget": "clock", "hidden": "before", "start": { "with": "row-end" } },
            { "label": "row-end" } ] },
        { "part": "leaf", "start": { "with": "row" }, "hidden": "after", "duration": 1 } ] }
    """

  static let registry = SceneRegistry(
    hooks: ["chime": { _ in }], functions: ["half": { $0 / 2 }], widgets: ["clock"])

  private func refusal(_ json: String) -> String? {
    do throws(SceneError) {
      _ = try Scene(json: json, registry: Self.registry)
      return nil
    } catch {
      return error.description
    }
  }

  /// What is wrong with an element that has these members besides a text.
  private func refusal(element members: String) -> String? {
    refusal("{ \"items\": [ { \"text\": \"a\", \(members) } ] }")
  }

  @Test func aSceneIsReadAsItWouldBeWritten() throws {
    let read = try Scene(
      json: """
        { "size": [400, 200], "items": [
          { "text": "a", "id": "a", "tracks": [
            { "property": "position", "from": [0, 0], "to": [200, 80], "duration": 1.5,
              "delay": 0.3, "curve": "ease-in-out" },
            { "property": "opacity", "from": 1, "to": 0, "duration": 1.5 } ] } ] }
        """)
    let written = try Scene(size: Size(400, 200)) {
      Element(.text("a"), id: "a")
        .move(from: Point(0, 0), to: Point(200, 80), over: 1.5, delay: 0.3, curve: .easeInOut)
        .fade(from: 1, to: 0, over: 1.5)
    }
    #expect(read.size == written.size)
    for time in stride(from: 0, to: 2, by: 0.05) {
      #expect(Array(read.state(at: time)) == Array(written.state(at: time)))
    }
  }

  @Test func everythingIsRead() throws {
    // A label within a group with a time of its own is refused, and is all that is wrong.
    #expect(
      refusal(Self.everything)?.hasPrefix("items[2].items[0] refers to “now”") == true)
    let scene = try Scene(
      json: Self.everything.replacingOccurrences(of: "\"repeats\": 3, ", with: ""),
      registry: Self.registry)
    #expect(scene.size == Size(400, 200))
    #expect(scene.repeats == 2)
    #expect(scene.parts.map(\.id) == ["greeting", "leaf", "items[2].items[1]"])
    #expect(scene.labels.map(\.name) == ["row-end", "now"])
    let greeting = scene.elements[0].element
    #expect(greeting.tracks.map(\.property.rawValue).count == 12)
    #expect(greeting.isHiddenBefore && greeting.isHiddenAfter && !greeting.showsBack)
    #expect(greeting.timing.speed == 2)
    #expect(greeting.wipeEdge == .top)
  }

  @Test func namesThatAreNotRegisteredAreRefusedWithTheirPlace() {
    #expect(
      refusal(element: "\"onEnd\": \"gong\"")
        == "the hook “gong” at items[0].onEnd is not registered; register it, or correct the name")
    #expect(
      refusal("{ \"items\": [ { \"widget\": \"map\" } ] }")
        == "the widget “map” at items[0].widget is not registered; register it, or correct the name"
    )
    #expect(
      refusal(
        element: """
          "tracks": [{ "property": "blur", "from": 0, "to": 1, "duration": 1,
                       "curve": { "function": "f" } }]
          """)?.hasPrefix("the function “f” at items[0].tracks[0].curve.function") == true)
    #expect(throws: SceneError.unknownName(place: "items[0].image", kind: "image", name: "b")) {
      try Scene(
        json: "{ \"items\": [ { \"image\": \"b\" } ] }", registry: SceneRegistry(images: ["a"]))
    }
  }

  @Test(arguments: [
    ("\"colour\": \"#000\"", "items[0].colour"), ("\"color\": \"red\"", "items[0].color"),
    ("\"delay\": \"1\"", "items[0].delay"), ("\"repeats\": \"often\"", "items[0].repeats"),
    ("\"direction\": \"left\"", "items[0].direction"), ("\"hidden\": true", "items[0].hidden"),
    ("\"start\": { \"by\": 1 }", "items[0].start"), ("\"image\": \"b\"", "items[0]"),
    ("\"set\": { \"speed\": 1 }", "items[0].set.speed"),
    ("\"set\": { \"position\": [1] }", "items[0].set.position"),
    ("\"tracks\": [{}]", "items[0].tracks[0]"),
    ("\"tracks\": [{ \"property\": \"width\" }]", "items[0].tracks[0].property"),
    ("\"tracks\": [{ \"property\": \"blur\", \"from\": 0 }]", "items[0].tracks[0]"),
    ("\"tracks\": [{ \"path\": [[\"jump\"]] }]", "items[0].tracks[0].path[0]"),
    ("\"tracks\": [{ \"path\": [], \"from\": 0 }]", "items[0].tracks[0].from"),
  ])
  func whatIsWrongIsNamedWithItsPlace(members: String, place: String) {
    let refusal = refusal(element: members)
    #expect(
      refusal?.hasPrefix("the scene's JSON is wrong at \(place):") == true, "\(refusal ?? "")")
  }

  @Test(arguments: ["\"layer\": 0", "\"showsBack\": true", "\"wipeEdge\": \"left\""])
  func whatIsOfThePartIsRefusedBesideAPart(member: String) {
    let key = member.split(separator: "\"")[0]
    let refusal = refusal(
      "{ \"items\": [ { \"text\": \"a\", \"id\": \"a\" }, { \"part\": \"a\", \(member) } ] }")
    #expect(
      refusal == "the scene's JSON is wrong at items[1].\(key): "
        + "it is of the part; say it of the element that has the part")
  }

  @Test func whatIsWrongInTheSceneIsNamedWithItsPlaceInTheText() {
    #expect(
      refusal(
        element: """
          "tracks": [{ "property": "blur", "from": 0, "to": 1, "duration": 0 }]
          """)?.hasPrefix("items[0].tracks[0].duration is wrong") == true)
    #expect(refusal("{ \"items\": [\n  { ] }")?.contains("line 2, character 5") == true)
    #expect(refusal("[]")?.contains("at the beginning") == true)
    #expect(refusal("{}")?.contains("“items” is missing") == true)
  }

  /// Whatever is cut out of a text or put in, it is read or refused, and the refusal says where.
  @Test func noTextIsTooOdd() {
    let bytes = Array(Self.everything.replacingOccurrences(of: "\"repeats\": 3, ", with: "").utf8)
    var (readings, refusals) = (0, 0)
    func look(_ bytes: [UInt8]) {
      guard let refusal = refusal(String(decoding: bytes, as: UTF8.self)) else {
        readings += 1
        return
      }
      refusals += 1
      #expect(
        ["the scene's JSON is wrong at ", "items["].contains { refusal.contains($0) }, "\(refusal)"
      )
    }
    for start in stride(from: 0, to: bytes.count, by: 7) {
      for length in [1, 5, 40] where start + length <= bytes.count {
        var changed = bytes
        changed.removeSubrange(start..<start + length)
        look(changed)
        changed.insert(UInt8(ascii: "9"), at: start)
        look(changed)
      }
    }
    // Some of the letters of a name or the digits of a number may go; most of the rest may not.
    #expect(readings > 20)
    #expect(refusals > 20)
  }
}

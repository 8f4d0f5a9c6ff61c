import HikidashiBase
import HikidashiValues
import TestSupport
import Testing

@testable import HikidashiWidgets

/// The file in which windows and parts keep their state, as a value.
@Suite struct StateFileTests {
  private typealias Place = StateFile.Place

  private static func read(_ text: String) throws -> StateFile { try StateFile(Array(text.utf8)) }

  @Test func whatIsPutComesBackFromItsText() throws {
    var file = StateFile()
    file.put(["size": "[1,2]"], at: .window("main"))
    file.put(["place": "3", "nodes": "{\"a\":[]}"], at: .part("library “1”\n"))
    file.put(["place": "4"], at: .document("日記", of: "reader"))
    file.put(["value": "\"x\""], at: .value("last"))
    // An aspect that is not named stays.
    file.put(["place": "5"], at: .part("library “1”\n"))
    let again = try Self.read(file.text)
    #expect(again[.window("main")] == ["size": "[1,2]"])
    #expect(again[.part("library “1”\n")] == ["place": "5", "nodes": "{\"a\":[]}"])
    #expect(again[.document("日記", of: "reader")] == ["place": "4"])
    #expect(again[.value("last")] == ["value": "\"x\""])
    #expect(again[.part("other")] == [:])
    #expect(again[.document("other", of: "reader")] == [:])
    #expect(again.text == file.text)
  }

  @Test func anEmptyFileIsReadAgain() throws {
    #expect(try Self.read(StateFile().text).text == StateFile().text)
  }

  @Test func whatANewerVersionHasWrittenStays() throws {
    var file = try Self.read(
      """
      {"format": 7, "clouds": [1, {"a": null}],
       "parts": {"list": {"place": 1, "colour": {"hue": 0.5}}, "shelf": {"open": true}}}
      """)
    file.put(["place": "2"], at: .part("list"))
    let text = try Self.read(file.text).text
    #expect(text.contains("\"format\": 7"))
    #expect(text.contains("\"clouds\": [1, {\"a\": null}]"))
    #expect(text.contains("{\"colour\": {\"hue\": 0.5}, \"place\": 2}"))
    #expect(text.contains("\"shelf\": {\"open\": true}"))
  }

  @Test(
    arguments: [
      "", "{", "[]", "null", "{\"parts\": {\"a\": {\"b\": 1}}", "{} {}", "\u{0}\u{0}\u{0}",
    ])
  func whatIsNoObjectIsDamaged(_ text: String) {
    #expect(throws: JSONFileDamage.self) { try Self.read(text) }
    #expect(throws: JSONFileDamage.self) { try StateFile([0x7B, 0xFF, 0x7D]) }
  }

  @Test(
    arguments: [
      "{\"parts\": 3, \"windows\": [], \"values\": null, \"documents\": \"x\", \"format\": \"a\"}",
      "{\"parts\": {\"a\": 3}, \"documents\": {\"b\": {}, \"c\": [1, {\"name\": 2}, {}]}}",
      "{\"format\": -5, \"documents\": {\"c\": [{\"name\": \"n\", \"state\": 4}]}}",
    ])
  func partsOfAnotherShapeArePassedOver(_ text: String) throws {
    var file = try Self.read(text)
    #expect(file[.part("a")] == [:])
    #expect(file[.document("n", of: "c")] == [:])
    file.put(["x": "1"], at: .document("n", of: "c"))
    #expect(try Self.read(file.text)[.document("n", of: "c")] == ["x": "1"])
  }

  @Test func ofManyDocumentsThoseStayThatWereUsedLast() throws {
    var file = StateFile()
    for number in 0..<StateFile.mostDocuments {
      file.put(["n": "\(number)"], at: .document("\(number)", of: "reader"))
    }
    file.put(["n": "0"], at: .document("0", of: "shelf"))
    // Used once more.
    file.put([:], at: .document("0", of: "reader"))
    file = try Self.read(file.text)
    for number in 1_000..<1_002 {
      file.put(["n": "\(number)"], at: .document("\(number)", of: "reader"))
    }
    #expect(file[.document("0", of: "reader")] == ["n": "0"])
    #expect(file[.document("1", of: "reader")] == [:])
    #expect(file[.document("2", of: "reader")] == [:])
    #expect(file[.document("3", of: "reader")] == ["n": "3"])
    #expect(file[.document("1001", of: "reader")] == ["n": "1001"])
    #expect(file[.document("0", of: "shelf")] == ["n": "0"])
  }

  /// A dictionary of everything, and lists of the documents by their use.
  private struct SlowFile {
    var states: [Place: StateFile.State] = [:]
    var used: [String: [String]] = [:]

    mutating func put(_ aspects: StateFile.State, at place: Place) {
      for (name, text) in aspects { states[place, default: [:]][name] = text }
      guard case .document(let name, let kind) = place else { return }
      if states[place] == nil { states[place] = [:] }
      used[kind] = (used[kind] ?? []).filter { $0 != name } + [name]
      while let list = used[kind], list.count > StateFile.mostDocuments {
        states[.document(list[0], of: kind)] = nil
        used[kind] = Array(list.dropFirst())
      }
    }
  }

  @Test func randomStatesAreThoseOfASlowModel() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var (file, slow) = (StateFile(), SlowFile())
    func pick(_ count: Int) -> String { "k\(Int.random(in: 0..<count, using: &random))" }
    for step in 0..<testSteps(3_000, scale: 10) {
      let place: Place =
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .window(pick(3))
        case 1: .part(pick(20))
        case 2: .value(pick(20))
        default: .document(pick(300), of: pick(2))
        }
      var aspects: StateFile.State = [pick(3): "\(step)"]
      if Bool.random(using: &random) { aspects[pick(3)] = "[\(step)]" }
      file.put(aspects, at: place)
      slow.put(aspects, at: place)
      if step % 97 == 0 { file = try StateFile(Array(file.text.utf8)) }
      guard step % 31 == 0 else { continue }
      for (place, state) in slow.states {
        #expect(file[place] == state, "seed \(seed), step \(step), \(place)")
      }
      for number in 0..<300 {
        let place = Place.document("k\(number)", of: "k0")
        #expect(file[place] == slow.states[place] ?? [:], "seed \(seed), step \(step), \(place)")
      }
    }
  }
}

import Foundation
import Hikidashi
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiTool

/// A definition that is saved again and again while its window is open, half of the time with a mistake.
final class RandomEditsTests: XCTestCase {
  /// In each window so many, the next one begins anew.
  private static let stepsInAWindow = 25

  func testTheLastGoodVersionIsShownWhateverIsSaved() throws {
    let seed = testSeed()
    print("testTheLastGoodVersionIsShownWhateverIsSaved: HIKIDASHI_SEED=\(seed)")
    let steps = testSteps(60)
    var times: [Duration] = []
    for (round, start) in stride(from: 0, to: steps, by: Self.stepsInAWindow).enumerated() {
      let count = min(Self.stepsInAWindow, steps - start)
      times += try onLoop {
        let editing = try await EditedWindow(
          seed: seed &+ UInt64(round), hasData: !round.isMultiple(of: 2),
          "seed \(seed), round \(round)")
        for _ in 0..<count { try await editing.step() }
        return try await editing.end()
      }
    }
    if steps >= 500 { Self.report(times.sorted()) }
  }

  /// From a save to the end of the frame that shows it.
  private static func report(_ times: [Duration]) {
    func milliseconds(_ share: Double) -> String {
      let time = times[Int(share * Double(times.count - 1))] / .milliseconds(1)
      return String(format: "%.1f ms", time)
    }
    guard !times.isEmpty else { return }
    print(
      "from save to frame, \(times.count) good versions: median \(milliseconds(0.5)), "
        + "95 of 100 within \(milliseconds(0.95)), longest \(milliseconds(1))")
  }
}

/// A window that is open while its file is saved, and what it must show.
@MainActor
private final class EditedWindow {
  private var random: SeededGenerator
  private let scratch: ScratchFolder
  private let file: URL
  private let hasData: Bool
  private let context: String
  private var window: DefinitionWindow?
  private let stage: Stage
  /// What the last good version has become, and the words that it shows; none where they may be damaged.
  private var shown: Part?
  private var words: String?
  private var number = 0
  private var replaced: [Weak] = []
  private var times: [Duration] = []

  private struct Weak {
    weak var object: AnyObject?
    let kind: String

    init(_ object: AnyObject) {
      self.object = object
      kind = "\(type(of: object))"
    }
  }

  private static let rows = "name\tstars\tplanet\nFoo\t3\tMars\nBar\t5\tVenus\n"

  init(seed: UInt64, hasData: Bool, _ context: String) async throws {
    random = SeededGenerator(seed: seed)
    scratch = try ScratchFolder()
    file = scratch.url.appendingPathComponent("definition.json")
    self.hasData = hasData
    self.context = context
    try scratch.write(Self.rows, to: "cards.tsv")
    let first = SampleVersion.records("Mark 0000", &random)
    try scratch.write(try first.text, to: "definition.json")
    let data = hasData ? scratch.url.appendingPathComponent("cards.tsv").path : nil
    let made = DefinitionWindow(file.path, data: data, .tsv)
    window = made
    stage = try await Stage.show(made.makeWindow(isWatched: true))
    shown = made.shown
    words = "Mark 0000"
    try await until(note("the first version")) { isShown(words) }
  }

  private func note(_ what: String) -> String { "\(what) (\(context), edit \(number))" }

  // MARK: - Edits

  /// Saves another version, and waits until the window has taken it.
  func step() async throws {
    number += 1
    let words = "Mark " + String(format: "%04d", number)
    let version = SampleVersion.any(words, &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<6:
      try await save(good: try version.text, words)
      try await editRecords()
    case 6: try await save(wrong: SampleVersion.cut(try version.text, &random))
    case 7: try await save(wrong: SampleVersion.withoutASign(try version.text, &random))
    case 8: try await save(wrong: try SampleVersion.withAWrongType(version, &random).text)
    case 9: try await save(wrong: try SampleVersion.withAWrongKey(version, &random).text)
    case 10 where hasData:
      try await save(unfit: SampleVersion.records(words, isStrict: true, &random), words)
    default:
      // Without rows, what can be read can be shown.
      if hasData {
        try await save(wrong: SampleVersion.cut(try version.text, &random))
      } else {
        try await save(noisy: SampleVersion.withNoise(try version.text, &random))
      }
    }
  }

  private func write(_ text: [UInt8]) throws { try Data(text).write(to: file, options: .atomic) }

  private func save(good text: String, _ words: String?) async throws {
    let before = shown
    let start = ContinuousClock.now
    try write(Array(text.utf8))
    while window?.shown === before {
      if ContinuousClock.now - start > .seconds(120) {
        throw WidgetTestError.timedOut(note("a good version: \(text)\n\(stage.dump())"))
      }
      await stage.nextFrame()
    }
    times.append(ContinuousClock.now - start)
    if let before { replaced.append(Weak(before)) }
    (shown, self.words) = (window?.shown, words)
    try await until(note("“\(words ?? "")” of \(text)")) { isShown(words) }
    XCTAssertNil(mistake, note("a mistake in \(text)"))
  }

  private func save(wrong text: some Collection<UInt8>) async throws {
    do {
      _ = try Definition(Array(text), file: file.path)
      XCTFail(note("it can be read: \(String(decoding: text, as: UTF8.self))"))
    } catch {
      try write(Array(text))
      try await until(note("the mistake “\(error)”")) { mistake == error.description }
      checkIsLeft()
    }
  }

  private func save(wrong text: String) async throws { try await save(wrong: text.utf8) }

  /// Whether it can be read is a matter of chance.
  private func save(noisy text: [UInt8]) async throws {
    if (try? Definition(text, file: file.path)) == nil { return try await save(wrong: text) }
    try await save(good: String(decoding: text, as: UTF8.self), nil)
  }

  /// It can be read, but one of the rows does not fit.
  private func save(unfit version: JSONTree, _ words: String) async throws {
    try await save(good: try version.text, words)
    XCTAssertTrue(
      stage.dump().contains("1 line could not be read"), note("nothing of a refused row"))
  }

  /// What is edited in the window is kept from one version to the next.
  private func editRecords() async throws {
    // With rows of a file, those that do not fit would not be there any more.
    guard !hasData, let view = shown as? RecordsView, Int.random(in: 0..<3, using: &random) == 0
    else {
      return
    }
    try await view.records.change("Add") { table in _ = try table.append { _ in } }
  }

  // MARK: - What is shown

  /// What the window says to be wrong.
  private var mistake: String? {
    let folder = scratch.url.path + "/"
    return stage.all("label").lazy.map(\.name).first { $0.hasPrefix(folder) && $0.contains(": ") }
  }

  private func isShown(_ words: String?) -> Bool {
    guard let words else { return true }
    switch shown {
    // What is drawn has no words for a screen reader.
    case let view as SceneView:
      return view.player.scene.parts.contains { "\($0.content)".contains(words) }
    // Without records there are no titles of columns.
    case let view as RecordsView where view.records.table.isEmpty:
      return view.records.table.schema.fields.contains { $0.title == words }
    default: return stage.dump().contains(words)
    }
  }

  private func checkIsLeft() {
    XCTAssertTrue(window?.shown === shown, note("another version is shown"))
    XCTAssertTrue(isShown(words), note("“\(words ?? "")” is gone"))
  }

  // MARK: - The end

  /// Closes the window, after which nothing of it is left.
  ///
  /// - Returns: What good versions took from the save to the frame.
  func end() async throws -> [Duration] {
    let rest = [shown.map { Weak($0) }, window.map { Weak($0) }].compactMap { $0 }
    (shown, window) = (nil, nil)
    try await untilGone(replaced, "replaced parts")
    try await stage.close()
    try await untilGone(rest, "the window's parts")
    return times
  }

  private func untilGone(_ objects: [Weak], _ what: String) async throws {
    do {
      try await until(what) { objects.allSatisfy { $0.object == nil } }
    } catch {
      let kinds = objects.filter { $0.object != nil }.map(\.kind)
      throw WidgetTestError.timedOut(note("\(what) to go: \(kinds)"))
    }
  }
}

/// Definitions of each kind, and ways to spoil them.
private enum SampleVersion {
  typealias Random = SeededGenerator

  /// - Parameter words: What it shows.
  static func any(_ words: String, _ random: inout Random) -> JSONTree {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: records(words, &random)
    case 1: settings(words, &random)
    case 2: table(words, &random)
    case 3: tree(words, &random)
    case 4: scene(words, &random)
    default: app(words)
    }
  }

  private static func some(_ all: [JSONTree], _ random: inout Random) -> [JSONTree] {
    all.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
  }

  /// - Parameter isStrict: Not all stars of the rows are as many as asked for.
  static func records(_ words: String, isStrict: Bool = false, _ random: inout Random) -> JSONTree {
    let stars: JSONTree = ["name": "stars", "type": "integer", "optional": true]
    let strict: JSONTree = [
      "name": "stars", "type": "integer", "optional": true, "rules": [["range": [4, .null]]],
    ]
    let others: [JSONTree] = [
      ["name": "note", "type": "string", "optional": true, "format": "paragraphs"],
      ["name": "made", "type": "date", "optional": true, "format": "day"],
      ["name": "rate", "type": "double", "optional": true, "format": ["percent": 1]],
      ["name": "kept", "type": "boolean", "optional": true],
    ]
    let name: JSONTree = [
      "name": "name", "title": .string(words), "type": "string", "optional": true,
    ]
    return [
      "fields": .array(
        [name] + (isStrict ? [strict] : some([stars], &random)) + some(others, &random))
    ]
  }

  private static func settings(_ words: String, _ random: inout Random) -> JSONTree {
    let others: [JSONTree] = [
      ["key": "dark", "type": "boolean", "default": false],
      ["key": "theme", "type": "text", "default": "light", "choices": ["light", "dark"]],
      ["key": "zoom", "type": "double", "default": 1.5, "range": [0.5, 4], "unit": "times"],
      ["key": "ink", "type": "color", "default": "#3584e4", "effect": "after-restart"],
      [
        "key": "page", "title": "Page",
        "preferences": [["key": "tags", "type": "[text]", "default": ["a"]]],
      ],
    ]
    let jobs: JSONTree = [
      "key": "jobs", "type": "integer", "default": 4, "range": [1, 32], "title": .string(words),
    ]
    return ["preferences": .array([jobs] + some(others, &random))]
  }

  private static func table(_ words: String, _ random: inout Random) -> JSONTree {
    let others: [JSONTree] = [
      ["name": "mass", "title": "Earths", "kind": "progress", "width": 90],
      ["name": "icon", "kind": "icon"], ["name": "photo", "kind": "picture"],
      ["name": "moons", "alignment": "end", "style": ["dim-label", "numeric"]],
    ]
    let planet: JSONTree = ["name": "planet", "title": .string(words)]
    return ["selection": "multiple", "columns": .array([planet] + some(others, &random))]
  }

  private static func tree(_ words: String, _ random: inout Random) -> JSONTree {
    let others: [JSONTree] = [
      ["title": "Dog", "subtitle": "Barks", "icon": "face-smile-symbolic"], ["title": "Dog"],
      ["title": "Cats", "isOpen": true, "children": [["title": "Lion"], ["title": "Tiger"]]],
    ]
    let first: JSONTree = [
      "title": .string(words), "isOpen": true, "children": .array(some(others, &random)),
    ]
    return ["tree": .array([first] + some(others, &random))]
  }

  private static func scene(_ words: String, _ random: inout Random) -> JSONTree {
    let tracks: [JSONTree] = [
      ["property": "position", "from": [20, 40], "to": [100, 40], "duration": 60],
      ["property": "rotation-y", "from": 0, "to": 60, "duration": 9, "curve": "ease-in"],
      ["property": "opacity", "from": 0, "to": 1, "duration": 2],
    ]
    let text: JSONTree = [
      "text": .string(words), "duration": 60, "tracks": .array(some(tracks, &random)),
    ]
    return ["size": [120, 80], "items": [text]]
  }

  private static func app(_ words: String) -> JSONTree {
    [
      "id": "org.example.Shelf", "name": .string(words), "program": "shelf", "version": "1.0",
      "summary": "Keep books", "description": ["Keeps books."], "categories": ["Office"],
      "license": "MIT",
      "developer": ["name": "The Shelf authors", "email": "shelf@example.org"],
      "homepage": "https://example.org/", "icon": "shelf.svg",
    ]
  }
}

// MARK: - Mistakes

extension SampleVersion {
  /// The beginning of a text: the last bracket at least is missing.
  static func cut(_ text: String, _ random: inout Random) -> [UInt8] {
    Array(text.utf8.prefix(Int.random(in: 0..<text.utf8.count, using: &random)))
  }

  /// With a space in place of a bracket, comma, colon or quotation mark: no text of JSON can do without.
  static func withoutASign(_ text: String, _ random: inout Random) -> [UInt8] {
    var bytes = Array(text.utf8)
    var signs: [Int] = []
    var isQuoted = false
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        signs.append(place)
      } else if !isQuoted, "{}[]:,".utf8.contains(byte) {
        signs.append(place)
      }
    }
    if let place = signs.randomElement(using: &random) { bytes[place] = UInt8(ascii: " ") }
    return bytes
  }

  /// With an object in the place of any value, which has a key that no object may have.
  static func withAWrongType(_ version: JSONTree, _ random: inout Random) -> JSONTree {
    let path = version.paths.randomElement(using: &random) ?? []
    return version.replacing(path, with: ["~": .null]) ?? version
  }

  /// With a key that is misspelt; an app may have other keys than those that are read.
  static func withAWrongKey(_ version: JSONTree, _ random: inout Random) -> JSONTree {
    guard version["program"] == nil else { return withAWrongType(version, &random) }
    let keyed = version.paths.filter { if case .key = $0.last { true } else { false } }
    guard let path = keyed.randomElement(using: &random), case .key(let key) = path.last else {
      return .null
    }
    return version.replacing(path, with: nil)?
      .replacing(path.dropLast() + [.key(key + "~")], with: version[path]) ?? .null
  }

  /// With other letters in some places.
  static func withNoise(_ text: String, _ random: inout Random) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
    }
    return bytes
  }
}

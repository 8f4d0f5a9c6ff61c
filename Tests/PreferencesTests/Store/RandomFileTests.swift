import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import HikidashiPreferences
@testable import HikidashiValues

/// Files that anybody or anything may have written.
@Suite struct RandomFileTests {
  private static let keys = [
    "offline", "jobs", "mirror", "age", "since", "library", "level", "token", "page", "theme",
    "size", "margins", "frame", "odd", "", "a.b", "page.size", "ü\\\"", "app-version",
  ]

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 9 : 12), using: &random) {
    case 0: "null"
    case 1: "true"
    case 2: "\(Int.random(in: -5...40, using: &random))"
    case 3:
      ["1e400", "-0", "99999999999999999999", "12.50", "1E2"].randomElement(using: &random) ?? "0"
    case 4: #""dark""#
    case 5: #""1.0""#
    case 6: #""2026-01-01T00:00:00Z""#
    case 7: ["\"1h\"", "\"99999d\"", "\"é\\u0000\"", "\"\""].randomElement(using: &random) ?? "0"
    case 8: #""https://a""#
    case 9:
      "["
        + (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          value(&random, depth: depth + 1)
        }.joined(separator: ",") + "]"
    default: object(&random, depth: depth + 1)
    }
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> String {
    let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
      let key = keys.randomElement(using: &random) ?? ""
      return JSONText.quoted(key) + ": " + value(&random, depth: depth)
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// Each value with its path, those of settings left out.
  private static func unknown(
    _ node: JSONNode, _ path: [String], _ schema: PreferenceSchema
  ) -> [String] {
    guard case .object(let members) = node.kind else {
      return [path.joined(separator: "/") + "=" + node.text]
    }
    var found: [String] = members.isEmpty && !path.isEmpty ? [path.joined(separator: "/")] : []
    for (key, value) in members {
      let whole = (path + [key]).joined(separator: ".")
      let isKnown = schema[whole] != nil && !(path + [key]).contains { $0.contains(".") }
      if isKnown || whole == "app-version" { continue }
      found += unknown(value, path + [key], schema)
    }
    return found
  }

  @Test func noFileTrapsOrLosesAnUnknownKey() throws {
    let seed = testSeed()
    print("noFileTrapsOrLosesAnUnknownKey: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let settings = SamplePreferences()
    let schema = try PreferenceSchema(settings)
    for round in 0..<testSteps(10_000) {
      var text = Array(Self.object(&random, depth: 0).utf8)
      // Every third is broken somewhere.
      if round % 3 == 0, !text.isEmpty {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: 0..<text.count, using: &random)
          text[place] = UInt8.random(in: .min ... .max, using: &random)
        }
      }
      let storage = MemoryStorage()
      try storage.write(text, to: "p")
      var place = PreferencePlace.bytes(in: storage, name: "p")
      place.isWatched = false
      let store = try PreferenceStore(
        schema, at: place, version: "1.0", options: PreferenceOptions(autosave: nil))
      let jobs = store[settings.jobs] == 7 ? 8 : 7
      try store.set(settings.jobs, to: jobs)
      try store.set(settings.page.size, to: 33)
      try store.save()
      let name = "HIKIDASHI_SEED=\(seed), round \(round): \(String(decoding: text, as: UTF8.self))"
      let after = String(decoding: try storage.read("p"), as: UTF8.self)
      let node = try JSONNode(parsing: after)
      if let before = String(validating: text, as: UTF8.self),
        let old = try? JSONNode(parsing: before), case .object(let members) = old.kind
      {
        // A value in the place of a group gives way to the group.
        let isGroup = members.contains { key, value in
          if case .object = value.kind { return false }
          return key == "page"
        }
        let new = Self.unknown(node, [], schema)
        let lost = Self.unknown(old, [], schema).filter { entry in
          !(isGroup && entry.hasPrefix("page=")) && !new.contains(entry)
            && entry != "page"
        }
        guard lost.isEmpty else {
          Issue.record("\(name) lost \(lost): \(after)")
          return
        }
      } else {
        guard try storage.read("p.damaged") == text else {
          Issue.record("\(name) is not set aside")
          return
        }
      }
      let again = try PreferenceStore(
        schema, at: place, version: "1.0", options: PreferenceOptions(autosave: nil))
      guard again[settings.jobs] == jobs, again[settings.page.size] == 33,
        again.snapshot.description == store.snapshot.description
      else {
        Issue.record("\(name) came back as \(again.snapshot): \(after)")
        return
      }
    }
  }
}

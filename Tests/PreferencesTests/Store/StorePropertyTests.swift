import Foundation
import HikidashiBase
import HikidashiStorage
import TestSupport
import Testing

@testable import HikidashiPreferences

/// Two stores, a file and an editor, against a model that is obvious.
@Suite struct StorePropertyTests {
  /// What one store is to know.
  private struct Model {
    var user: [String: Int] = [:]
    var unsaved: Set<String> = []
    var done: [(before: [String: Int?], after: [String: Int?])] = []
    var undone: [(before: [String: Int?], after: [String: Int?])] = []

    mutating func edit(_ changes: [String: Int?]) {
      let own = changes.filter { user[$0.key] != $0.value }
      guard !own.isEmpty else { return }
      var before: [String: Int?] = [:]
      for key in own.keys { before[key] = .some(user[key]) }
      done.append((before, own))
      undone = []
      take(own)
    }

    private mutating func take(_ changes: [String: Int?]) {
      for (key, value) in changes {
        user[key] = value
        unsaved.insert(key)
      }
    }

    mutating func undo() {
      guard let edit = done.popLast() else { return }
      undone.append(edit)
      take(edit.before.filter { user[$0.key] == (edit.after[$0.key] ?? nil) })
    }

    mutating func redo() {
      guard let edit = undone.popLast() else { return }
      done.append(edit)
      take(edit.after.filter { user[$0.key] == (edit.before[$0.key] ?? nil) })
    }

    mutating func adopt(_ file: [String: Int], known: [String]) {
      for key in known where !unsaved.contains(key) { user[key] = file[key] }
    }

    mutating func save(_ file: inout [String: Int], known: [String]) {
      guard !unsaved.isEmpty else { return }
      adopt(file, known: known)
      for key in unsaved { file[key] = user[key] }
      unsaved = []
    }
  }

  private struct Group {
    let own = (0..<4).map { Preference("a\($0)", default: $0, in: 0...9) }
    let inner = (0..<4).map { number in
      Preference("b\(number)", default: number, in: 0...9)
        .visible(when: .when("a\(number)", isAtLeast: 5))
        .enabled(when: .when("a\((number + 1) % 4)", is: 3) || .when("a0", isAtMost: 2))
    }
    var all: [Preference<Int>] { own + inner }
    let keys = (0..<4).map { "a\($0)" } + (0..<4).map { "g.b\($0)" }
    let schema: PreferenceSchema

    init() throws {
      schema = try PreferenceSchema(
        own.map(\.item) + [.group(key: "g", title: "", help: "", inner.map(\.item))])
    }
  }

  @Test func anySequenceEndsWhereTheModelSays() throws {
    let seed = testSeed()
    print("anySequenceEndsWhereTheModelSays: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<testSteps(60) {
      try run(&random, "HIKIDASHI_SEED=\(seed), round \(round)")
    }
  }

  private func run(_ random: inout SeededGenerator, _ name: String) throws {
    let group = try Group()
    let bytes = MemoryStorage()
    var place = PreferencePlace.bytes(in: bytes, name: "p")
    place.isWatched = false
    // What is not known stands in the file as well, and is moved by migrations.
    var file: [String: Int] = ["odd": 1, "g.odd": 2]
    var version = 1
    try bytes.write(Self.bytes(file, version), to: "p")
    let migrations = (2...40).map { number in
      PreferenceMigration(to: AppVersion("\(number)") ?? "1") { file in
        file.rename(number % 2 == 0 ? "odd" : "odd2", to: number % 2 == 0 ? "odd2" : "odd")
        file.rename("g.spare", to: "a\(number % 4)")
      }
    }
    func open() throws -> PreferenceStore {
      try PreferenceStore(
        group.schema, at: place, version: AppVersion("\(version)") ?? "1",
        options: PreferenceOptions(migrations: migrations, autosave: nil))
    }
    var stores = [try open(), try open()]
    var models = [Model(), Model()]
    for index in 0..<2 { models[index].adopt(file, known: group.keys) }
    for step in 0..<40 {
      let index = Int.random(in: 0..<2, using: &random)
      let position = Int.random(in: 0..<8, using: &random)
      let (key, value) = (group.keys[position], Int.random(in: 0...9, using: &random))
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        try stores[index].set(group.all[position], to: value)
        models[index].edit([key: value])
      case 3:
        try stores[index].reset(group.all[position])
        models[index].edit([key: nil])
      case 4:
        let other = (position + 1) % 8
        try stores[index].edit { edit throws(PreferenceError) in
          try edit.set(group.all[position], to: value)
          try edit.reset(group.all[other])
        }
        models[index].edit([key: value, group.keys[other]: nil])
      case 5:
        stores[index].undo()
        models[index].undo()
      case 6:
        stores[index].redo()
        models[index].redo()
      case 7:
        try stores[index].save()
        models[index].save(&file, known: group.keys)
      case 8:
        try stores[index].refresh()
        models[index].adopt(file, known: group.keys)
      case 9:
        // An editor, which knows nothing of stores.
        let edited = Int.random(in: 0..<3, using: &random) == 0 ? "g.spare" : key
        file[edited] = value
        try bytes.write(Self.bytes(file, version), to: "p")
      case 10:
        stores[index].resetAll()
        let all = models[index].user.keys.map { ($0, Int?.none) }
        models[index].edit(Dictionary(uniqueKeysWithValues: all))
      default:
        // Both go, and one of a later version comes.
        for index in 0..<2 { models[index].save(&file, known: group.keys) }
        stores = []
        version += 1
        Self.migrate(&file, to: version)
        stores = [try open(), try open()]
        models = [Model(), Model()]
        for index in 0..<2 { models[index].adopt(file, known: group.keys) }
      }
      // What goes in order of deinitialization saves before the other; the model does the same.
      guard check(stores, models, group, "\(name), step \(step)") else { return }
    }
    for index in 0..<2 {
      try stores[index].save()
      models[index].save(&file, known: group.keys)
    }
    let text = String(decoding: try bytes.read("p"), as: UTF8.self)
    #expect(try Self.flat(text) == file, "\(name): \(text)")
  }

  private static func migrate(_ file: inout [String: Int], to version: Int) {
    let (from, to) = version % 2 == 0 ? ("odd", "odd2") : ("odd2", "odd")
    if let value = file.removeValue(forKey: from) { file[to] = value }
    if let value = file.removeValue(forKey: "g.spare") { file["a\(version % 4)"] = value }
  }

  private func check(
    _ stores: [PreferenceStore], _ models: [Model], _ group: Group, _ name: String
  ) -> Bool {
    for (store, model) in zip(stores, models) {
      for (preference, key) in zip(group.all, group.keys) {
        let value = { (key: String) in
          model.user[key] ?? (key.last?.wholeNumberValue ?? 0)
        }
        let isUser = model.user[key] != nil
        guard store[preference] == value(key),
          store.layer(of: preference) == (isUser ? .user : .standard)
        else {
          Issue.record("\(name): \(key) is \(store[preference]), not \(value(key))")
          return false
        }
        guard key.hasPrefix("g."), let number = key.last?.wholeNumberValue else { continue }
        let isEnabled = value("a\((number + 1) % 4)") == 3 || value("a0") <= 2
        guard store.isVisible(preference) == (value("a\(number)") >= 5),
          store.isEnabled(preference) == isEnabled
        else {
          Issue.record("\(name): the conditions of \(key)")
          return false
        }
      }
      guard store.hasUnsavedChanges == !model.unsaved.isEmpty else {
        Issue.record("\(name): \(model.unsaved)")
        return false
      }
    }
    return true
  }

  private static func bytes(_ file: [String: Int], _ version: Int) -> [UInt8] {
    let inner = file.filter { $0.key.hasPrefix("g.") }
      .map { "\"\($0.key.dropFirst(2))\": \($0.value)" }.joined(separator: ",")
    let outer = file.filter { !$0.key.hasPrefix("g.") }.map { "\"\($0.key)\": \($0.value)" }
    let members = ["\"app-version\": \"\(version)\"", "\"g\": {\(inner)}"] + outer
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func flat(_ text: String) throws -> [String: Int] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    var file: [String: Int] = [:]
    for (key, value) in object {
      if let number = value as? Int { file[key] = number }
      for (inner, value) in value as? [String: Any] ?? [:] { file["g." + inner] = value as? Int }
    }
    return file
  }
}

import Foundation
import Hikidashi
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiTool

/// What `hikidashi schema` prints, against the readers of what it describes.
struct SchemaCommandTests {
  /// A kind of definition with its schema and its reader. Scenes are compared in `MotionTests`.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let read: @Sendable (String) throws -> Void

    var testDescription: String { name }

    static let all = [
      Kind(name: "records") { _ = try Schema(json: $0) },
      Kind(name: "settings") { _ = try PreferenceSchema(json: $0) },
      Kind(name: "table") { _ = try TableDefinition(json: $0) },
      Kind(name: "tree") { _ = try TreeDefinition(Array($0.utf8)) },
      Kind(name: "app") { _ = try AppManifest(Array($0.utf8), file: AppManifest.fileName) },
    ]

    var schema: JSONSchema {
      get throws { try JSONSchema("Documentation.docc/Resources/\(name)-schema.json") }
    }

    func reads(_ document: JSONTree) throws -> Bool { try refusal(of: document) == nil }

    func refusal(of document: JSONTree) throws -> String? {
      let text = try document.text
      do { try read(text) } catch { return "\(error)" }
      return nil
    }
  }

  // MARK: - The command

  private func run(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
    let run = try Run(try NewCommandTests.program, ["schema"] + words)
    return (run.wait(), run.standardOutput, run.standardError)
  }

  @Test func itPrintsEachSchema() async throws {
    try await onOwnThread {
      let kinds = try run()
      #expect(kinds.status == 0)
      #expect(kinds.output == "records\nsettings\ntable\ntree\nscene\napp\n")
      for kind in kinds.output.split(separator: "\n") {
        let printed = try run(String(kind))
        #expect(printed.status == 0, "\(printed.errors)")
        let schema = try JSONTree(parsing: printed.output)
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
      }
    }
  }

  @Test(arguments: [
    (
      ["rekords"],
      "no kind of definition “rekords”, only records, settings, table, tree, scene, app"
    ),
    (["app", "scene"], "has no use for “scene”"),
  ])
  func whatItDoesNotHaveIsSaid(words: [String], message: String) async throws {
    try await onOwnThread {
      let run = try Run(try NewCommandTests.program, ["schema"] + words)
      #expect(run.wait() == 2)
      #expect(run.standardError.contains(message), "\(run.standardError)")
    }
  }

  // MARK: - Schemas and readers

  /// Each part of a schema holds of something that the reader takes, and each value that it lists too.
  @Test(arguments: Kind.all)
  func theReaderTakesWhatTheSchemaNames(kind: Kind) throws {
    let schema = try kind.schema
    let documents = try schema.documents()
    var taken: Set<String> = []
    for document in schema.examples {
      #expect(schema.places(in: document) != nil, "\(document)")
      #expect(try kind.refusal(of: document) == nil)
    }
    for document in documents where try kind.reads(document) {
      for place in schema.places(in: document) ?? [] {
        taken.insert(place.schema)
        taken.insert(try Self.choice(place.schema, document[place.path]))
      }
    }
    for (pointer, part) in schema.parts {
      #expect(taken.contains(pointer), "nothing that is read has \(pointer)")
      for value in part["enum"]?.elements ?? [] {
        let choice = try Self.choice(pointer, value)
        #expect(taken.contains(choice), "\(choice) is never read")
      }
    }
  }

  private static func choice(_ pointer: String, _ value: JSONTree?) throws -> String {
    "\(pointer): \(try value?.text ?? "")"
  }

  /// A key that a schema does not name is refused by both or neither, and the reader names no others.
  @Test(arguments: Kind.all)
  func theReaderKnowsNoOtherKeys(kind: Kind) throws {
    let schema = try kind.schema
    let parts = schema.parts
    for document in schema.examples {
      for path in document.paths {
        guard case .object = document[path],
          let longer = document.replacing(path + [.key("~")], with: 1)
        else { continue }
        let isTaken = schema.places(in: longer) != nil
        #expect(try kind.reads(longer) == isTaken, "“~” at \(path)")
      }
      for place in schema.places(in: document) ?? [] {
        guard let part = parts[place.schema], part["additionalProperties"] == false,
          let longer = document.replacing(place.path + [.key("~")], with: 1)
        else { continue }
        let refusal = try kind.refusal(of: longer) ?? ""
        let list = refusal.firstMatch(of: #/(?:there are|its options are) ([\w, ]+)/#)?.1 ?? ""
        let known = Set(list.split(separator: ", ").map(String.init))
        #expect(known.isSuperset(of: part["properties"]?.keys ?? []), "\(place.schema): \(refusal)")
        #expect(
          schema.keys(beside: place.schema).isSuperset(of: known), "\(place.schema): \(known)")
      }
    }
  }

  /// An app's file may have other keys, as its reader has it; those that it names are the reader's.
  @Test func theKeysOfAnAppAreThoseOfItsReader() throws {
    let schema = try #require(Kind.all.first { $0.name == "app" }).schema
    let document = try #require(schema.examples.first)
    let app = try AppManifest(Array(document.text.utf8), file: AppManifest.fileName)
    func keys(_ value: Any) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label))
    }
    #expect(schema.root["properties"]?.keys == keys(app))
    #expect(schema.root["properties"]?["developer"]?["properties"]?.keys == keys(app.developer))
    let translation = try #require(app.translations?["ja"])
    #expect(schema.definition("translation")["properties"]?.keys == keys(translation))
  }

  /// Where the reader lists what there is, the schema lists the same.
  @Test(arguments: Kind.all)
  func listsAreThoseOfTheReader(kind: Kind) throws {
    let schema = try kind.schema
    let parts = schema.parts
    var compared: Set<String> = []
    for document in schema.examples {
      for place in schema.places(in: document) ?? [] {
        guard let listed = parts[place.schema]?["enum"]?.elements,
          let wrong = document.replacing(place.path, with: "~"),
          let words = try kind.refusal(of: wrong)?.firstMatch(
            of: #/(?:there are|is none of) (.+)/#)?.1
        else { continue }
        let names = words.replacing(", and ", with: ", ").replacing(" and ", with: ", ")
          .split(separator: ", ")
          .filter { !$0.contains(" ") }
        #expect(Set(listed) == Set(names.map { .string(String($0)) }), "\(place.schema)")
        compared.insert(place.schema)
      }
    }
    #expect(compared.count == ["records": 2, "settings": 2, "table": 4][kind.name, default: 0])
  }

  @Test func theOptionsOfACollationAreThoseOfItsReader() throws {
    let schema = try #require(Kind.all.first).schema
    func listed(_ key: String) -> [JSONTree] {
      schema.definition("collation")["properties"]?[key]?["enum"]?.elements ?? []
    }
    #expect(Set(listed("kana")) == Set(Collation.Kana.allCases.map { .string($0.rawValue) }))
    #expect(Set(listed("accents")) == Set(Collation.Accents.allCases.map { .string($0.rawValue) }))
    #expect(Set(listed("numbers")) == Set(Collation.Numbers.allCases.map { .string($0.rawValue) }))
  }

  /// The bounds of numbers are read, and what lies beyond them is not.
  @Test(arguments: Kind.all)
  func boundsAreThoseOfTheReader(kind: Kind) throws {
    let schema = try kind.schema
    let parts = schema.parts
    var bounds: [String: (isRead: Bool, isReadBeyond: Bool)] = [:]
    for document in schema.examples {
      for place in schema.places(in: document) ?? [] {
        guard let part = parts[place.schema], case .number = document[place.path] else {
          continue
        }
        for (word, step) in [("minimum", -1.0), ("maximum", 1)] {
          guard case .number(let bound) = part[word] else { continue }
          let at = document.replacing(place.path, with: .number(bound)) ?? .null
          let beyond = document.replacing(place.path, with: .number(bound + step)) ?? .null
          let name = "\(place.schema)/\(word)"
          var found = bounds[name] ?? (false, false)
          if try kind.reads(at) { found.isRead = true }
          if try kind.reads(beyond) { found.isReadBeyond = true }
          bounds[name] = found
        }
      }
    }
    for (name, found) in bounds {
      #expect(found.isRead, "\(name)")
      #expect(!found.isReadBeyond, "\(name)")
    }
    #expect(!bounds.isEmpty || ["app", "settings", "tree"].contains(kind.name))
  }

  /// Nothing that the reader takes is underlined in an editor.
  @Test(arguments: Kind.all)
  func theSchemaIsNoStricterThanTheReader(kind: Kind) throws {
    let seed = testSeed()
    print("theSchemaIsNoStricterThanTheReader: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let schema = try kind.schema
    let keys = schema.parts.values.reduce(into: Set<String>()) {
      $0.formUnion($1["properties"]?.keys ?? [])
    }.sorted()
    let pool: [JSONTree] = [
      true, false, -1, 0, 1, 2.5, 5_000, "", "a", "0", "1h", "2026-12-31", "#123", "a@b", "day",
      "text",
      "integer", [], [:], [1], ["a"], [1, 2], ["a", "b"], ["text": "a"], ["key": "jobs", "is": 1],
    ]
    var (taken, refused) = (0, 0)
    for _ in 0..<testSteps(400) {
      var document = try #require(schema.examples.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let paths = document.paths
        guard let path = paths.dropFirst().randomElement(using: &random) else { break }
        let other = paths.randomElement(using: &random).flatMap { document[$0] }
        let new = Bool.random(using: &random) ? pool.randomElement(using: &random) : other
        // Some readers take null for what is not given, which nobody needs.
        guard new != .null else { continue }
        let key = keys.randomElement(using: &random) ?? ""
        document =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: document.replacing(path, with: nil) ?? document
          case 1: document.replacing(path + [.key(key)], with: new) ?? document
          default: document.replacing(path, with: new) ?? document
          }
      }
      guard try kind.reads(document) else {
        refused += 1
        continue
      }
      taken += 1
      #expect(schema.places(in: document) != nil, "seed \(seed): \(document)")
    }
    // Both happen, or nothing was compared.
    #expect(taken > 0 && refused > 0, "\(taken) taken, \(refused) refused")
  }

  /// Editors show what a key is for.
  @Test(arguments: Kind.all)
  func eachKeyIsDescribed(kind: Kind) throws {
    let schema = try kind.schema
    #expect(schema.root["title"] != nil)
    for (pointer, part) in schema.parts
    where part["additionalProperties"] == false || pointer == "#" {
      guard case .object(let properties) = part["properties"] else { continue }
      for (key, property) in properties {
        #expect(schema.isDescribed(property), "\(pointer) “\(key)”")
      }
    }
  }

  @Test(arguments: [
    ("records", "Fuzz/Seeds/FuzzSchema", "full.json"),
    ("records", "Fuzz/Seeds/FuzzSchema", "short.json"),
    ("app", "Apps/RFCViewer", "hikidashi.json"), ("app", "Templates/records", "hikidashi.json"),
    ("scene", "Templates/records/Sources/Drawer", "welcome.json"),
  ])
  func theFilesOfThisCheckoutAreAsItSays(kind: String, folder: String, file: String) throws {
    let schema = try JSONSchema("Documentation.docc/Resources/\(kind)-schema.json")
    let url = Checkout.root.appendingPathComponent(folder).appendingPathComponent(file)
    #expect(try schema.accepts(String(contentsOf: url, encoding: .utf8)))
  }
}

// MARK: - Documents

extension JSONSchema {
  fileprivate var examples: [JSONTree] { root["examples"]?.elements ?? [] }

  /// The examples, and each of them with each other value that the schema lists for one of its places.
  fileprivate func documents() throws -> [JSONTree] {
    let parts = parts
    var documents = examples
    for document in examples {
      for place in places(in: document) ?? [] {
        for value in parts[place.schema]?["enum"]?.elements ?? []
        where value != document[place.path] {
          if let other = document.replacing(place.path, with: value) { documents.append(other) }
        }
        // In place of a name, as that of a format, any of its alternatives.
        for alternative in parts[place.schema]?["anyOf"]?.elements ?? [] {
          for value in alternative["enum"]?.elements ?? [] {
            if let other = document.replacing(place.path, with: value) { documents.append(other) }
          }
        }
      }
    }
    return documents
  }

  /// The keys of an object, and of those that may stand in its place.
  fileprivate func keys(beside pointer: String) -> Set<String> {
    let groups = parts.values.compactMap { $0["anyOf"]?.elements.compactMap { $0["$ref"] } }
    let group = groups.first { $0.contains(.string(pointer)) } ?? [.string(pointer)]
    return group.reduce(into: []) { keys, reference in
      guard case .string(let pointer) = reference else { return }
      keys.formUnion(parts[pointer]?["properties"]?.keys ?? [])
    }
  }

  fileprivate func isDescribed(_ part: JSONTree) -> Bool {
    if case .string(let text) = part["description"] { return !text.isEmpty }
    guard case .string(let pointer) = part["$ref"], let other = parts[pointer] else { return false }
    return isDescribed(other)
  }
}

import FoundationEssentials
import Hikidashi

/// What a file defines: the first of these that has one of the keys at its top.
enum Definition {
  /// Records by their schema, with the form that follows from it.
  case records(Schema)
  case settings(PreferenceSchema)
  case table(TableDefinition)
  case tree(TreeDefinition)
  case scene(Scene)
  /// What a package says of an app.
  case app(AppManifest)

  /// The file is no definition, or has a mistake in it.
  struct Mistake: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "\(file): \(reason)" }
  }

  /// Reads a definition.
  ///
  /// - Parameter file: Its path: errors begin with it, and pictures of a scene lie beside it.
  @MainActor
  init(_ bytes: [UInt8], file: String) throws(Mistake) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let keys = Self.keys(bytes)
      if keys.contains("preferences") {
        self = .settings(try PreferenceSchema(json: text))
      } else if !keys.isDisjoint(with: ["columns", "cell"]) {
        self = .table(try TableDefinition(json: text, file: file))
      } else if keys.contains("tree") {
        self = .tree(try TreeDefinition(bytes))
      } else if keys.contains("items") {
        self = .scene(try ScenePictures(beside: file).scene(text))
      } else if keys.contains("program") {
        self = .app(try AppManifest(bytes, file: file))
      } else if keys.contains("fields") || keys.isEmpty {
        // What is no JSON at all is told by any of them.
        self = .records(try Schema(json: text))
      } else {
        throw Mistake(
          file: file,
          reason: tr(
            """
            it defines nothing: “fields” makes records, “preferences” settings, “columns” or “cell” \
            a table, “tree” a tree, and “items” a scene
            """))
      }
    } catch let mistake as Mistake {
      throw mistake
    } catch let error as TableDefinitionError {
      // It begins with the file itself.
      throw Mistake(file: file, reason: error.description.withoutPrefix("\(file): "))
    } catch {
      throw Mistake(file: file, reason: "\(error)")
    }
  }

  /// The keys at the top; none where it is no JSON object.
  private static func keys(_ bytes: [UInt8]) -> Set<String> {
    (try? JSONDecoder().decode(Keys.self, from: Data(bytes)))?.names ?? []
  }

  /// What it is, in a few words.
  var summary: String {
    switch self {
    case .records(let schema):
      let count = schema.fields.count
      return trn("records of {} field", "records of {} fields", count, count)
    case .settings(let schema):
      let count = schema.entries.count
      return trn("{} setting", "{} settings", count, count)
    case .table(let table):
      let count = table.layout.slots.count
      return trn("a table with {} slot", "a table with {} slots", count, count)
    case .tree(let tree):
      let count = tree.outline.nodeCount
      return trn("a tree of {} row", "a tree of {} rows", count, count)
    case .scene(let scene):
      let count = scene.parts.count
      let length = scene.duration.isFinite ? "\(scene.duration) s" : tr("without end")
      return trn("a scene of {} part, {}", "a scene of {} parts, {}", count, count, length)
    case .app(let app):
      return tr("the app {}, version {}", app.name, app.version)
    }
  }
}

/// The names of an object's members.
private struct Keys: Decodable {
  let names: Set<String>

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    names = Set(members.allKeys.map(\.stringValue))
  }
}

/// Whatever stands as a key in a file.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

extension String {
  fileprivate func withoutPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

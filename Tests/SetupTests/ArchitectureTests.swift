import Foundation
import TestSupport
import Testing

/// The floor plan of ARCHITECTURE.md beside the package and its sources.
struct ArchitectureTests {
  private struct Room {
    let name: String
    let imports: Set<String>
    let files: Int
  }

  private let rooms: [Room]
  private let page: String

  init() throws {
    page = try String(
      contentsOf: Checkout.root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
    rooms = page.matches(of: /(?m)^\| (\w+) \| ([\w, ]*) ?\| [^|]* \| (\d+) \|$/).map { match in
      let imports = match.2.split(separator: /[, ]+/).map(String.init)
      return Room(name: String(match.1), imports: Set(imports), files: Int(match.3) ?? 0)
    }
  }

  private func folder(of room: String) -> URL {
    // A module of the package is called after its folder.
    let name = room == "Hikidashi" ? room : room.replacing(/^Hikidashi/, with: "")
    let source = Checkout.root.appendingPathComponent("Sources/\(name)")
    // An app may have the name of a folder there, as Feeds has.
    return room.hasPrefix("Hikidashi") && FileManager.default.fileExists(atPath: source.path)
      ? source : Checkout.root.appendingPathComponent("Apps/\(room)")
  }

  private func sources(of room: String) throws -> [URL] {
    let found = FileManager.default.enumerator(
      at: folder(of: room), includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  @Test func eachRoomImportsWhatThePlanSays() throws {
    #expect(rooms.count > 20)
    var above: Set<String> = []
    let all = Set(rooms.map(\.name))
    for room in rooms {
      var imported: Set<String> = []
      for file in try sources(of: room.name) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /(?m)^(?:[\w@]+ )*import (?:\w+ )?(\w+)/) {
          let name = String(match.1)
          let isOurs = all.contains(name) || name.wholeMatch(of: /C[A-Z]\w+/) != nil
          if isOurs, name != "CRT" { imported.insert(name) }
        }
      }
      #expect(imported == room.imports, "\(room.name)")
      let ours = room.imports.intersection(all)
      #expect(ours.isSubset(of: above), "\(room.name) imports what stands below it")
      above.insert(room.name)
    }
  }

  @Test func eachRoomIsDeclaredSo() throws {
    let manifest = try Manifest()
    for room in rooms { #expect(Set(manifest.dependencies[room.name] ?? []) == room.imports) }
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appendingPathComponent("Sources").path)
    for folder in folders where folder.wholeMatch(of: /C[A-Z]\w+/) == nil {
      let isThere = rooms.contains { [folder, "Hikidashi" + folder].contains($0.name) }
      #expect(isThere, "\(folder) is not in the plan")
    }
  }

  /// An app sees what one in a package of its own would see.
  @Test func appsUseProductsOnly() throws {
    let manifest = try Manifest()
    #expect(manifest.apps.count >= 5)
    for app in manifest.apps {
      #expect(app.text.contains("packageAccess: false"), "\(app.name)")
      let others = Set(manifest.dependencies[app.name] ?? []).subtracting(manifest.products)
      #expect(others.isSubset(of: manifest.apps.map(\.name)), "\(app.name)")
    }
  }

  /// The files that a text names, as `Records/Table/SortKey.swift` or `Support/{Alarm,Ending}.swift`.
  private func filesNamed(in text: String) -> [String] {
    let names = text.matches(of: /`([A-Za-z]+\/[\w+\/]*?)(\{[^}]*\}|[\w+]+)\.(swift|c|md)`/)
    return names.flatMap { match in
      String(match.2).trimmingCharacters(in: ["{", "}"]).split(separator: ",")
        .map { "\(match.1)\($0).\(match.3)" }
    }
  }

  @Test func filesThatAreNamedAreThere() throws {
    for path in filesNamed(in: page) {
      if path.hasSuffix("/Name.swift") || path.hasSuffix("/NamePage.swift") { continue }
      let isThere = ["Sources/", "Apps/", ""].contains { folder in
        FileManager.default.fileExists(
          atPath: Checkout.root.appendingPathComponent(folder + path).path)
      }
      #expect(isThere, "\(path)")
    }
  }

  @Test func filesOfARoomAreCounted() throws {
    for room in rooms { #expect(try sources(of: room.name).count == room.files, "\(room.name)") }
  }

  @Test func aFlowNamesAsManyFilesAsItsHeadingSays() {
    let flows = page.matches(of: /(?ms)^### ([^\n]*): (\d+) files\b[^\n]*\n(.*?)(?=^##)/)
    #expect(flows.count >= 7)
    for flow in flows {
      #expect(Set(filesNamed(in: String(flow.3))).count == Int(flow.2), "\(flow.1)")
    }
  }
}

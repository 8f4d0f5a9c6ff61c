import Hikidashi

/// The pictures of a scene, which lie beside its file.
@MainActor
struct ScenePictures {
  private let folder: String

  init(beside file: String) {
    folder = String(
      file[..<(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)])
  }

  /// The picture of a name, which is that of a file beside the scene or in a folder there; nil for any other: who has
  /// written the scene names no file elsewhere.
  func picture(_ name: String) -> Picture? {
    let leaves = name.hasPrefix("/") || name.split(separator: "/").contains("..")
    return leaves ? nil : Picture(file: folder + name)
  }

  /// The scene, whose pictures can all be read.
  func scene(_ text: String) throws(SceneError) -> Scene {
    let scene = try Scene(json: text)
    let names = scene.parts.compactMap { part in
      if case .image(let name) = part.content { name } else { nil }
    }
    let readable = Set(names).filter { picture($0)?.isReadable == true }
    guard readable.count < Set(names).count else { return scene }
    // Read with the names that it may have, it says where another one is.
    do throws(SceneError) {
      return try Scene(json: text, registry: SceneRegistry(images: readable))
    } catch {
      guard case .unknownName(let place, _, let name) = error else { throw error }
      throw .badValue(
        place: place,
        reason: tr("“{}” is no file of a picture beside the scene that can be read", name))
    }
  }
}

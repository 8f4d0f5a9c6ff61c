import Glibc
import Hikidashi

/// Plays, checks and exports a scene that is written in JSON.
@MainActor
struct SceneCommand {
  /// What `gallery scene` takes.
  static let usage = """
    Usage: gallery scene FILE.json
           gallery scene FILE.json --check
           gallery scene FILE.json --sheet FILE.png
           gallery scene FILE.json --animation FILE.webp [--seconds NUMBER]
           gallery scene FILE.json --pictures DIR [--seconds NUMBER]

      Plays a scene in a window, or says what is wrong with it, or writes pictures of it, which
      needs no display. Names of pictures are files beside the scene; hooks and widgets there are
      none. On a terminal it tells how far it is.

        --check           says how long the scene is and how many parts it has, or what is wrong
        --sheet FILE      writes twelve pictures from its beginning to its end
        --animation FILE  writes an animated WebP of 30 pictures a second
        --pictures DIR    writes 30 pictures a second
        --seconds NUMBER  how much of the scene; all of it, if not said otherwise
    """

  /// Words that cannot be used, and why.
  struct Misuse: Error {
    let reason: String
  }

  private let path: String
  private var options: [String: String] = [:]

  init(_ words: [String]) throws(Misuse) {
    var rest = words[...]
    guard let path = rest.popFirst(), !path.hasPrefix("--") else {
      throw Misuse(reason: "the scene's file is missing")
    }
    self.path = path
    while let option = rest.popFirst() {
      switch option {
      case "--check": options[option] = ""
      case "--sheet", "--animation", "--pictures", "--seconds":
        guard let value = rest.popFirst() else {
          throw Misuse(reason: "a value is missing after \(option)")
        }
        options[option] = value
      default: throw Misuse(reason: "there is no option “\(option)”")
      }
    }
    if let seconds = options["--seconds"], Double(seconds).map({ $0 > 0 }) != true {
      throw Misuse(reason: "“\(seconds)” is no number of seconds above 0")
    }
  }

  /// Does what is asked for; the status to exit with.
  func run() throws -> Int32 {
    guard let text = read(path) else {
      StandardError.write(
        "gallery: cannot read \(path): check that it exists and can be read\n")
      return 1
    }
    let scene = try scene(text)
    let seconds = options["--seconds"].flatMap { Double($0) }
    if options["--check"] != nil {
      let length = scene.duration.isFinite ? "\(scene.duration) s" : "without end"
      print("\(path): \(scene.parts.count) parts, \(scene.elements.count) elements, \(length)")
    }
    let files = ["--sheet", "--animation", "--pictures"].filter { options[$0] != nil }
    guard !files.isEmpty else {
      if options["--check"] == nil { play(scene) }
      return 0
    }
    let exporter = try SceneExporter(scene, background: .white, pictures: picture)
    let progress = ExportProgress()
    exporter.onProgress = { progress.show($0, of: $1) }
    defer { progress.end() }
    if let sheet = options["--sheet"] { try exporter.writeSheet(to: sheet, seconds: seconds) }
    if let animation = options["--animation"] {
      try exporter.writeAnimation(to: animation, seconds: seconds)
    }
    if let folder = options["--pictures"] {
      try exporter.writePictures(to: folder, framesPerSecond: 30, seconds: seconds)
    }
    return 0
  }

  /// The scene, whose pictures can all be read.
  private func scene(_ text: String) throws(SceneError) -> Scene {
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
        place: place, reason: "“\(name)” is no file of a picture beside the scene that can be read")
    }
  }

  private func play(_ scene: Scene) -> Never {
    let app = App(id: "io.github.hikidashi.Gallery.Scene", instance: .separate) {
      Window(path) { view(of: scene) }
    }
    app.run()
  }

  private func view(of scene: Scene) -> Part {
    do throws(SceneError) {
      let view = try SceneView(scene, path, pictures: picture)
      view.pausesOnPress = true
      view.play()
      return view
    } catch {
      return Label("\(error)")
    }
  }

  /// A picture beside the scene.
  private var picture: (String) -> Picture? {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let before = folder.isEmpty ? "" : folder.joined(separator: "/") + "/"
    return { Picture(file: $0.hasPrefix("/") ? $0 : before + $0) }
  }

  private func read(_ path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 1 << 26 {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(validating: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
    return nil
  }
}

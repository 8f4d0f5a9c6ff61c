import Hikidashi

/// Plays, checks and exports a scene that is written in JSON.
@MainActor
struct SceneCommand {
  static var command: Command {
    Command(
      "scene", "FILE.json", summary: "Play, check and export a scene.",
      description: """
        Plays a scene in a window, or says what is wrong with it, or writes pictures of it, which
        needs no display. Names of pictures are files beside the scene; hooks and widgets there are
        none. On a terminal it tells how far it is.
        """,
      options: [
        CommandOption(
          "check", help: "Say how long the scene is and how many parts it has, or what is wrong"),
        CommandOption(
          "sheet", argument: "FILE", help: "Write twelve pictures from its beginning to its end"),
        CommandOption(
          "animation", argument: "FILE", help: "Write an animated WebP of 30 pictures a second"),
        CommandOption("pictures", argument: "DIR", help: "Write 30 pictures a second"),
        CommandOption(
          "seconds", argument: "NUMBER", help: "How much of the scene; all, if not said otherwise"),
      ]
    ) { try SceneCommand(path: $0.word("the file of a scene")).run($0, $1) }
  }

  let path: String

  private func run(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    let seconds = try arguments["seconds"].map { word in
      guard let seconds = Double(word), seconds > 0 else {
        throw CommandMisuse("“\(word)” is no number of seconds above 0")
      }
      return seconds
    }
    let scene = try scene(String(decoding: try output.read(path), as: UTF8.self))
    if arguments.has("check") {
      let length = scene.duration.isFinite ? "\(scene.duration) s" : "without end"
      try output.write(
        "\(path): \(scene.parts.count) parts, \(scene.elements.count) elements, \(length)\n")
    }
    guard ["sheet", "animation", "pictures"].contains(where: arguments.has) else {
      if !arguments.has("check") { play(scene) }
      return
    }
    let exporter = try SceneExporter(scene, background: .white, pictures: picture)
    let progress = ProgressLine(output, after: .milliseconds(300))
    exporter.onProgress = { done, total in
      guard output.reportsToTerminal else { return }
      progress.show("\(done) of \(total) pictures", fraction: Double(done) / Double(total))
    }
    defer { progress.end(clears: true) }
    if let sheet = arguments["sheet"] { try exporter.writeSheet(to: sheet, seconds: seconds) }
    if let animation = arguments["animation"] {
      try exporter.writeAnimation(to: animation, seconds: seconds)
    }
    if let folder = arguments["pictures"] {
      try exporter.writePictures(to: folder, framesPerSecond: 30, seconds: seconds)
    }
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
}

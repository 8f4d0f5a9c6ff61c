import Hikidashi

/// Writes pictures of a scene that is written in JSON.
@MainActor
struct SceneCommand {
  static var command: Command {
    Command(
      "scene", "FILE.json", summary: tr("Write pictures of a scene."),
      description: tr(
        """
        It needs no display. Names of pictures are files beside the scene; hooks and widgets
        there are none. On a terminal it tells how far it is.
        """),
      options: [
        CommandOption(
          "sheet", argument: "FILE", help: tr("Write twelve pictures from its beginning to its end")
        ),
        CommandOption(
          "animation", argument: "FILE",
          help: tr("Write an animated WebP of 30 pictures a second")),
        CommandOption("pictures", argument: "DIR", help: tr("Write 30 pictures a second")),
        CommandOption(
          "seconds", argument: "NUMBER",
          help: tr("How much of the scene; all, if not said otherwise")),
      ]
    ) { try SceneCommand(path: $0.word(tr("the file of a scene"))).run($0, $1) }
  }

  let path: String

  private func run(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    let seconds = try arguments["seconds"].map { word in
      guard let seconds = Double(word), seconds > 0 else {
        throw CommandMisuse(tr("“{}” is no number of seconds above 0", word))
      }
      return seconds
    }
    guard ["sheet", "animation", "pictures"].contains(where: arguments.has) else {
      throw CommandMisuse(tr("--sheet, --animation or --pictures is expected"))
    }
    let pictures = ScenePictures(beside: path)
    guard case .scene(let scene) = try Definition(try output.read(path), file: path) else {
      throw Definition.Mistake(file: path, reason: tr("it is no scene"))
    }
    let exporter = try SceneExporter(scene, background: .white, pictures: pictures.picture)
    let progress = ProgressLine(output, after: .milliseconds(300))
    exporter.onProgress = { done, total in
      guard output.reportsToTerminal else { return }
      progress.show(
        tr("{} of {} pictures", done, total), fraction: Double(done) / Double(total))
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
}

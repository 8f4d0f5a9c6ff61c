import Hikidashi

/// Shows a definition in a window, and again whenever it is saved.
@MainActor
enum RunCommand {
  static var command: Command {
    Command(
      "run", "FILE.json", summary: tr("Show what a file defines in a window."),
      description: tr(
        """
        Records are shown with their form, settings as a page of settings, a table with its
        cells, a tree with its sections, and a scene plays. What is edited in the window is
        not written to a file.
        """),
      options: [
        CommandOption("watch", "w", help: tr("Show it again whenever it is saved")),
        CommandOption(
          "data", "d", argument: "FILE",
          help: tr("Show these records: TSV, CSV or JSON Lines, by the ending of the name")),
      ]
    ) { arguments, output in
      let path = try arguments.word(tr("the path of a file"))
      let data = arguments["data"]
      let format = data.flatMap { RecordFormat(fileName: $0) }
      if let data, format == nil {
        throw CommandMisuse(
          tr(
            "“{}” is no name of a file of records: .tsv, .csv, .jsonl or .ndjson is expected", data)
        )
      }
      let isWatched = arguments.has("watch")
      // Whoever watches mends the mistake in the window.
      if !isWatched { _ = try Definition(try output.read(path), file: path) }
      App(id: "io.github.hikidashi.Definition", instance: .separate) {
        DefinitionWindow(path, data: data, format ?? .tsv).makeWindow(isWatched: isWatched)
      }.run()
    }
  }
}

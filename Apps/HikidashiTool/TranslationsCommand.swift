import Foundation
import Hikidashi

/// Keeps the messages of an app and its catalogues together.
enum TranslationsCommand {
  static var command: Command {
    Command(
      "translations", tr("[update|check]"),
      summary: tr("Gather the messages of an app into its catalogues, or check them."),
      description: tr(
        """
        In the folder of an app. The catalogues are the folder “po” below Sources; messages are
        the first texts of tr(…) and trn(…).
        """),
      options: [
        CommandOption(
          "language", "l", argument: tr("CODE"),
          help: tr("Begin a catalogue of this language, as “ja”"))
      ]
    ) { arguments, _ in
      let action = arguments.words.isEmpty ? "update" : try arguments.word(tr("update or check"))
      guard ["update", "check"].contains(action) else {
        throw CommandMisuse(tr("“{}” is neither update nor check", action))
      }
      let language = arguments["language"].map { ["--language", $0] } ?? []
      guard action == "update" || language.isEmpty else {
        throw CommandMisuse(tr("a catalogue is begun by update"))
      }
      var script = ExternalProgram(
        Toolkit.root + "/scripts/translations", [action] + language + [try catalogues(), "Sources"])
      script.isShown = true
      try script.run()
    }
  }

  /// The only folder of catalogues.
  private static func catalogues() throws -> String {
    let inside = (try? FileManager.default.subpathsOfDirectory(atPath: "Sources")) ?? []
    let found = inside.filter { $0 == "po" || $0.hasSuffix("/po") }.sorted()
    guard found.count == 1 else {
      throw ExternalProgram.Failure(
        description: found.isEmpty
          ? tr("there is no folder “po” below Sources: go to the folder of an app, and make one")
          : tr("there is more than one folder of catalogues: {}", found.joined(separator: ", ")))
    }
    return "Sources/" + found[0]
  }
}

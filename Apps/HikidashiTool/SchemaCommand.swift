import Hikidashi

/// Prints what a definition consists of, for editors.
enum SchemaCommand {
  /// What files define.
  static let kinds = ["records", "settings", "table", "tree", "scene", "app"]

  static var command: Command {
    Command(
      "schema", tr("[KIND]"), summary: tr("Print what a definition consists of, for editors."),
      description: tr(
        """
        It is a JSON Schema (draft 2020-12), by which an editor completes keys and underlines
        mistakes. Kinds: records, settings, table, tree, scene, and app, which is that of a
        hikidashi.json. Without one, the kinds are printed.
        """)
    ) { arguments, output in
      guard !arguments.words.isEmpty else {
        return try output.write(all: kinds.map { $0 + "\n" })
      }
      let kind = try arguments.word(tr("a kind of definition"))
      guard kinds.contains(kind) else {
        throw CommandMisuse(
          tr(
            "there is no kind of definition “{}”, only {}", kind, kinds.joined(separator: ", ")))
      }
      let file = Toolkit.root + "/Documentation.docc/Resources/\(kind)-schema.json"
      try output.write(String(decoding: try output.read(file), as: UTF8.self))
    }
  }
}

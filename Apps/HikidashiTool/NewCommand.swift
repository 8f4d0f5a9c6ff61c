import Hikidashi

/// Makes an app that builds, runs and is tested at once.
@MainActor
enum NewCommand {
  static var command: Command {
    Command(
      "new", tr("NAME"), summary: tr("Make an app in a folder of its name."),
      description: tr(
        """
        “make run” in that folder shows the app, and “make test” tests it. Kinds of apps:
        records (a table with a form, settings, news and a scene).
        """),
      options: [
        CommandOption(
          "kind", argument: tr("KIND"), help: tr("What it begins with; records, if not given")),
        CommandOption(
          "id", argument: tr("ID"),
          help: tr("Its name on the desktop, as org.example.Shelf, which is the default for Shelf")),
        CommandOption(
          "toolkit", argument: "DIR", help: tr("The checkout of Hikidashi that it is built with")),
      ]
    ) { arguments, output in
      let name = try AppName(try arguments.word(tr("the name of the app")), id: arguments["id"])
      let template = try Template(arguments["kind"] ?? "records", toolkit: arguments["toolkit"])
      let files = try template.make(name, in: name.module)
      try output.write(
        trn("{}: {} file", "{}: {} files", files, name.module, files) + "\n"
          + tr("Next: cd {} && make run", name.module) + "\n")
    }
  }
}

/// The name of an app, in the forms in which its files have it.
struct AppName: Equatable {
  /// As Swift has it: `Shelf`.
  let module: String
  /// As the desktop has it: `org.example.Shelf`.
  let id: String

  init(_ name: String, id: String? = nil) throws {
    func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    guard let first = name.first, isLetter(first), first.isUppercase, name.count <= 40,
      name.allSatisfy({ isLetter($0) || isDigit($0) })
    else {
      throw CommandMisuse(
        tr("“{}” cannot name an app: a capital letter, then letters and digits, as in Shelf", name))
    }
    // Modules that it uses, or that Swift has.
    let taken = [
      "Swift", "Foundation", "FoundationEssentials", "Glibc", "Testing", "XCTest", "Observation",
      "Synchronization", "Dispatch", "Test", "Settings", "Cards", "News", "Welcome", "MainWindow",
    ]
    guard !taken.contains(name), !name.hasPrefix("Hikidashi") else {
      throw CommandMisuse(
        tr("“{}” is the name of something that the app uses; choose another", name))
    }
    module = name
    self.id = id ?? "org.example.\(name)"
    let parts = self.id.split(separator: ".", omittingEmptySubsequences: false)
    let isName =
      parts.count > 1
      && parts.allSatisfy { part in
        part.first.map(isLetter) == true
          && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == "-" || $0 == "_" }
      }
    guard isName, self.id.count <= 200 else {
      throw CommandMisuse(
        tr("“{}” cannot be the name on the desktop; it is one like org.example.Shelf", self.id))
    }
  }

  /// As a shell has it: `shelf`.
  var program: String { module.lowercased() }
}

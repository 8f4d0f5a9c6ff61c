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
          records  a table with a form, undo and sums, kept in a database
          tree     sections that open and close, with a filter and details, from a file
          viewer   texts and Markdown with their headings, and a search
        Each has settings, something that is loaded, a scene, translations and tests.
        """),
      options: [
        CommandOption(
          "kind", argument: Template.apps.keys.sorted().joined(separator: "|"),
          help: tr("What it begins with; records, if not given")),
        CommandOption(
          "from", argument: tr("PAGE"),
          help: tr("Show what this page of the Gallery shows, by its title")),
        CommandOption(
          "id", argument: tr("ID"),
          help: tr("Its name on the desktop, as org.example.Shelf, which is the default for Shelf")),
        CommandOption(
          "toolkit", argument: "DIR", help: tr("The checkout of Hikidashi that it is built with")),
      ]
    ) { arguments, output in
      let word = try arguments.word(tr("the name of the app"))
      let template =
        if try arguments.one(of: "kind", "from") == "from", let page = arguments["from"] {
          try Template(gallery: page, toolkit: arguments["toolkit"])
        } else {
          try Template(arguments["kind"] ?? "records", toolkit: arguments["toolkit"])
        }
      let name = try AppName(word, id: arguments["id"], taken: try template.takenNames())
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

  /// - Parameter taken: What else in the app has a name.
  init(_ name: String, id: String? = nil, taken: Set<String>) throws {
    func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    guard let first = name.first, isLetter(first), first.isUppercase, name.count <= 40,
      name.allSatisfy({ isLetter($0) || isDigit($0) })
    else {
      throw CommandMisuse(
        tr("“{}” cannot name an app: a capital letter, then letters and digits, as in Shelf", name))
    }
    // Modules that come with Swift.
    let modules = [
      "Swift", "Foundation", "FoundationEssentials", "Glibc", "Testing", "XCTest", "Observation",
      "Synchronization", "Dispatch", "Test",
    ]
    guard !modules.contains(name), !taken.contains(name), !name.hasPrefix("Hikidashi") else {
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

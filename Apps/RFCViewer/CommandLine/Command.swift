import HikidashiPreferences
import RFCKit

/// What the settings say of where RFCs come from, where the command line says nothing.
struct PreferredSource {
  /// The address of a mirror; nil for the RFC Editor's.
  var mirror: String?
  /// Why the mirror in the settings cannot be used; nil where it can.
  var complaint: PreferenceError?
  /// Downloads at once.
  var jobs = 8
}

/// The commands that do their work without a window.
enum Command: String, CaseIterable {
  case index, list, search, show, sync

  /// Runs the command with the words around its name.
  func run(
    _ arguments: [String], preferred: PreferredSource, _ output: CommandOutput
  ) throws(CommandError) {
    let parser = parser
    let options = try parser.parse(arguments)
    if options.has("help") { return try output.write(parser.help()) }
    let source = options["mirror"] ?? preferred.mirror
    if source == nil, let complaint = preferred.complaint { throw .preferences(complaint) }
    switch self {
    case .index: try IndexCommand(options).run(output)
    case .list: try LibraryCommand(options, mirror: source).list(output)
    case .search: try LibraryCommand(options, mirror: source).search(output)
    case .show: try LibraryCommand(options, mirror: source).show(output)
    case .sync: try SyncCommand(options, mirror: source, jobs: preferred.jobs).run(output)
    }
  }

  /// What the command understands.
  var parser: OptionParser {
    var parser = definition
    parser.command = rawValue
    return parser
  }

  private var definition: OptionParser {
    switch self {
    case .index:
      OptionParser(
        usage: tr("index FILE"),
        summary: tr("Count the entries of an RFC index; “-” reads standard input."),
        options: [
          .help, .json,
          OptionDefinition(name: "tsv", letter: "t", help: tr("Print every field between tabs")),
          OptionDefinition(
            name: "warnings", letter: "w", help: tr("Print what had to be guessed about")),
        ])
    case .list:
      OptionParser(
        usage: "list", summary: tr("Print the numbers, dates and titles in the library."),
        options: [.help, .mirror, .json])
    case .search:
      OptionParser(
        usage: tr("search WORDS…"),
        summary: tr("Print the entries whose number, title or authors match all words."),
        options: [.help, .mirror, .json])
    case .show:
      OptionParser(
        usage: "show N", summary: tr("Print the text of an RFC; 0 is the guide to this program."),
        description: tr("A document that is not here yet is fetched from the mirror."),
        options: [.help, .mirror, .json, .offline])
    case .sync:
      OptionParser(
        usage: "sync",
        summary: tr("Fetch what is new or changed from a mirror, to be read without a network."),
        description: tr(
          """
          Without a choice, the index, the documents that are here, and those that came out since.
          What was stopped goes on where it was when it is started again. On a terminal
          the key p pauses, and goes on.

          What does not name itself the document that was asked for is refused, and so is what
          would cut one that is here. Documents that were changed or damaged from outside are
          fetched anew.

          With a queue several machines share one sync: start the same command on each, with
          folders of their own or one for all. Who comes first says which documents, who
          comes later helps, and what a machine that fails has begun is done by others.
          """),
        options: [
          .help,
          OptionDefinition(
            name: "mirror", letter: "m", argument: tr("URL"),
            help: tr("The mirror, instead of https://www.rfc-editor.org")),
          OptionDefinition(name: "all", letter: "a", help: tr("Every document of the index")),
          OptionDefinition(
            name: "range", letter: "r", argument: "A-B", help: tr("The documents from A to B")),
          OptionDefinition(
            name: "jobs", letter: "j", argument: "N", help: tr("Downloads at once, 8 if not given")),
          OptionDefinition(
            name: "into", argument: tr("DIR"),
            help: tr("Folder to fill, instead of the user’s own library")),
          OptionDefinition(
            name: "verify", letter: "v",
            help: tr("Read every document that is here, to find damaged ones")),
          OptionDefinition(
            name: "replace", help: tr("Take documents that are cut, too, in place of longer ones")),
          OptionDefinition(
            name: "timeout", argument: "N",
            help: tr("Seconds to wait for more of a file, 30 if not given")),
          OptionDefinition(
            name: "queue", letter: "q", argument: tr("URL"),
            help: tr("Share the sync by postgresql://… or, on one machine, sqlite:FILE")),
        ])
    }
  }
}

import HikidashiCommands
import RFCKit

/// `rfcviewer errata`, which prints the mistakes in an RFC that were reported.
struct ErrataCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  private let mirror: String?
  private let number: Int

  static var command: Command {
    Command(
      "errata", "N", summary: tr("Print the mistakes in an RFC that were reported."),
      description: tr(
        """
        Those that are verified or held for the next version; “rfcviewer sync” brings them.
        Where the document is here, each says where in it it applies.
        """),
      options: [
        .mirror, .json,
        CommandOption("all", "a", help: tr("Those that are rejected or undecided, too")),
      ]
    ) { try ErrataCommand($0, $1).run() }
  }

  private init(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    self.arguments = arguments
    self.output = output
    mirror = try CommandLineTool.Preferred(arguments).mirror
    number = try CommandLineTool.number(try arguments.word(tr("the number of an RFC")))
  }

  private func run() throws {
    guard let errata = try CommandLineTool.openLibrary(mirror).errata() else {
      throw CommandError.noErrata
    }
    for warning in errata.warnings { output.complain(warning.description) }
    let found = errata[number].filter { arguments.has("all") || $0.status.isShown }
    let document = try DocumentSource(mirror: mirror, isOffline: true, output)
      .documentIfAny(number)
    let layout = document?.layout()
    let finder = document.flatMap { document in layout.map { ErratumFinder(document, $0) } }
    let placed = found.map { ($0, finder?.place(of: $0)) }
    if arguments.has("json") {
      return try output.write(rows: placed.map { members($0.0, $0.1, layout) })
    }
    try output.write(
      all: placed.lazy.map { text($0.0, $0.1, layout).withoutControlsInLines + "\n" })
  }

  /// The section of a place; nil for none.
  private func section(_ place: ErratumPlace?, _ layout: RFCLayout?) -> DocumentSection? {
    guard let layout else { return nil }
    return switch place {
    case .text(let span): layout.section(atByte: span.bytes.lowerBound).map { layout.sections[$0] }
    case .section(let position): layout.sections[position]
    case .document, nil: nil
    }
  }

  private func members(
    _ erratum: RFCErratum, _ place: ErratumPlace?, _ layout: RFCLayout?
  ) -> [(key: String, value: JSONValue)] {
    let span: TextSpan? = if case .text(let span) = place { span } else { nil }
    return [
      ("id", .number(erratum.id)), ("number", .number(erratum.number)),
      ("status", .string(erratum.status.rawValue)), ("kind", JSONValue(erratum.kind?.rawValue)),
      ("section", .string(erratum.section)), ("original", .string(erratum.original)),
      ("corrected", .string(erratum.corrected)), ("notes", .string(erratum.notes)),
      ("date", .string(erratum.date)), ("reporter", .string(erratum.reporter)),
      ("foundIn", JSONValue(section(place, layout)?.heading.number)),
      ("start", JSONValue(span?.scalars.lowerBound)), ("end", JSONValue(span?.scalars.upperBound)),
    ]
  }

  private func text(_ erratum: RFCErratum, _ place: ErratumPlace?, _ layout: RFCLayout?) -> String {
    let facts = [
      erratum.status.title, erratum.kind?.title ?? "", erratum.date, erratum.reporter,
    ].filter { !$0.isEmpty }
    var lines = [tr("Erratum {}", erratum.id) + ": " + facts.joined(separator: ", ")]
    if let heading = section(place, layout)?.heading {
      lines.append(
        "  "
          + tr(
            "In section {}",
            [heading.number, heading.title].compactMap(\.self).joined(separator: " ")))
    } else if !erratum.section.isEmpty {
      lines.append("  " + tr("In section {}", erratum.section))
    }
    for (label, text) in [
      (tr("It says:"), erratum.original), (tr("It should say:"), erratum.corrected),
      (tr("Notes:"), erratum.notes),
    ] where text.contains(where: { !$0.isWhitespace }) {
      lines.append("  " + label)
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
    }
    return (lines + ["  " + erratum.address]).joined(separator: "\n") + "\n"
  }
}

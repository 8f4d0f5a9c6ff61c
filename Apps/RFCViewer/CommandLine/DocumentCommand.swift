import HikidashiCommands
import RFCKit

/// `rfcviewer sections`, `refs`, `requirements` and `abbreviations`, which read one document.
struct DocumentCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  private let mirror: String?
  private let document: RFCDocument
  private let layout: RFCLayout

  static var commands: [Command] {
    let number = "N"
    let options = [CommandOption.mirror, .json, .offline]
    return [
      Command(
        "sections", number, summary: tr("Print the numbers and titles of an RFC’s sections."),
        options: options
      ) { try DocumentCommand($0, $1).sections() },
      Command(
        "refs", number, summary: tr("Print the RFCs that an RFC mentions."),
        description: tr(
          """
          Behind each number stands whether the list of references calls it normative or
          informative, and how often it is mentioned.
          """),
        options: options
      ) { try DocumentCommand($0, $1).references() },
      Command(
        "requirements", number,
        summary: tr("Print what an RFC says one must, should or may do, as Markdown."),
        options: options + [.tsv]
      ) { try DocumentCommand($0, $1).requirements() },
      Command(
        "abbreviations", number, summary: tr("Print the abbreviations that an RFC explains."),
        options: options + [.tsv]
      ) { try DocumentCommand($0, $1).abbreviations() },
    ]
  }

  private init(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    self.arguments = arguments
    self.output = output
    mirror = try CommandLineTool.Preferred(arguments).mirror
    let number = try CommandLineTool.number(try arguments.word(tr("the number of an RFC")))
    _ = try arguments.one(of: "json", "tsv")
    document = try DocumentSource(mirror: mirror, isOffline: arguments.has("offline"), output)
      .document(number)
    layout = document.layout()
  }

  private func sections() throws {
    if arguments.has("json") {
      return try output.write(rows: layout.sections.map(\.members))
    }
    let width = layout.sections.map { ($0.heading.number ?? "").count }.max() ?? 0
    try output.write(
      all: layout.sections.lazy.map { section in
        let number = section.heading.number ?? ""
        let blanks = String(repeating: " ", count: width - number.count + 2)
        let indent = String(repeating: "  ", count: section.heading.level - 1)
        return (number + blanks + indent + section.heading.title).withoutControls + "\n"
      })
  }

  private func references() throws {
    let index = try? CommandLineTool.openLibrary(mirror).index()
    let counts = Dictionary(layout.references.map { ($0.number, 1) }, uniquingKeysWith: +)
    // A document says its own number, too.
    let found = layout.citations.filter { $0.number != document.number }
    if arguments.has("json") {
      return try output.write(
        rows: found.map { citation in
          [
            ("number", .number(citation.number)), ("kind", JSONValue(citation.kind?.rawValue)),
            ("mentions", .number(counts[citation.number, default: 0])),
            ("title", JSONValue(index?[citation.number]?.title)),
          ]
        })
    }
    try output.write(
      all: found.lazy.map { citation in
        let fields = [
          String(citation.number).padded(5, right: true), (citation.kind?.title ?? "").padded(11),
          String(counts[citation.number, default: 0]).padded(4, right: true),
          index?[citation.number]?.title ?? "",
        ]
        return fields.joined(separator: "  ").withoutControls + "\n"
      })
  }

  private func requirements() throws {
    let found = document.requirements(layout)
    if arguments.has("json") {
      return try output.write(
        rows: found.map { requirement in
          [
            ("section", JSONValue(requirement.section?.heading.number)),
            ("title", JSONValue(requirement.section?.heading.title)),
            ("keywords", .array(requirement.keywords.map { .string($0.rawValue) })),
            ("sentence", .string(requirement.sentence)),
            ("start", .number(requirement.span.scalars.lowerBound)),
            ("end", .number(requirement.span.scalars.upperBound)),
          ]
        })
    }
    if arguments.has("tsv") {
      return try output.write(
        table: ["section", "title", "keywords", "sentence"],
        found.map { requirement in
          [
            requirement.section?.heading.number ?? "", requirement.section?.heading.title ?? "",
            requirement.keywords.map(\.rawValue).joined(separator: ", "), requirement.sentence,
          ]
        })
    }
    try output.write(found.markdown(of: document.title).withoutControlsInLines)
  }

  private func abbreviations() throws {
    let found = document.abbreviations(layout).sorted { $0.short < $1.short }
    if arguments.has("json") {
      return try output.write(
        rows: found.map { [("short", .string($0.short)), ("long", .string($0.long))] })
    }
    if arguments.has("tsv") {
      return try output.write(table: ["short", "long"], found.map { [$0.short, $0.long] })
    }
    let width = found.map(\.short.count).max() ?? 0
    try output.write(
      all: found.lazy.map { ($0.short.padded(width) + "  " + $0.long).withoutControls + "\n" })
  }
}

extension DocumentSection {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      ("number", JSONValue(heading.number)), ("title", .string(heading.title)),
      ("level", .number(heading.level)), ("start", .number(span.scalars.lowerBound)),
      ("end", .number(span.scalars.upperBound)),
    ]
  }
}

extension ListedReference.Kind {
  /// The name to show, in the reader's language.
  var title: String {
    switch self {
    case .normative: tr("normative")
    case .informative: tr("informative")
    }
  }
}

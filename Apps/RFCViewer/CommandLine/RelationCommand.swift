import HikidashiCommands
import RFCKit

/// `rfcviewer cited-by`, `lineage` and `cite`, which tell how RFCs are related.
struct RelationCommand {
  private let arguments: CommandArguments
  private let output: CommandOutput
  private let library: RFCLibrary
  private let number: Int

  static var commands: [Command] {
    [
      Command(
        "cited-by", "N", summary: tr("Print the RFCs that name an RFC in their references."),
        description: tr(
          """
          Read from citations.json in the library’s folder; without it, from the documents
          that are on this machine.
          """),
        options: [.mirror, .json]
      ) { try RelationCommand($0, $1).citedBy() },
      Command(
        "lineage", "N", summary: tr("Print what an RFC replaced, and what replaced it, as a tree."),
        options: [.mirror, .json]
      ) { try RelationCommand($0, $1).lineage() },
      Command(
        "cite", "N", summary: tr("Print how an RFC is cited."),
        options: [
          .mirror, .json, CommandOption("bibtex", "b", help: tr("Print it for BibTeX")),
          CommandOption("xml", "x", help: tr("Print it for xml2rfc")),
        ]
      ) { try RelationCommand($0, $1).cite() },
    ]
  }

  private init(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    self.arguments = arguments
    self.output = output
    library = try CommandLineTool.openLibrary(CommandLineTool.Preferred(arguments).mirror)
    number = try CommandLineTool.number(try arguments.word(tr("the number of an RFC")))
  }

  private func citedBy() throws {
    let found = try library.citations().citing(number)
    let index = try? library.index()
    if arguments.has("json") {
      return try output.write(
        rows: found.map { citation in
          [
            ("number", .number(citation.number)), ("kind", JSONValue(citation.kind?.rawValue)),
            ("title", JSONValue(index?[citation.number]?.title)),
          ]
        })
    }
    try output.write(
      all: found.lazy.map { citation in
        let fields = [
          String(citation.number).padded(5, right: true), (citation.kind?.title ?? "").padded(11),
          index?[citation.number]?.title ?? "",
        ]
        return fields.joined(separator: "  ").withoutControls + "\n"
      })
  }

  private func entry(_ index: RFCIndex) throws -> RFCEntry {
    guard let entry = index[number] else { throw CommandError.notInIndex(number) }
    if !entry.isIssued, let absence = entry.absence { throw CommandError.absent(absence) }
    return entry
  }

  private func lineage() throws {
    let index = try library.index()
    _ = try entry(index)
    let lineage = index.lineage(of: number)
    if arguments.has("json") {
      let value = JSONValue.object([
        ("number", .number(number)), ("title", JSONValue(index[number]?.title)),
        ("earlier", lineage.earlier.branchesAsJSON(index)),
        ("later", lineage.later.branchesAsJSON(index)),
      ])
      return try output.write(value.text + "\n")
    }
    try output.write(LineageTree(index).text(lineage).withoutControlsInLines)
  }

  private func cite() throws {
    let form = try arguments.one(of: "bibtex", "xml", "json")
    let entry = try entry(library.index())
    switch form {
    case "bibtex": try output.write(entry.bibTeX)
    case "xml": try output.write(entry.xmlCitation)
    case "json":
      try output.write(
        JSONValue.object([
          ("plain", .string(entry.plainCitation)), ("bibtex", .string(entry.bibTeX)),
          ("xml", .string(entry.xmlCitation)),
        ]).text + "\n")
    default: try output.write(entry.plainCitation.withoutControls + "\n")
    }
  }
}

extension RFCLineage.Tree {
  fileprivate func branchesAsJSON(_ index: RFCIndex) -> JSONValue {
    .array(
      branches.map { branch in
        .object([
          ("relation", .string(branch.relation.rawValue)), ("number", .number(branch.tree.number)),
          ("title", JSONValue(index[branch.tree.number]?.title)),
          ("isRepeated", .boolean(branch.tree.isRepeated)),
          ("branches", branch.tree.branchesAsJSON(index)),
        ])
      })
  }
}

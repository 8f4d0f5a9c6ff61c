import HikidashiCommands
import RFCKit

/// `rfcviewer index FILE`
enum IndexCommand {
  static var command: Command {
    Command(
      "index", tr("FILE"),
      summary: tr("Count the entries of an RFC index; “-” reads standard input."),
      options: [
        .json, .tsv,
        CommandOption("warnings", "w", help: tr("Print what had to be guessed about")),
      ],
      takesSettings: false, run)
  }

  private static func run(_ arguments: CommandArguments, _ output: CommandOutput) throws {
    let path = try arguments.word(tr("the path of an index"))
    let form = try arguments.one(of: "json", "tsv", "warnings")
    let index = try read(path, output)
    switch form {
    case "json": try writeJSON(index.entries, to: output)
    case "tsv": try EntryTable.write(index.entries, to: output)
    case "warnings": try output.write(index.warnings.map { $0.description + "\n" }.joined())
    default: try output.write(counts(index) + "\n")
    }
    let warnings = index.warnings.count
    guard form != "warnings", warnings > 0 else { return }
    output.complain(
      trn(
        "{} warning; --warnings shows it", "{} warnings; --warnings shows them", warnings, warnings)
    )
  }

  static func read(_ path: String, _ output: CommandOutput) throws -> RFCIndex {
    let bytes = path == "-" ? try output.read(path) : try FileReader.read(path, acceptsPipes: true)
    if bytes.isEmpty { throw RFCLibraryError.empty(path: path) }
    do throws(RFCIndexError) { return try RFCIndex(parsing: bytes) } catch {
      throw RFCLibraryError.index(path: path, error)
    }
  }

  /// The same words in every language: other programs read them.
  static func counts(_ index: RFCIndex) -> String {
    let notIssued = index.entries.count { !$0.isIssued }
    let fiveDigit = index.entries.count { 10_000...99_999 ~= $0.number }
    let highest = index.entries.map(\.number).max() ?? 0
    return "entries \(index.entries.count), not issued \(notIssued), five-digit \(fiveDigit), "
      + "highest \(highest)"
  }
}

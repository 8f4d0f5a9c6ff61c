import RFCKit

/// `rfcviewer index FILE`
struct IndexCommand {
  private let path: String
  private let form: Form?

  private enum Form: String, CaseIterable {
    case json, tsv, warnings
  }

  init(_ options: ParsedOptions) throws(CommandError) {
    guard let path = options.words.first else {
      throw .missingArgument(command: "index", what: tr("the path of an index"))
    }
    if options.words.count > 1 {
      throw .extraArgument(command: "index", options.words[1])
    }
    let forms = Form.allCases.filter { options.has($0.rawValue) }
    if forms.count > 1 {
      throw .conflict("--" + forms[0].rawValue, "--" + forms[1].rawValue)
    }
    self.path = path
    form = forms.first
  }

  func run(_ output: CommandOutput) throws(CommandError) {
    let index = try read(output)
    switch form {
    case .json: try writeJSON(index.entries, to: output)
    case .tsv: try EntryTable.write(index.entries, to: output)
    case .warnings: try output.write(index.warnings.map { $0.description + "\n" }.joined())
    case nil: try output.write(Self.counts(index) + "\n")
    }
    let warnings = index.warnings.count
    guard form != .warnings, warnings > 0 else { return }
    output.complain(
      trn(
        "rfcviewer: {} warning; --warnings shows it",
        "rfcviewer: {} warnings; --warnings shows them",
        warnings, warnings))
  }

  private func read(_ output: CommandOutput) throws(CommandError) -> RFCIndex {
    let bytes = try path == "-" ? output.readInput() : readFile()
    do throws(RFCIndexError) {
      return try RFCIndex(parsing: bytes)
    } catch {
      throw .library(.index(path: path, error))
    }
  }

  private func readFile() throws(CommandError) -> [UInt8] {
    do throws(RFCLibraryError) {
      return try FileReader.read(path, acceptsPipes: true)
    } catch {
      throw .library(error)
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

import Hikidashi

/// Says what files define, or what is wrong with them.
@MainActor
enum CheckCommand {
  static var command: Command {
    Command(
      "check", tr("FILE.json…"), summary: tr("Say what files define, or what is wrong with them."),
      description: tr(
        "A mistake is told with its file and place. The exit status is 1 if there is one.")
    ) { arguments, output in
      guard !arguments.words.isEmpty else {
        throw CommandMisuse(tr("the path of a file is expected"))
      }
      var mistakes = 0
      for path in arguments.words {
        do {
          let definition = try Definition(try output.read(path), file: path)
          try output.write("\(path): \(definition.summary)\n")
        } catch let failure as CommandOutput.Failure {
          throw failure
        } catch {
          output.complain("\(error)")
          mistakes += 1
        }
      }
      if mistakes > 0 { throw CheckFailure(files: arguments.words.count, mistakes: mistakes) }
    }
  }
}

/// Some files have mistakes, each of which was told.
private struct CheckFailure: Error, CustomStringConvertible {
  let files: Int
  let mistakes: Int

  var description: String {
    trn("{} of {} file is wrong", "{} of {} files are wrong", files, mistakes, files)
  }
}

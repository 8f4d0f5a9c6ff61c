import HikidashiPreferences
import RFCKit

/// Why a command could not do what it was asked to; each is one line on standard error.
enum CommandError: Error {
  /// GLib's words about an option, of a command or of the program itself.
  case option(String, command: String?)
  case noCommand(String)
  case missingArgument(command: String, what: String)
  case extraArgument(command: String, String)
  case notANumber(String)
  case conflict(String, String)
  case library(RFCLibraryError)
  case notInIndex(Int)
  case absent(RFCAbsence)
  /// The document is on a mirror that was not to be asked; nil for that of the settings.
  case notFetched(Int, mirror: RFCMirror?)
  /// No entry has all of these words.
  case nothingFound(String)
  case notARange(String)
  case notACount(String, ClosedRange<Int>)
  case mirror(RFCMirrorError)
  /// What is no address of a queue.
  case notAQueue(String)
  /// A flag of a setting that is wrong, or settings that cannot be read.
  case preferences(PreferenceError)
  /// An empty name in place of that of a folder.
  case noFolder
  /// There is no home folder to keep a library in.
  case noHome
  case sync(RFCSyncError)
  /// So many documents could not be had.
  case incomplete(Int)
  /// The person or the system asked for an end.
  case interrupted
  /// Standard output could not be written; `reason` is the system's.
  case output(reason: String)
  /// Whoever read the output has closed it and wants no more.
  case closedPipe

  /// 2 for what a look at the help mends, 1 for what it does not; a closed pipe is no failure. The help
  /// tells of them.
  var exitCode: Int32 {
    switch self {
    case .option, .noCommand, .missingArgument, .extraArgument, .notANumber, .conflict,
      .notARange, .notACount, .mirror, .notAQueue, .noFolder, .preferences:
      2
    case .library, .notInIndex, .absent, .notFetched, .nothingFound, .output, .noHome, .sync,
      .incomplete:
      1
    case .interrupted: 130
    case .closedPipe: 0
    }
  }
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .option(let message, nil):
      tr("{}; see “rfcviewer --help”", message)
    case .option(let message, let command?):
      tr("{}; see “rfcviewer {} --help”", message, command)
    case .noCommand(let word):
      tr(
        "there is no command “{}”; the commands are index, list, search, show, sync and help",
        word.withoutPassword)
    case .missingArgument(let command, let what):
      tr("“{}” needs {}; see “rfcviewer {} --help”", command, what, command)
    case .extraArgument(let command, let word):
      tr(
        "“{}” has no use for “{}”; see “rfcviewer {} --help”", command, word.withoutPassword,
        command)
    case .notANumber(let word):
      tr("“{}” is not the number of an RFC; give 0 to 99999", word)
    case .conflict(let one, let other):
      tr("{} and {} do not go together; give one of them", one, other)
    case .library(let error):
      error.description
    case .notInIndex(let number):
      tr("RFC {} is not in the index; “rfcviewer list” shows what is", number)
    case .absent(let absence):
      absence.description
    case .notFetched(let number, nil):
      tr(
        "RFC {} has not been fetched yet; fetch it with “rfcviewer sync --range {}-{}”", number,
        number, number)
    case .notFetched(let number, let mirror?):
      tr(
        "RFC {} has not been fetched yet; fetch it with “rfcviewer sync --range {}-{} --mirror {}”",
        number, number, number, mirror.name)
    case .nothingFound(let query):
      tr("nothing found for “{}”; every word must be in a number, a title or an author", query)
    case .notARange(let word):
      tr("“{}” is no range of RFC numbers; give one such as 9000-9100", word)
    case .notACount(let word, let range):
      tr("“{}” is no count; give {} to {}", word, range.lowerBound, range.upperBound)
    case .mirror(let error):
      error.description
    case .notAQueue(let word):
      tr(
        "“{}” is no queue; give postgresql://USER@HOST/DATABASE, or sqlite:FILE",
        word.withoutPassword)
    case .preferences(let error):
      error.description
    case .noFolder:
      tr("the name behind “--into” is empty; give a folder")
    case .noHome:
      tr("there is no home folder to keep RFCs in; give a folder with “--into DIR”")
    case .sync(let error):
      error.description
    case .incomplete(let count):
      trn("{} document could not be fetched", "{} documents could not be fetched", count, count)
    case .interrupted:
      tr("stopped; the same command goes on from here")
    case .output(let reason):
      tr("cannot write the output: {}; check where it goes", reason)
    case .closedPipe:
      ""
    }
  }
}

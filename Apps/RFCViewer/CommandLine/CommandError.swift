import HikidashiCommands
import RFCKit

/// Why a command could not do what it was asked to; each is one line on standard error.
enum CommandError: Error {
  case notInIndex(Int)
  case absent(RFCAbsence)
  /// The document is on a mirror that was not to be asked; nil for that of the settings.
  case notFetched(Int, mirror: RFCMirror?)
  /// No entry has all of these words.
  case nothingFound(String)
  /// The document has no such section.
  case noSection(String, Int)
  /// No index of that day or before it is kept.
  case noIndex(of: String)
  /// The library has no errata.
  case noErrata
  /// No document that is here has any of these words.
  case nothingInTexts(String)
  /// No bookmark, highlight or note is as it was asked for.
  case noNotes
  /// There is none of this number.
  case noNote(Int)
  /// The document does not have these words.
  case noQuote(String, Int)
  /// There is no home folder to keep notes in.
  case noHomeForNotes
  /// There is no home folder to keep a library in.
  case noHome
  /// So many documents could not be had.
  case incomplete(Int)
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
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
    case .noSection(let name, let number):
      tr("RFC {} has no section “{}”; “rfcviewer sections {}” shows all", number, name, number)
    case .noIndex(let day):
      tr("no index of {} or before it is kept here; give a later day, or a file", day)
    case .noErrata:
      tr("there are no errata here yet; fetch them with “rfcviewer sync”")
    case .nothingInTexts(let query):
      tr(
        "nothing found for “{}” in the documents that are here; “rfcviewer sync” fetches more",
        query)
    case .noNotes:
      tr("no bookmark, highlight or note is like that; “rfcviewer bookmarks” shows all")
    case .noNote(let number):
      tr("there is no bookmark, highlight or note {}; “rfcviewer bookmarks” shows all", number)
    case .noQuote(let words, let number):
      tr("RFC {} does not have the words “{}”; give them as they stand in it", number, words)
    case .noHomeForNotes:
      tr("there is no home folder to keep notes in; give a file with “--notes-place FILE”")
    case .noHome:
      tr("there is no home folder to keep RFCs in; give a folder with “--into DIR”")
    case .incomplete(let count):
      trn("{} document could not be fetched", "{} documents could not be fetched", count, count)
    }
  }
}

extension CommandMisuse {
  static func notANumber(_ word: String) -> CommandMisuse {
    CommandMisuse(tr("“{}” is not the number of an RFC; give 0 to 99999", word))
  }

  static func notARange(_ word: String) -> CommandMisuse {
    CommandMisuse(tr("“{}” is no range of RFC numbers; give one such as 9000-9100", word))
  }

  static func notAQueue(_ word: String) -> CommandMisuse {
    CommandMisuse(
      tr(
        "“{}” is no queue; give postgresql://USER@HOST/DATABASE, or sqlite:FILE",
        word.withoutPassword))
  }
}

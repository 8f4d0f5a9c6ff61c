import TimelineKit

/// Why a command has not done what it was to do.
enum CommandError: Error, Equatable {
  /// There is no home folder to keep posts in.
  case noHome
  /// The store has no source like that.
  case noSource(String)
  /// More than one source has that name.
  case severalSources(String)
  /// No source was added yet.
  case noSources
  /// No post has all these words.
  case nothingFound(String)
  /// So many sources could not be refreshed.
  case incomplete(Int)
  /// So many things of a list could not be read.
  case incompleteList(Int)
  /// Nothing could be shared, for this reason.
  case notShared(String)
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noHome:
      tr("there is no home folder to keep posts in; give a folder with “--folder DIR”")
    case .noSource(let name):
      tr("there is no source “{}”; “timeline sources” shows all", name)
    case .severalSources(let name):
      tr("several sources are called “{}”; give the address of one", name)
    case .noSources:
      tr("there are no sources yet; add one with “timeline sources add ADDRESS”")
    case .nothingFound(let words):
      tr("nothing found for “{}”; every word must be in a post, its title or its author", words)
    case .incomplete(let count):
      trn("{} source could not be refreshed", "{} sources could not be refreshed", count, count)
    case .incompleteList(let count):
      trn(
        "{} fault in the list; compare the feeds that were added with it",
        "{} faults in the list; compare the feeds that were added with it", count, count)
    case .notShared(let reason):
      tr("what came is here, and is shared the next time: {}", reason)
    }
  }
}

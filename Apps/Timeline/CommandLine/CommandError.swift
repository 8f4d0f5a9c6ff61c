import TimelineKit

/// Why a command has not done what it was to do.
enum CommandError: Error, Equatable {
  /// There is no window yet.
  case noWindow
  /// There is no home folder to keep posts in.
  case noHome
  /// The store has no source like that.
  case noSource(String)
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noWindow: tr("there is no window yet; “timeline help” names the commands")
    case .noHome:
      tr("there is no home folder to keep posts in; give a folder with “--folder DIR”")
    case .noSource(let name):
      tr("there is no source “{}”; “timeline sources” shows all", name)
    }
  }
}

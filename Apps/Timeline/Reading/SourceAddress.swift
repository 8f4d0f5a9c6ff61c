internal import FoundationEssentials
internal import Glibc
internal import Hikidashi
internal import HikidashiCommands
internal import TimelineKit

/// Addresses as a desktop and a shell have them: with the home folder, as files' URIs, and with the scheme `feed`.
extension SourceAddress {
  /// Reads what a person types; nil for other words.
  init?(_ typed: String) {
    let text = String(typed.trimmingPrefix(while: \.isWhitespace).reversed())
      .trimmingPrefix(while: \.isWhitespace)
    let words = Self.typed(String(text.reversed()))
    guard words.hasPrefix("~/") else {
      self.init(words: words)
      return
    }
    let home = FileManager.default.homeDirectoryForCurrentUser
    self.init(words: home.appending(path: words.dropFirst(2)).path(percentEncoded: false))
  }

  /// A word of a command line: an address, or the path of a file or folder that is there.
  init?(handed word: String) {
    guard !word.hasPrefix("/"), let real = realpath(word, nil) else {
      self.init(word)
      return
    }
    defer { free(real) }
    self.init(String(cString: real))
  }

  /// The URI by which a word of a command line comes to the window, which another process may have.
  static func uri(of word: String) -> String {
    let isFile = access(word, F_OK) == 0 || FileAddress.path(word) != nil
    return isFile || word.lowercased().hasPrefix(scheme) ? word : scheme + word
  }

  /// An address that another program hands over, as a person would type it.
  static func typed(_ address: String) -> String {
    if let path = FileAddress.path(address) { return path }
    guard address.lowercased().hasPrefix(scheme) else { return address }
    let rest = address.dropFirst(scheme.count)
    // When “feed” was thought of, this meant HTTP; by now a feed that has no HTTPS is rare.
    return rest.hasPrefix("//") ? "https:" + rest : String(rest)
  }

  private static var scheme: String { "feed:" }
}

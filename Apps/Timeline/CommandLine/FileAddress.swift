import Glibc

/// Paths as they stand on a command line.
enum FileAddress {
  /// The word as it is, but the path of a file or folder that is there as a whole one.
  static func whole(_ word: String) -> String {
    guard !word.hasPrefix("/"), let real = realpath(word, nil) else { return word }
    defer { free(real) }
    return String(cString: real)
  }
}

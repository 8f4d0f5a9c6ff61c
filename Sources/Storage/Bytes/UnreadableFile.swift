package import HikidashiBase

/// A file, or standard input, that cannot be read.
public struct UnreadableFile: Error, Equatable, CustomStringConvertible {
  /// The path of the file; `-` for standard input.
  public let path: String
  /// The system's words, or that it is too large.
  public let reason: String

  package init(_ path: String, _ failure: FileBytes.Failure) {
    self.path = path
    reason =
      switch failure {
      case .system(let code): systemMessage(code)
      case .tooLarge(let limit): tr("it is larger than {} MiB", limit >> 20)
      case .notRegular: tr("it is no regular file")
      }
  }

  public var description: String { tr("cannot read {}: {}", path, reason) }
}

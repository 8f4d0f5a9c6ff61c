/// Where the text of records goes.
public struct RecordDestination: Sendable {
  enum Kind: Sendable {
    case file(String, flushed: Bool)
    case descriptor(Int32)
  }

  let kind: Kind

  /// The file at this path: made or replaced whole when all is written, and left as it was when
  /// something fails. What is no plain file (a device, a pipe) is written to directly.
  ///
  /// - Parameters:
  ///   - path: relative ones start from the working directory.
  ///   - flushed: whether to wait until the file would survive a loss of power; slow.
  public static func file(_ path: String, flushed: Bool = false) -> RecordDestination {
    RecordDestination(kind: .file(path, flushed: flushed))
  }

  /// An open file, pipe or socket, which is left open: 1 is standard output.
  public static func descriptor(_ descriptor: Int32) -> RecordDestination {
    RecordDestination(kind: .descriptor(descriptor))
  }
}

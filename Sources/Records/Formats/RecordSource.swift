/// A source from which records are read as text.
public struct RecordSource: Sendable {
  enum Kind: Sendable {
    case file(String)
    case descriptor(Int32)
    case bytes([UInt8])
    case parts(@Sendable () throws -> [UInt8]?)
  }

  let kind: Kind

  /// The file at this path. Relative paths start from the working directory.
  public static func file(_ path: String) -> RecordSource { RecordSource(kind: .file(path)) }

  /// An open file, pipe or socket, which is read from its current position to the end and stays
  /// open; 0 is standard input.
  public static func descriptor(_ descriptor: Int32) -> RecordSource {
    RecordSource(kind: .descriptor(descriptor))
  }

  /// Bytes in memory.
  public static func bytes(_ bytes: [UInt8]) -> RecordSource { RecordSource(kind: .bytes(bytes)) }

  /// Text in memory.
  public static func text(_ text: String) -> RecordSource { bytes(Array(text.utf8)) }

  /// Bytes that a closure supplies part by part, cut anywhere, as from a decompressor or a
  /// download.
  ///
  /// - Parameter next: called for each part until it returns nil; what it throws ends the reading.
  public static func parts(_ next: @escaping @Sendable () throws -> [UInt8]?) -> RecordSource {
    RecordSource(kind: .parts(next))
  }

  /// The source as errors name it.
  var name: String {
    switch kind {
    case .file(let path): path
    case .descriptor(0): "standard input"
    case .descriptor(let descriptor): "file descriptor \(descriptor)"
    case .bytes: "text in memory"
    case .parts: "the program's source"
    }
  }
}

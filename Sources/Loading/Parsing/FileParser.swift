import HikidashiBase

/// Saves the body to a file, and resumes where an earlier attempt stopped.
///
/// ```swift
/// let parser = FileParser(to: "/home/me/rfc-index.txt")
/// let file = try await connector.load(LoadRequest(url), parser: parser).value
/// print(file.byteCount)
/// ```
///
/// The bytes are written to `PATH.part`, which is synced and renamed once the body is whole, so that
/// there is the old file or the new one at `PATH` at any time. What came of a body that broke off
/// stays there with what the server called it (`PATH.part-of`), and the next attempt asks for the rest
/// of the same; a server that has changed it, or knows no ranges, sends all of it anew.
///
/// A body whose end nothing confirms (``LoadResponse/isEndConfirmed``) takes the place of the old file,
/// too, though it may be the beginning of another. To keep the old one then, load with
/// ``LoadOptions/needsConfirmedEnd``.
///
/// Of several loads into one file at the same time, in this process or another, the last that began
/// has it; the others end with ``FileProblem/busy``.
public struct FileParser: ResponseParser {
  public let path: String
  private var file: PartFile?
  private var count = 0
  private var resumedAt = 0

  /// A file that was loaded.
  public struct Loaded: Hashable, Sendable {
    public var path: String
    public var byteCount: Int
    /// The bytes of it that had come before.
    public var resumedAt: Int
  }

  /// - Parameter path: Where the file is to be; its folder is there.
  public init(to path: String) { self.path = path }

  public mutating func missingPart() -> BodyRange? {
    file = PartFile(goingOnWith: path)
    // The last byte is asked for again: behind a part that is whole already there would be none, and
    // the answer no success.
    guard let file, file.size > 1, let validator = PartFile.validator(path) else {
      file = nil
      return nil
    }
    return BodyRange(from: file.size - 1, unlessChangedSince: validator)
  }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    guard head.isSuccess else {
      PartFile.remove(path)
      throw .wrongContent(reason: tr("the server does not have the rest of what is here"))
    }
    if head.start > 0 {
      try goOn(head)
    } else {
      // What another load writes to has this name no more.
      file = nil
      file = try PartFile(newAt: path)
    }
    file?.keep(validator: head.rangeValidator)
    count = head.start
    resumedAt = head.start
    return .more
  }

  private mutating func goOn(_ head: ResponseHead) throws(ParserError) {
    if let validator = head.rangeValidator, validator != PartFile.validator(path) {
      PartFile.remove(path)
      throw .wrongContent(reason: tr("the server sent the rest of something else"))
    }
    file = file ?? PartFile(goingOnWith: path)
    guard let file, head.start <= file.size else {
      throw .wrongContent(reason: tr("the server sent the rest of more than there is"))
    }
    try file.cut(to: head.start)
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    try file?.append(bytes)
    count += bytes.count
    return .more
  }

  public mutating func finish() throws(ParserError) -> Loaded {
    try file?.finish()
    return Loaded(path: path, byteCount: count, resumedAt: resumedAt)
  }
}

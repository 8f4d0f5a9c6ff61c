/// What to do with records that cannot be read, and with columns that no field has.
public struct ReadingOptions: Sendable {
  /// What to do with a record that cannot be read.
  public enum RefusalPolicy: Hashable, Sendable {
    /// Throw its error; nothing is appended.
    case stop
    /// Go on without it. The first ones, at most `limit`, are returned; the others are counted.
    case collect(limit: Int = 1_000)
  }

  /// What to do with a column or key that is no field's name.
  public enum UnknownFields: Hashable, Sendable {
    case refuse
    case ignore
  }

  public var refusals: RefusalPolicy
  public var unknownFields: UnknownFields
  /// The longest record, in bytes; the bound on what a quote that is never closed makes one read.
  public var longestRecord: Int
  /// The keys of the table that is appended to: a record is refused whose key another has, in the table
  /// or before it in the text. Nil asks for none.
  public var keys: RecordKeys?
  /// Called now and then, on the thread that reads, with the fraction of the text that was read,
  /// 0 to 1; not called where the length is not known.
  public var onProgress: (@Sendable (_ fraction: Double) -> Void)?

  public init(
    refusals: RefusalPolicy = .stop, unknownFields: UnknownFields = .refuse,
    longestRecord: Int = 256 << 20, onProgress: (@Sendable (_ fraction: Double) -> Void)? = nil
  ) {
    self.refusals = refusals
    self.unknownFields = unknownFields
    self.longestRecord = longestRecord
    self.onProgress = onProgress
  }
}

/// What came of reading records.
public struct ReadingReport: Sendable {
  /// How many records were appended.
  public internal(set) var appended = 0
  /// How many records were refused; 0 unless they were to be collected.
  public internal(set) var refusedCount = 0
  /// The first of those, in order.
  public internal(set) var refused: [RefusedRecord] = []
}

/// A record that could not be read.
public struct RefusedRecord: Sendable, Equatable {
  /// The line on which it begins, from 1.
  public let line: Int
  /// The record as it stands in the text, cut off after 1,000 bytes, bytes that are not UTF-8 shown
  /// as �.
  public let text: String
  public let error: RecordTextError
}

/// Options for reading records from text: what happens to invalid records and unknown columns, and
/// which limits apply.
public struct ReadingOptions: Sendable {
  /// What happens to a record that cannot be read.
  public enum RefusalPolicy: Hashable, Sendable {
    /// Its error is thrown, and nothing is appended.
    case stop
    /// It is left out. The report has the first ones, at most `limit`, and the number of all.
    case collect(limit: Int = 1_000)
  }

  /// The treatment of a record with a quote that neither encloses a value nor is doubled, as in `5" pipe,2`.
  public enum StrayQuotes: Hashable, Sendable {
    /// It is refused, as others that cannot be read.
    case refuse
    /// The quote is text.
    case keep
  }

  /// The treatment of a record of delimited text with fewer or more values than there are columns.
  public enum OtherWidths: Hashable, Sendable {
    /// It is refused.
    case refuse
    /// Values that it lacks at its end are missing, and empty ones behind the last column are left out. One with
    /// other values there is refused.
    case fit
  }

  /// What happens to a column or key that is no field's name.
  public enum UnknownFields: Hashable, Sendable {
    case refuse
    case ignore
  }

  /// What happens to a record that cannot be read.
  public var refusals: RefusalPolicy
  /// What happens to a column or key that is no field's name.
  public var unknownFields: UnknownFields
  /// The greatest length of a record, in bytes, which also limits how far an unclosed quote is
  /// read.
  public var longestRecord: Int
  /// The keys of the table that is appended to; a record whose key is taken, in the table or
  /// earlier in the text, is refused. Nil checks no keys.
  public var keys: RecordKeys?
  /// Whether delimited text is refused whose type does not write it in the same way, as 007 for a number; see
  /// ``Schema/init(inferringFrom:as:sampleBytes:)``.
  public var keepsText = false
  /// The treatment of a record of delimited text with a quote in a wrong place.
  public var strayQuotes = StrayQuotes.refuse
  /// The treatment of a record of delimited text of another width.
  public var otherWidths = OtherWidths.refuse
  /// Called from time to time on the reading thread with the fraction of the text that was read, 0
  /// to 1; not called where the length is not known.
  public var onProgress: (@Sendable (_ fraction: Double) -> Void)?

  /// Options for files of others: records that cannot be read are collected, quotes in wrong places are text, and
  /// records of another width fit as far as nothing of them is lost.
  public static let tolerant: ReadingOptions = {
    var options = ReadingOptions(refusals: .collect())
    (options.strayQuotes, options.otherWidths) = (.keep, .fit)
    return options
  }()

  /// Makes options; the defaults stop at the first record that cannot be read.
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

/// The result of reading records: how many were appended and which were refused.
public struct ReadingReport: Sendable {
  /// The number of records that were appended.
  public internal(set) var appended = 0
  /// The number of records that were refused; 0 unless they were to be collected.
  public internal(set) var refusedCount = 0
  /// The first refused records, in the order of the text.
  public internal(set) var refused: [RefusedRecord] = []
}

/// A record that could not be read.
public struct RefusedRecord: Sendable, Equatable {
  /// The line on which the record begins, counted from 1.
  public let line: Int
  /// The record as it stands in the text, cut off after 1,000 bytes; bytes that are not UTF-8 are
  /// �.
  public let text: String
  /// Why the record was refused, and at which place.
  public let error: RecordTextError
}

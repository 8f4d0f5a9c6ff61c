/// Records as JSON objects, one a line (<https://jsonlines.org>).
///
/// The keys are the names of the fields. Values of custom types are embedded as they are kept, data
/// is base64 text, dates are ISO 8601 text, and doubles that JSON has no numbers for are the texts
/// `"NaN"`, `"Infinity"` and `"-Infinity"`. Fields without a value are written as `null`; on reading,
/// a key that is missing stands for the field's default.
public struct JSONLinesFormat: Hashable, Sendable {
  /// The key of the records' numbers; nil for none.
  public let numberKey: String?

  /// - Parameter numberKey: the key under which the records' numbers are written, first in each
  ///   object, and read; no name of a field.
  public init(numberKey: String? = nil) {
    self.numberKey = numberKey
  }

  /// What makes the format impossible, or nil.
  func complaint(for schema: Schema) -> String? {
    guard let numberKey, schema[numberKey] != nil else { return nil }
    return "the key of record numbers is called “\(numberKey)”, as a field is"
  }
}

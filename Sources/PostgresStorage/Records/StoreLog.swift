/// The part of the log behind the watermark: what others have stored since.
struct StoreLog {
  var mark: PostgresCatalog.Mark
  /// The numbers of the changed records; nil where the whole table must be read.
  var runs: [ClosedRange<Int>]?
  /// Whether the log has every transaction since the watermark, without a gap.
  var isWhole: Bool
  /// The watermark of our own transaction, if the log has it.
  var found: PostgresCatalog.Mark?
}

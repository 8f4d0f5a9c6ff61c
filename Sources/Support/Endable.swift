/// Something that ends once and can be waited for: an item of a queue, a job, a download.
///
/// What should come after something else asks no more of it than this.
public protocol Endable: Sendable {
  /// Returns when it has ended, for whatever reason; at once when it has already.
  ///
  /// Waiting changes nothing in what is waited for. When the waiting task is cancelled it may return
  /// early.
  func ended() async
}

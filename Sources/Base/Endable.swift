/// Something that ends once and can be waited for: an item of a queue, a job, a download.
///
/// Jobs and items can be made to begin after anything that conforms.
public protocol Endable: Sendable {
  /// Waits until it has ended, for whatever reason; returns at once when it has already.
  ///
  /// Waiting has no effect on the thing itself. The call may return early when the waiting task is
  /// cancelled.
  func ended() async
}

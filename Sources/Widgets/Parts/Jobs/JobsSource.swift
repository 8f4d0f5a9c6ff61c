internal import HikidashiBase
internal import HikidashiWorkQueues

/// Where the jobs of a ``JobsView`` are: a pool or a store.
///
/// What is not asynchronous may wait for a disk, a server or a lock, so it is called on a queue of its
/// own.
protocol JobsSource: Sendable {
  /// How long to wait between two readings, at the least.
  var rest: Duration { get }

  /// Reads what is there now: of each group at most so many jobs.
  func read(_ limits: [JobGroup: Int]) throws -> JobsContent

  /// Calls a closure on any thread when something has changed, until what it returns is released; nil
  /// where the pool's status tells of all changes.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken?

  func perform(_ action: JobAction, on number: Int) throws

  /// Does something to all failed jobs.
  func performOnFailed(_ action: JobAction) throws

  /// What went wrong in each attempt of a job, in full.
  func account(of number: Int) throws -> String

  /// The pool's status, which is followed where it is read; nil where there is no pool.
  var poolStatus: PoolStatus? { get }

  func suspend() async
  func resume()
}

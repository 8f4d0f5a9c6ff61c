public import HikidashiWorkQueues

/// Brings a folder up to what a mirror has: the index, the feed of new RFCs, errata, the
/// index as XML, and documents.
///
/// ```swift
/// let sync = RFCSync(RFCFetcher(.rfcEditor, into: folder, by: connector), jobs: 8)
/// let result = try await sync.run(.range(1...100)) { print($0.done, "of", $0.total) }
/// ```
///
/// Whatever ends it, the folder holds whole files only, and the next one goes on from there.
///
/// Given a queue, every machine that syncs through it takes a share of the documents, each into its
/// own folder or all into one. Who comes first says which documents; who comes later helps.
public final class RFCSync: Sendable {
  /// Which documents are wanted.
  public enum Scope: Sendable, Hashable {
    /// Those that are in the folder, and those that came out since the index that is there.
    case known
    /// Every document that the index has.
    case all
    case range(ClosedRange<Int>)
    /// Every document that the index has and the folder lacks; none that has no text.
    case missing
    /// Those of a list that the folder lacks, and the index.
    case documents([Int])
    /// Those that this machine has besides, as ``RFCFetcher/installed``, and the folder lacks: no mirror
    /// is asked for anything.
    case installed
  }

  /// What a worker is to do.
  private enum Errand: Sendable {
    case file(RFCFile)
    /// Some of the documents that are left.
    case documents
  }

  private typealias Pool = WorkerPool<Errand, RFCFetcher.Fetched?>

  private let fetcher: RFCFetcher
  private let jobs: Int
  private let queue: (any JobStore)?
  private let endsOffline: Bool
  private let valve = SyncValve()

  /// - Parameters:
  ///   - fetcher: Brings single files.
  ///   - jobs: How many files are asked for at once, from 1 on.
  ///   - queue: Holds the documents that several machines share, and nothing else; nil for a sync of
  ///     one's own.
  ///   - endsOffline: Whether it ends, with the error, when the mirror cannot be reached any more;
  ///     otherwise each document is asked for, and counted as failed.
  public init(
    _ fetcher: RFCFetcher, jobs: Int = 8, queue: (any JobStore)? = nil, endsOffline: Bool = false
  ) {
    self.endsOffline = endsOffline
    self.fetcher = fetcher
    self.jobs = max(1, jobs)
    self.queue = queue
  }

  /// Asks for no more files, and returns when those that are on their way are here, or it was resumed.
  public func suspend() async { await valve.suspend() }

  /// Goes on after ``suspend()``.
  public func resume() { valve.resume() }

  /// Fetches what is new or changed.
  ///
  /// A document that cannot be had does not keep the others from coming; it is counted, and named in
  /// ``RFCSyncStatus/failures``.
  ///
  /// - Parameters:
  ///   - scope: Which documents.
  ///   - onStatus: is told after every file, on any thread.
  /// - Throws: ``RFCSyncError`` when there is no index, when nothing can be written, when the queue
  ///   fails, or when the task is cancelled.
  public func run(
    _ scope: Scope, onStatus: @escaping @Sendable (RFCSyncStatus) -> Void = { _ in }
  ) async throws(RFCSyncError) -> RFCSyncStatus {
    let tally = SyncTally(fetcher.folder, endsOffline: endsOffline, onStatus)
    let list = SyncList()
    let pool = Pool(
      name: "sync", workers: jobs, capacity: jobs, log: { _ in },
      handler: { [self] errand in
        if case .file(let file) = errand { return try await fetcher.fetch(file) }
        await fetch(list, tally)
        return nil
      })
    await valve.attach(pool)
    let result: Result<Void, RFCSyncError>
    do throws(RFCSyncError) {
      let numbers = try await fetchLists(scope, through: pool, tally)
      if let queue {
        try await SharedSync(queue, fetcher, tally).run(numbers, jobs: jobs, valve)
      } else {
        list.fill(numbers)
        try await fetch(list, through: pool, tally)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // Also where this task is cancelled, what is on its way is waited for.
    let mode: QuitMode = Task.isCancelled ? .cancel : .drain
    await Task { try? await pool.quit(mode) }.value
    valve.detach()
    fetcher.folder.save()
    try result.get()
    return try tally.result()
  }

  /// Fetches index, feed, errata and the index as XML; the documents that are to be looked at, the newest first.
  private func fetchLists(
    _ scope: Scope, through pool: Pool, _ tally: SyncTally
  ) async throws(RFCSyncError) -> [Int] {
    if scope == .installed {
      try fetcher.takeInstalledIndex()
      return try missing(fetcher.installed?.numbers ?? [])
    }
    let before = try fetcher.folder.bytes(of: .index).flatMap { try? RFCIndex(parsing: $0) }
    tally.count(try await file(.index, pool))
    if case .documents(let numbers) = scope { return try missing(numbers) }
    // A mirror may do without these.
    for list in RFCFile.extras {
      do throws(RFCSyncError) {
        tally.count(try await file(list, pool))
      } catch .cancelled {
        throw .cancelled
      } catch {}
    }
    return try numbers(scope, since: before)
  }

  private func fetch(
    _ list: SyncList, through pool: Pool, _ tally: SyncTally
  ) async throws(RFCSyncError) {
    tally.change { $0.total = list.left }
    while list.left > 0, !Task.isCancelled {
      do throws(JobError) { try await pool.submit(.documents) } catch { throw .cancelled }
    }
    await pool.waitUntilIdle()
    if Task.isCancelled { throw .cancelled }
  }

  private func file(
    _ file: RFCFile, _ pool: Pool
  ) async throws(RFCSyncError) -> RFCFetcher.Fetched {
    let job = try? await pool.submit(.file(file))
    switch await job?.ending {
    case .done(let fetched?): return fetched
    case .failed(let error as RFCSyncError): throw error
    default: throw .cancelled
    }
  }

  /// Fetches some documents of a list, and no more once the sync is to be suspended.
  ///
  /// A job for each would cost as much time as a small document does; towards the end each gets fewer,
  /// so that nobody is left with many.
  private func fetch(_ list: SyncList, _ tally: SyncTally) async {
    for _ in 0..<max(1, min(8, list.left / (jobs * 4))) {
      guard !valve.isShut, !Task.isCancelled, let number = list.next() else { return }
      await tally.fetch(number, by: fetcher)
    }
  }

  private func missing(_ numbers: [Int]) throws(RFCSyncError) -> [Int] {
    let here = try fetcher.folder.documents()
    return numbers.filter { !here.contains($0) }.sorted(by: >)
  }

  private func numbers(
    _ scope: Scope, since before: RFCIndex?
  ) throws(RFCSyncError) -> [Int] {
    guard let bytes = try fetcher.folder.bytes(of: .index),
      let index = try? RFCIndex(parsing: bytes)
    else { throw .missing(address: fetcher.mirror.text(of: .index)) }
    let issued = index.entries.lazy.filter(\.isIssued).map(\.number)
    switch scope {
    case .all: return issued.sorted(by: >)
    case .range(let range): return issued.filter(range.contains).sorted(by: >)
    case .missing:
      return try missing(index.entries.lazy.filter { $0.absence == nil }.map(\.number))
    case .documents(let numbers): return try missing(numbers)
    case .installed: return try missing(fetcher.installed?.numbers ?? [])
    case .known:
      let here = try fetcher.folder.documents()
      let newest = before?.entries.map(\.number).max() ?? Int.max
      return issued.filter { here.contains($0) || $0 > newest }.sorted(by: >)
    }
  }
}

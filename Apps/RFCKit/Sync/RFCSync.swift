import Support

/// Brings a folder up to what a mirror has: the index, the feed of new RFCs, and documents.
///
/// ```swift
/// let sync = RFCSync(RFCFetcher(.rfcEditor, into: folder, by: connector), jobs: 8)
/// let result = try await sync.run(.range(1...100)) { print($0.done, "of", $0.total) }
/// ```
///
/// Whatever ends it, the folder holds whole files only, and the next one goes on from there.
public struct RFCSync: Sendable {
  /// Which documents are wanted.
  public enum Scope: Sendable, Hashable {
    /// Those that are in the folder, and those that came out since the index that is there.
    case known
    /// Every document that the index has.
    case all
    case range(ClosedRange<Int>)
  }

  private let fetcher: RFCFetcher
  private let jobs: Int
  /// How often what servers said is made to last, in files.
  private static let filesPerSave = 500

  /// - Parameters:
  ///   - fetcher: Brings single files.
  ///   - jobs: How many files are asked for at once, from 1 on.
  public init(_ fetcher: RFCFetcher, jobs: Int = 8) {
    self.fetcher = fetcher
    self.jobs = max(1, jobs)
  }

  /// Fetches what is new or changed.
  ///
  /// A document that cannot be had does not keep the others from coming; it is counted, and named in
  /// ``RFCSyncStatus/failures``.
  ///
  /// - Parameters:
  ///   - scope: Which documents.
  ///   - onStatus: is told after every file, on any thread.
  /// - Throws: ``RFCSyncError`` when there is no index, when nothing can be written, or when the task
  ///   is cancelled.
  public func run(
    _ scope: Scope, onStatus: @escaping @Sendable (RFCSyncStatus) -> Void = { _ in }
  ) async throws(RFCSyncError) -> RFCSyncStatus {
    let before = try fetcher.folder.bytes(of: .index).flatMap { try? RFCIndex(parsing: $0) }
    var status = RFCSyncStatus()
    status.count(try await fetcher.fetch(.index))
    // A mirror may do without the feed.
    do throws(RFCSyncError) {
      status.count(try await fetcher.fetch(.feed))
    } catch .cancelled {
      throw .cancelled
    } catch {}
    let numbers = try self.numbers(scope, since: before)
    status.total = numbers.count
    onStatus(status)
    defer { fetcher.folder.save() }
    return try await fetch(numbers, status, onStatus)
  }

  /// The documents that are to be looked at, the newest first.
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
    case .known:
      let here = try fetcher.folder.documents()
      let newest = before?.entries.map(\.number).max() ?? Int.max
      return issued.filter { here.contains($0) || $0 > newest }.sorted(by: >)
    }
  }

  /// Fetches documents, some at once, each by whichever job is free.
  private func fetch(
    _ numbers: [Int], _ start: RFCSyncStatus,
    _ onStatus: @escaping @Sendable (RFCSyncStatus) -> Void
  ) async throws(RFCSyncError) -> RFCSyncStatus {
    let status = Guarded(start)
    let next = Guarded(0)
    let failure: RFCSyncError? = await withTaskGroup(of: RFCSyncError?.self) { group in
      for _ in 0..<min(jobs, numbers.count) {
        group.addTask {
          while let number = Self.take(next, numbers) {
            do throws(RFCSyncError) {
              let fetched = try await fetcher.fetch(.document(number))
              onStatus(status.withLock { $0.note(fetched) })
            } catch {
              if error.endsAll { return error }
              onStatus(status.withLock { $0.note(error, number) })
            }
            if (next.withLock { $0 }).isMultiple(of: Self.filesPerSave) { fetcher.folder.save() }
          }
          return Task.isCancelled ? .cancelled : nil
        }
      }
      var first: RFCSyncError?
      for await error in group where error != nil {
        first = first ?? error
        group.cancelAll()
      }
      return first
    }
    if let failure { throw failure }
    return status.withLock { $0 }
  }

  private static func take(_ next: Guarded<Int>, _ numbers: [Int]) -> Int? {
    guard !Task.isCancelled else { return nil }
    return next.withLock { position in
      guard position < numbers.count else { return nil }
      defer { position += 1 }
      return numbers[position]
    }
  }
}

extension RFCSyncError {
  /// Whether no further file can come either.
  fileprivate var endsAll: Bool {
    switch self {
    case .folder, .cancelled: true
    case .load, .answer, .missing: false
    }
  }
}

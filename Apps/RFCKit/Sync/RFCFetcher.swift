public import Loading

/// Brings single files from a mirror into a folder, and puts nothing wrong in place of anything.
public struct RFCFetcher: Sendable {
  public let mirror: RFCMirror
  public let folder: RFCFolder
  private let connector: Connector

  /// What came of asking for a file.
  public enum Outcome: Sendable, Hashable {
    /// It was not here before.
    case new
    case changed
    /// It is as it was: the mirror said so, or sent the same.
    case unchanged
  }

  /// What came of it, and how many bytes the mirror sent for that.
  public typealias Fetched = (outcome: Outcome, received: Int)

  public init(_ mirror: RFCMirror, into folder: RFCFolder, by connector: Connector) {
    self.mirror = mirror
    self.folder = folder
    self.connector = connector
  }

  /// Brings a file, where the mirror has another one than the folder.
  ///
  /// - Parameters:
  ///   - file: What is wanted.
  ///   - priority: How urgent it is beside other files.
  ///   - started: is given the load, to show how far it is and to cancel it.
  /// - Throws: ``RFCSyncError``; the folder is as it was then.
  public func fetch(
    _ file: RFCFile, priority: LoadPriority = .normal,
    started: (@Sendable (Load<[UInt8]?>) -> Void)? = nil
  ) async throws(RFCSyncError) -> Fetched {
    // The folder is the cache.
    let load = connector.load(
      request(for: file, priority), parser: FileBodyParser(),
      options: LoadOptions(cache: .none, isShared: false))
    started?(load)
    let response: LoadResponse<[UInt8]?>
    switch await outcome(of: load) {
    case .success(let value): response = value
    case .failure(let error):
      switch error {
      case .cancelled: throw .cancelled
      case .status(_, let problem) where [404, 410].contains(problem.status):
        throw .missing(address: mirror.text(of: file))
      default: throw .load(error)
      }
    }
    guard let bytes = response.output else { return (.unchanged, 0) }
    return try keep(bytes, response.head, as: file)
  }

  /// Waits for the end of a load, which the end of the task brings on.
  private func outcome<Output>(
    of load: Load<Output>
  ) async -> Result<LoadResponse<Output>, LoadError> {
    await withTaskCancellationHandler {
      do throws(LoadError) { return .success(try await load.response) } catch {
        return .failure(error)
      }
    } onCancel: {
      load.cancel()
    }
  }

  /// Asks only for what differs from the file that is here.
  private func request(for file: RFCFile, _ priority: LoadPriority) -> LoadRequest {
    var request = LoadRequest(mirror.address(of: file))
    request.priority = priority
    request.limits.received = file.mostBytes
    request.limits.decoded = file.mostBytes
    if let answer = folder.answer(for: file) {
      request.headers["If-None-Match"] = answer.tag
      request.headers["If-Modified-Since"] = answer.date
    }
    return request
  }

  private func keep(
    _ bytes: [UInt8], _ head: ResponseHead, as file: RFCFile
  ) throws(RFCSyncError) -> Fetched {
    let old = try folder.bytes(of: file)
    let answer = RFCFolder.Answer(
      tag: head.etag, date: head.lastModified, size: bytes.count)
    // A server that knows no conditions sends the same again and again.
    if old == bytes {
      folder.remember(answer, for: file)
      return (.unchanged, bytes.count)
    }
    do throws(RFCAnswerProblem) {
      try check(bytes, as: file, replacing: old)
    } catch {
      throw .answer(address: mirror.text(of: file), error)
    }
    try folder.write(bytes, to: file)
    folder.remember(answer, for: file)
    return (old == nil ? .new : .changed, bytes.count)
  }

  private func check(
    _ bytes: [UInt8], as file: RFCFile, replacing old: [UInt8]?
  ) throws(RFCAnswerProblem) {
    switch file {
    case .index:
      _ = try RFCAnswerCheck.index(bytes, replacing: old.flatMap { try? RFCIndex(parsing: $0) })
    case .feed: try RFCAnswerCheck.feed(bytes)
    case .document: try RFCAnswerCheck.document(bytes)
    }
  }
}

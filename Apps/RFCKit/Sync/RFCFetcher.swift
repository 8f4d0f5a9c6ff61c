public import HikidashiLoading

/// Brings single files from a mirror into a folder, and puts nothing wrong in place of anything.
public struct RFCFetcher: Sendable {
  public let mirror: RFCMirror
  public let folder: RFCFolder
  public let options: RFCFetchOptions
  /// Documents that this machine has besides, which need no mirror.
  public let installed: InstalledDocuments?
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

  /// - Parameters:
  ///   - mirror: Where files come from.
  ///   - folder: Where they are kept.
  ///   - connector: What they are fetched by.
  ///   - options: How they are fetched.
  ///   - installed: Documents that this machine has besides. One that the folder lacks is taken from
  ///     there, and no mirror is asked for it.
  public init(
    _ mirror: RFCMirror, into folder: RFCFolder, by connector: Connector,
    options: RFCFetchOptions = RFCFetchOptions(), installed: InstalledDocuments? = nil
  ) {
    self.installed = installed
    self.mirror = mirror
    self.folder = folder
    self.connector = connector
    self.options = options
  }

  /// Brings a file, where the mirror has another one than the folder.
  ///
  /// A document is asked for once more where it ends as none does; the same answer twice is kept.
  ///
  /// - Parameters:
  ///   - file: What is wanted.
  ///   - priority: How urgent it is beside other files.
  ///   - started: is given each load, to show how far it is and to cancel it.
  /// - Throws: ``RFCSyncError``; the folder is as it was then.
  public func fetch(
    _ file: RFCFile, priority: LoadPriority = .normal,
    started: (@Sendable (Load<[UInt8]?>) -> Void)? = nil
  ) async throws(RFCSyncError) -> Fetched {
    if let taken = try takeInstalled(file) { return taken }
    let request = try request(for: file, priority)
    let response = try await load(request, file, started)
    guard let bytes = response.output else {
      // Nobody asked whether it has changed.
      guard request.hasConditions else { throw .load(.notModified(LoadFailure(request.target))) }
      return (.unchanged, 0)
    }
    let old = try folder.bytes(of: file)
    do throws(RFCAnswerProblem) {
      try check(response, bytes, as: file, replacing: old)
    } catch {
      throw .answer(address: mirror.text(of: file), error)
    }
    // A server that knows no conditions sends the same again and again.
    if old == bytes {
      remember(response, bytes, as: file)
      return (.unchanged, bytes.count)
    }
    guard case .document = file, !RFCAnswerCheck.endsAsDocument(bytes) else {
      return try keep(bytes, response, as: file, replacing: old, received: bytes.count)
    }
    return try await askAgain(request, file, bytes, replacing: old, started)
  }

  /// Puts a document into the folder that is here already, where the folder lacks it.
  private func takeInstalled(_ file: RFCFile) throws(RFCSyncError) -> Fetched? {
    guard let installed, case .document(let number) = file, installed.has(number),
      try !folder.has(file), let bytes = installed.document(number)
    else { return nil }
    try folder.write(bytes, to: file)
    // A later sync asks the mirror for it: nothing is known of what the mirror has.
    folder.remember(tag: nil, date: nil, of: file, bytes)
    return (.new, 0)
  }

  /// Puts the index into the folder that came with the documents of this machine, where there is none.
  func takeInstalledIndex() throws(RFCSyncError) {
    guard let installed, try !folder.has(.index), let bytes = installed.index() else { return }
    try folder.write(bytes, to: .index)
    folder.remember(tag: nil, date: nil, of: .index, bytes)
  }

  /// Asks once more for a document that ends as none does.
  private func askAgain(
    _ request: LoadRequest, _ file: RFCFile, _ first: [UInt8], replacing old: [UInt8]?,
    _ started: (@Sendable (Load<[UInt8]?>) -> Void)?
  ) async throws(RFCSyncError) -> Fetched {
    var request = request
    request.removeConditions()
    let response = try await load(request, file, started)
    guard let bytes = response.output else {
      throw .load(.notModified(LoadFailure(request.target)))
    }
    do throws(RFCAnswerProblem) {
      if bytes != first {
        try check(response, bytes, as: file, replacing: old)
        guard RFCAnswerCheck.endsAsDocument(bytes) else { throw .unsteady }
      }
    } catch {
      throw .answer(address: mirror.text(of: file), error)
    }
    return try keep(
      bytes, response, as: file, replacing: old, received: first.count + bytes.count)
  }

  private func load(
    _ request: LoadRequest, _ file: RFCFile, _ started: (@Sendable (Load<[UInt8]?>) -> Void)?
  ) async throws(RFCSyncError) -> LoadResponse<[UInt8]?> {
    // The folder is the cache.
    let load = connector.load(
      request, parser: FileBodyParser(),
      options: LoadOptions(retry: options.retry, cache: .none, isShared: false))
    started?(load)
    switch await outcome(of: load) {
    case .success(let value): return value
    case .failure(let error):
      switch error {
      case .cancelled: throw .cancelled
      case .status(_, let problem) where [404, 410].contains(problem.status):
        throw .missing(address: mirror.text(of: file))
      default: throw .load(error)
      }
    }
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
  private func request(
    for file: RFCFile, _ priority: LoadPriority
  ) throws(RFCSyncError) -> LoadRequest {
    var request = LoadRequest(mirror.address(of: file))
    request.priority = priority
    request.timeouts = options.timeouts
    request.limits.received = file.mostBytes
    request.limits.decoded = file.mostBytes
    if let answer = try folder.answer(for: file, isVerified: options.verifies) {
      request.headers["If-None-Match"] = answer.tag
      request.headers["If-Modified-Since"] = answer.date
    }
    return request
  }

  private func keep(
    _ bytes: [UInt8], _ response: LoadResponse<[UInt8]?>, as file: RFCFile,
    replacing old: [UInt8]?, received: Int
  ) throws(RFCSyncError) -> Fetched {
    if file == .index, let old { RFCIndexArchive(in: folder.path).keep(old) }
    try folder.write(bytes, to: file)
    remember(response, bytes, as: file)
    return (old == nil ? .new : .changed, received)
  }

  /// Takes note of a file that is here. Where nothing says that it is whole it is asked for again, and
  /// not only whether it has changed: a cut one may have come with the ETag of the whole.
  private func remember(_ response: LoadResponse<[UInt8]?>, _ bytes: [UInt8], as file: RFCFile) {
    var isWhole = response.isEndConfirmed
    if case .document(let number) = file {
      isWhole =
        isWhole && RFCAnswerCheck.endsAsDocument(bytes)
        && RFCAnswerCheck.isLabelled(bytes, number: number)
    }
    folder.remember(
      tag: isWhole ? response.head.etag : nil, date: isWhole ? response.head.lastModified : nil,
      of: file, bytes)
  }

  private func check(
    _ response: LoadResponse<[UInt8]?>, _ bytes: [UInt8], as file: RFCFile,
    replacing old: [UInt8]?
  ) throws(RFCAnswerProblem) {
    let type = response.head.mediaType
    switch file {
    case .feed: return try RFCAnswerCheck.feed(bytes)
    case .errata: return try RFCAnswerCheck.errata(bytes)
    case .xmlIndex: return try RFCAnswerCheck.xmlIndex(bytes)
    case _ where type == "text/html" || type == "application/xhtml+xml": throw .webPage
    case .index:
      // One that was changed from outside says nothing of what the mirror must have.
      let isOwn = old.map { folder.lostSize(of: file, now: $0) == nil } ?? false
      let before = isOwn && !options.replaces ? old.flatMap { try? RFCIndex(parsing: $0) } : nil
      _ = try RFCAnswerCheck.index(bytes, replacing: before)
    case .document(let number):
      try RFCAnswerCheck.document(bytes, number: number)
      // Where something else has taken its place, there is nothing to be kept.
      guard let old, !options.replaces,
        (try? RFCAnswerCheck.document(old, number: number)) != nil
      else { return }
      let (isLabelled, wasLabelled) = (
        RFCAnswerCheck.isLabelled(bytes, number: number),
        RFCAnswerCheck.isLabelled(old, number: number)
      )
      if isLabelled, !wasLabelled { return }
      if wasLabelled, !isLabelled { throw .notADocument(number) }
      let lost = folder.lostSize(of: file, now: old)
      try RFCAnswerCheck.replacing(lost == nil ? old : nil, of: lost ?? old.count, by: bytes)
    }
  }
}

extension LoadRequest {
  private static let conditions = ["If-None-Match", "If-Modified-Since"]

  fileprivate var hasConditions: Bool { Self.conditions.contains { headers[$0] != nil } }

  fileprivate mutating func removeConditions() {
    for name in Self.conditions { headers[name] = nil }
  }
}

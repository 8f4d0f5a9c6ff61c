import HikidashiBase

extension Fetch {
  /// Starts an attempt.
  func connect(_ attempt: Int) {
    let (isWanted, cached) = state.withLock { ($0.machine.isCurrent(attempt), $0.cached) }
    guard isWanted else { return }
    var request = request
    request.priority = priority
    let isKept = usesCache
    var run = Run(
      parser, request, cached: cached, keepLimit: isKept ? connector.cache?.bodyLimit : nil,
      needsConfirmedEnd: options.needsConfirmedEnd, wallTime: connector.environment.wallTime)
    if request.range == nil, request.target.scheme != nil, let part = run.missingPart() {
      request.range = part
    }
    if let cached, request.range == nil {
      for field in cached.conditions where request.headers[field.name] == nil {
        request.headers[field.name] = field.value
      }
    }
    let isCurrent = state.withLock { state in
      guard state.machine.isCurrent(attempt) else { return false }
      state.run = run
      state.began = connector.time.now()
      return true
    }
    guard isCurrent else { return }
    guard let transport = connector.transport(for: request.target) else {
      let failure = LoadFailure(request.target, reason: tr("no transport serves it"))
      handle(.failed(attempt: attempt, .badRequest(failure)))
      return
    }
    let transfer = transport.start(request, receiver: AttemptReceiver(self, attempt))
    let isLate = state.withLock { state in
      guard state.machine.isCurrent(attempt) else { return true }
      state.transfer = transfer
      state.told = request.priority
      return false
    }
    if isLate { return transfer.cancel() }
    // It may have been changed while the transfer was being started.
    tellTransfer()
    resumeIfEmpty()
  }

  /// Takes an event of a transfer, on the transport's thread.
  func receive(_ event: TransferEvent, of attempt: Int) -> TransferFlow {
    let (flow, isFirst) = state.withLock { state -> (TransferFlow, Bool) in
      guard state.machine.isCurrent(attempt) else { return (.proceed, false) }
      state.inbox.append(event)
      if case .chunk(let bytes) = event { state.inboxBytes += bytes.count }
      let isFirst = !state.isParsing
      state.isParsing = true
      if state.inboxBytes > Self.inboxLimit { state.isPaused = true }
      return (state.isPaused ? .pause : .proceed, isFirst)
    }
    guard isFirst else { return flow }
    guard Parser.isLight else {
      connector.environment.run { self.parse() }
      return flow
    }
    parse()
    return state.withLock { $0.isPaused ? .pause : .proceed }
  }

  /// Parses what there is, until there is nothing or bandwidth is used up. One thread at a time is
  /// here, as `isParsing` is true from before to after.
  func parse() {
    while let (event, bytes) = parseNext() {
      handle(event)
      guard case .received = event else { continue }
      let delay = connector.takeBandwidth(bytes)
      if delay > .zero { return hold(for: delay) }
    }
  }

  /// Parses what there is; what came of it, and the bytes that it took. A run that has ended is let go
  /// of before anybody hears of that, as the next attempt may need what its parser holds.
  private func parseNext() -> (LoadEvent, Int)? {
    guard case (let events, var run, let attempt)? = nextEvents() else { return nil }
    let (progress, bytes) = take(events, &run, attempt)
    switch progress {
    case .more:
      put(back: run, attempt)
      return (.received(attempt: attempt, measured(run)), bytes)
    case .failed(let error): return (.failed(attempt: attempt, error), bytes)
    case .done(let output):
      finish(output, run, attempt)
      return (.succeeded(attempt: attempt), bytes)
    }
  }

  /// Parses on after a wait, unless the transfer ends before.
  private func hold(for delay: Duration) {
    let number = state.withLock { state -> Int? in
      guard state.machine.state == .inProgress else {
        state.isParsing = false
        return nil
      }
      state.holdNumber += 1
      state.hold = (state.holdNumber, nil)
      return state.holdNumber
    }
    guard let number else { return }
    let timer = connector.time.schedule(after: delay) { [weak self] in
      guard let self, self.endHold(number) else { return }
      self.connector.environment.run { self.parse() }
    }
    let isLate = state.withLock { state in
      guard state.hold?.number == number else { return true }
      state.hold?.timer = timer
      return false
    }
    if isLate { timer.cancel() }
  }

  private func endHold(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.hold?.number == number else { return false }
      state.hold = nil
      return true
    }
  }

  /// What to parse next. The end of a transfer comes after its bytes on its own, so that they are
  /// paid for before it: a load that is here at once keeps to the bandwidth, too.
  private func nextEvents() -> ([TransferEvent], Run, Int)? {
    resumeIfEmpty()
    return state.withLock { state -> ([TransferEvent], Run, Int)? in
      guard state.machine.state == .inProgress, !state.inbox.isEmpty, let run = state.run else {
        state.isParsing = false
        return nil
      }
      var events = state.inbox
      state.inbox = []
      if state.inboxBytes > 0, let last = events.last, last.isTerminal {
        state.inbox = [events.removeLast()]
      }
      state.inboxBytes = 0
      state.run = nil
      return (events, run, state.machine.status.attempt)
    }
  }

  /// Lets a transfer go on that was paused, once its bytes are parsed.
  private func resumeIfEmpty() {
    let transfer = state.withLock { state -> (any Transfer)? in
      guard state.isPaused, state.inboxBytes == 0, let transfer = state.transfer else { return nil }
      state.isPaused = false
      return transfer
    }
    transfer?.resume()
  }

  /// Parses events until one is the last; stops between two when the load was cancelled.
  private func take(
    _ events: [TransferEvent], _ run: inout Run, _ attempt: Int
  ) -> (Run.Progress, Int) {
    var bytes = 0
    for event in events {
      guard state.withLock({ $0.machine.isCurrent(attempt) }) else { break }
      if case .chunk(let chunk) = event { bytes += chunk.count }
      let progress = run.take(event)
      if case .more = progress { continue }
      return (progress, bytes)
    }
    return (.more, bytes)
  }

  private func put(back run: Run, _ attempt: Int) {
    state.withLock { if $0.machine.isCurrent(attempt) { $0.run = run } }
  }

  private func measured(_ run: Run) -> LoadAmount {
    var amount = run.amount
    let seconds = (connector.time.now() - state.withLock { $0.began }) / .seconds(1)
    if seconds > 0 { amount.bytesPerSecond = Double(amount.bytes) / seconds }
    return amount
  }

  private func finish(_ output: Parser.Output, _ run: Run, _ attempt: Int) {
    handle(.received(attempt: attempt, measured(run)))
    let response = LoadResponse(
      output, head: run.head ?? ResponseHead(),
      source: run.isFromCache ? .validatedCache : .transport,
      isUnchanged: isUnchanged(run), isEndConfirmed: run.isEndConfirmed, metrics: run.metrics)
    keep(run)
    state.withLock { if $0.machine.isCurrent(attempt) { $0.response = response } }
  }
}

/// Stands for one attempt of a fetch, so that events of an older one are told from those of this.
final class AttemptReceiver<Parser: ResponseParser>: TransferReceiver {
  private let fetch: Fetch<Parser>
  private let attempt: Int

  init(_ fetch: Fetch<Parser>, _ attempt: Int) {
    self.fetch = fetch
    self.attempt = attempt
  }

  func receive(_ event: TransferEvent) -> TransferFlow { fetch.receive(event, of: attempt) }
}

/// One attempt's parser at work: takes what a transfer delivers, and says when that has an end.
struct ParseRun<Parser: ResponseParser> {
  /// What an event has led to.
  enum Progress {
    case more
    /// The result is there. The transfer may have more, which nobody wants.
    case done(Parser.Output)
    case failed(LoadError)
  }

  let target: LoadTarget
  /// What is in the cache, which a 304 stands for.
  let cached: CachedResponse?
  private var parser: Parser
  private(set) var head: ResponseHead?
  private(set) var amount = LoadAmount()
  private(set) var metrics: TransferMetrics?
  private(set) var isFromCache = false
  /// Whether the body is known to be whole.
  var isEndConfirmed: Bool { isFromCache || metrics?.isEndConfirmed ?? false }
  /// The body for the cache; nil where it is not to be kept, or too large.
  private(set) var kept: [UInt8]?
  private let keepLimit: Int
  private let decodedLimit: Int
  private let method: LoadMethod
  private let needsConfirmedEnd: Bool
  private var wantsPart = false
  private let wallTime: @Sendable () -> Duration
  /// The start of the body of an answer that is no success.
  private var snippet: [UInt8]?

  init(
    _ parser: Parser, _ request: LoadRequest, cached: CachedResponse?, keepLimit: Int?,
    needsConfirmedEnd: Bool, wallTime: @escaping @Sendable () -> Duration
  ) {
    self.wallTime = wallTime
    self.parser = parser
    target = request.target
    self.cached = cached
    self.keepLimit = keepLimit ?? 0
    kept = keepLimit == nil ? nil : []
    decodedLimit = request.limits.decoded
    method = request.method
    self.needsConfirmedEnd = needsConfirmedEnd
  }

  /// The part of the body that the parser still wants.
  mutating func missingPart() -> BodyRange? {
    let part = parser.missingPart()
    wantsPart = part != nil
    return part
  }

  mutating func take(_ event: TransferEvent) -> Progress {
    do throws(ParserError) {
      switch event {
      case .head(let head): return try begin(head)
      case .chunk(let bytes): return try feed(bytes)
      case .finished(let metrics):
        self.metrics = metrics
        if let snippet { return .failed(statusError(snippet)) }
        let missing = missing
        if missing != nil || needsConfirmedEnd && !metrics.isEndConfirmed {
          return .failed(.truncated(LoadFailure(target), got: amount.bytes, expected: missing))
        }
        return try finish()
      case .failed(let error):
        if let snippet { return .failed(statusError(snippet)) }
        return .failed(error)
      }
    } catch {
      return .failed(Self.error(error, target))
    }
  }

  /// Parses what is in the cache in place of a transfer.
  mutating func takeCached() -> Progress {
    guard let cached else { return .failed(.notModified(LoadFailure(target))) }
    isFromCache = true
    kept = nil
    head = cached.head
    do throws(ParserError) {
      if try parser.begin(cached.head) == .enough { return try finish() }
      amount.expectedBytes = cached.body.count
      if !cached.body.isEmpty, try parser.feed(cached.body) == .enough { return try finish() }
      amount.bytes = cached.body.count
      return try finish()
    } catch {
      return .failed(Self.error(error, target))
    }
  }

  private mutating func begin(_ head: ResponseHead) throws(ParserError) -> Progress {
    if head.isNotModified, cached != nil { return takeCached() }
    self.head = head
    guard head.isSuccess || head.isNotModified || head.status == 416 && wantsPart else {
      snippet = []
      return .more
    }
    amount.expectedBytes = head.expectedLength
    amount.fraction = head.expectedLength.map { $0 > 0 ? 0 : 1 }
    if !isKept(head) || head.expectedLength ?? 0 > keepLimit { kept = nil }
    return try parser.begin(head) == .enough ? finish() : .more
  }

  private mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> Progress {
    if let snippet { return feedSnippet(snippet + bytes.prefix(1_200)) }
    amount.bytes += bytes.count
    if amount.bytes > decodedLimit {
      return .failed(.tooLarge(LoadFailure(target), .decoded, limit: decodedLimit))
    }
    amount.fraction = amount.expectedBytes.map {
      $0 > 0 ? min(1, Double(amount.bytes) / Double($0)) : 1
    }
    if kept != nil, amount.bytes > keepLimit { kept = nil } else { kept?.append(contentsOf: bytes) }
    return try parser.feed(bytes) == .enough ? finish(isWhole: false) : .more
  }

  private mutating func feedSnippet(_ bytes: [UInt8]) -> Progress {
    snippet = bytes
    return bytes.count < 1_200 ? .more : .failed(statusError(bytes))
  }

  private mutating func finish(isWhole: Bool = true) throws(ParserError) -> Progress {
    if !isWhole { kept = nil }
    return .done(try parser.finish())
  }

  /// The length that was announced and did not come, whatever a transport makes of that.
  private var missing: Int? {
    guard method != .head, let head, head.isSuccess, head.status != 204,
      let expected = head.expectedLength, amount.bytes < expected
    else { return nil }
    return expected
  }

  private func isKept(_ head: ResponseHead) -> Bool {
    let control = head.headers.values("Cache-Control").joined(separator: ",").lowercased()
    return head.status == 200 && !control.contains("no-store")
  }

  private func statusError(_ body: [UInt8]) -> LoadError {
    let whole = String(decoding: body, as: UTF8.self)
    // People are shown it: what a page says, and not how it is written.
    let text = (isMarkup(body) ? HTMLText.plain(whole) : whole)
      .map { $0.isWhitespace || $0.unicodeScalars.first.map(Self.isControl) ?? false ? " " : $0 }
    let problem = StatusProblem(
      head?.status ?? 0, retryAfter: head?.retryAfter(now: wallTime()),
      snippet: String(text.prefix(300)).split(separator: " ").joined(separator: " "))
    return .status(LoadFailure(target), problem)
  }

  private func isMarkup(_ body: [UInt8]) -> Bool {
    let type = head?.mediaType ?? ""
    if type.hasSuffix("html") || type.hasSuffix("xml") || type.contains("html+") { return true }
    let start = body.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    return start.first == UInt8(ascii: "<")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  private static func error(_ error: ParserError, _ target: LoadTarget) -> LoadError {
    error == .notModified
      ? .notModified(LoadFailure(target)) : .parser(LoadFailure(target), error)
  }
}

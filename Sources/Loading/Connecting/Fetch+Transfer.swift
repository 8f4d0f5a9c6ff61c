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
    if isFirst { connector.environment.run { self.parse() } }
    return flow
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

import CCurl

extension CurlTransfer {
  /// Begins to count the times anew: with the handle, the connection, and behind a pause.
  func beginTimes() {
    lastActivity = .now
    rate = request.leastRate(hold: longestHold).map {
      RateWatch($0, count: traffic, at: lastActivity)
    }
  }

  /// The bytes that went over the wire.
  private var traffic: Int { receivedCount + headCount + uploaded }

  /// Ends it where it has waited too long for the next byte, or is too slow; when to look again, and nil
  /// where nothing is counted before ``beginTimes()``.
  ///
  /// Until there is a connection, that has a time of its own.
  func checkTimes(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let handle, !isPaused, end == nil else { return nil }
    let sent = Int(clamping: hk_easy_size(handle, CURLINFO_SIZE_UPLOAD_T))
    if sent != uploaded || !isConnected {
      uploaded = sent
      lastActivity = now
    }
    if !isConnected { beginTimes() }
    let idleDeadline = request.timeouts.idle.map { lastActivity + $0 + longestHold }
    if let idle = request.timeouts.idle, let idleDeadline, idleDeadline <= now {
      endLate(.idle, after: idle)
    } else if let least = request.timeouts.leastRate,
      rate?.isTooSlow(count: traffic, at: now) ?? false
    {
      endLate(.rate, after: least.window)
    }
    return isOver ? nil : [idleDeadline, rate?.deadline].compactMap { $0 }.min()
  }
}

import Loading
import Support

extension TransportKit {
  static let checks = contentChecks + boundChecks + pauseChecks + cancelChecks + randomChecks

  private static var contentChecks: [TransportCheck] {
    [0, 1, 1_000, 700_001].map { count in
      TransportCheck("a body of \(count) bytes comes whole", count) { run, request in
        run.expect(run.kit.transport.serves(request.target), "expected that it serves the target")
        let state = try await run.load(request)
        run.expectWhole(state, TransportCheck.bytes(count))
        if case .head(let head)? = state.events.first, let length = head.expectedLength {
          run.expect(length == count, "expected that \(count) bytes are announced, found \(length)")
        }
      }
    } + [
      TransportCheck("what breaks off fails", 5_000, .broken) { run, request in
        let state = try await run.load(request)
        run.expectFailure(state, "a failure") { _ in true }
        let bytes = TransportCheck.bytes(5_000)
        run.expect(bytes.starts(with: state.body), "expected the start of the bytes, found others")
      },
      TransportCheck("many transfers at once all end", 20_000) { run, request in
        let receivers = (0..<40).map { _ in KitReceiver() }
        let transfers = receivers.map { $0.start(run.kit.transport, request) }
        for receiver in receivers {
          try await run.end(of: receiver)
          run.expectWhole(receiver.now, TransportCheck.bytes(20_000))
        }
        withExtendedLifetime(transfers) {}
      },
      TransportCheck("a part is the part that was asked for, or all", 9_000) { run, request in
        var request = request
        request.range = BodyRange(from: 4_000)
        let state = try await run.load(request)
        guard case .head(let head)? = state.events.first else { return run.fail("no head came") }
        run.expect([0, 4_000].contains(head.start), "expected the start 4000, found \(head.start)")
        let bytes = TransportCheck.bytes(9_000)
        run.expectWhole(state, Array(bytes[min(head.start, bytes.count)...]))
      },
    ]
  }

  private static var boundChecks: [TransportCheck] {
    [
      TransportCheck("more bytes than are allowed are refused", 60_000) { run, request in
        var request = request
        request.limits.received = 59_999
        let state = try await run.load(request)
        run.expectFailure(state, "that it is too large") {
          if case .tooLarge(_, _, limit: 59_999) = $0 { true } else { false }
        }
        run.expect(state.byteCount < 60_000, "expected fewer than 60000 bytes, found all")
        request.limits.received = 60_000
        run.expectWhole(try await run.load(request), TransportCheck.bytes(60_000))
      },
      TransportCheck("silence is bounded by the idle time", 5_000, .stalled) { run, request in
        var request = request
        request.timeouts.idle = .milliseconds(300)
        run.expectFailure(try await run.load(request), "that it is idle for too long") {
          if case .timedOut(_, .idle, after: .milliseconds(300)) = $0 { true } else { false }
        }
      },
      TransportCheck("all is bounded by the total time", 5_000, .stalled) { run, request in
        var request = request
        request.timeouts.total = .milliseconds(300)
        run.expectFailure(try await run.load(request), "that it takes too long in all") {
          if case .timedOut(_, .total, after: .milliseconds(300)) = $0 { true } else { false }
        }
      },
      TransportCheck("what comes too slowly ends", 5_000, .stalled) { run, request in
        var request = request
        request.timeouts.leastRate = LeastRate(100_000, over: .milliseconds(300))
        run.expectFailure(try await run.load(request), "that it is too slow") {
          if case .timedOut(_, .rate, after: .milliseconds(300)) = $0 { true } else { false }
        }
      },
      TransportCheck("bytes do not come faster than is allowed", 600_000) { run, request in
        var request = request
        request.limits.bytesPerSecond = 400_000
        let start = ContinuousClock.now
        run.expectWhole(try await run.load(request), TransportCheck.bytes(600_000))
        // Up to a second's worth may come at once.
        let time = ContinuousClock.now - start
        run.expect(time > .milliseconds(300), "expected that it takes half a second, found \(time)")
      },
    ]
  }

  private static var pauseChecks: [TransportCheck] {
    [
      TransportCheck("a pause holds until it ends", 400_000) { run, request in
        let receiver = KitReceiver { event, state in
          event.isTerminal || state.byteCount > 100_000 && state.events.count % 2 == 0
            ? .proceed : .pause
        }
        let transfer = receiver.start(run.kit.transport, request)
        var pauses = 0
        while true {
          try await run.wait(receiver) { $0.isOver || $0.isPaused }
          if receiver.now.isOver { break }
          if pauses == 0 { try await Task.sleep(for: .milliseconds(50)) }
          pauses += 1
          receiver.resume(transfer)
        }
        try await run.end(of: receiver)
        run.expectWhole(receiver.now, TransportCheck.bytes(400_000))
      },
      TransportCheck("a pause is not idle time", 300_000) { run, request in
        var request = request
        request.timeouts.idle = .seconds(1)
        let receiver = KitReceiver { event, _ in
          if case .head = event { .pause } else { .proceed }
        }
        let transfer = receiver.start(run.kit.transport, request)
        try await run.wait(receiver) { !$0.events.isEmpty }
        try await Task.sleep(for: .milliseconds(1_500))
        receiver.resume(transfer)
        try await run.end(of: receiver)
        run.expectWhole(receiver.now, TransportCheck.bytes(300_000))
      },
      TransportCheck("resuming what is not paused does nothing", 30_000) { run, request in
        let receiver = KitReceiver()
        let transfer = receiver.start(run.kit.transport, request)
        for _ in 0..<100 { transfer.resume() }
        transfer.setPriority(.immediate)
        try await run.end(of: receiver)
        transfer.resume()
        transfer.setPriority(.background)
        transfer.cancel()
        run.expectWhole(receiver.now, TransportCheck.bytes(30_000))
      },
    ]
  }
}

import Dispatch
import Loading
import Support

extension TransportKit {
  static var cancelChecks: [TransportCheck] {
    [
      TransportCheck("nothing comes behind a cancel at once", 30_000) { run, request in
        let receiver = KitReceiver()
        let transfer = receiver.start(run.kit.transport, request)
        receiver.cancel(transfer)
        transfer.cancel()
        transfer.resume()
        try await Task.sleep(for: .milliseconds(50))
        run.expectRules(receiver)
      },
      TransportCheck("nothing comes behind a cancel from inside", 300_000) { run, request in
        let receiver = KitReceiver { event, _ in
          if case .chunk = event { .cancel } else { .proceed }
        }
        let transfer = receiver.start(run.kit.transport, request)
        try await run.wait(receiver) { $0.isSilent || $0.isOver }
        try await Task.sleep(for: .milliseconds(50))
        withExtendedLifetime(transfer) {}
        run.expectRules(receiver)
      },
      TransportCheck("what is paused or stalls can be cancelled", 5_000, .stalled) { run, request in
        let receiver = KitReceiver { _, _ in .pause }
        let transfer = receiver.start(run.kit.transport, request)
        try await run.wait(receiver) { !$0.events.isEmpty }
        receiver.cancel(transfer)
        transfer.resume()
        try await Task.sleep(for: .milliseconds(50))
        run.expectRules(receiver)
      },
      TransportCheck("receivers are let go of at the end", 30_000) { run, request in
        for isCancelled in [false, true] {
          weak var freed: KitReceiver?
          do {
            let receiver = KitReceiver()
            freed = receiver
            let transfer = receiver.start(run.kit.transport, request)
            if isCancelled { transfer.cancel() } else { try await run.end(of: receiver) }
          }
          // A thread that has just delivered may hold it for a moment longer.
          for _ in 0..<200 where freed != nil { try await Task.sleep(for: .milliseconds(10)) }
          run.expect(freed == nil, "expected that it is freed, cancelled: \(isCancelled)")
        }
      },
    ]
  }

  static var randomChecks: [TransportCheck] {
    [
      TransportCheck("threads that pause, resume and cancel at random", 200_000) { run, request in
        var random = SeededGenerator(seed: run.kit.seed)
        for step in 0..<run.kit.steps {
          let pauses = random.next() % 4
          let receiver = KitReceiver { event, state in
            !event.isTerminal && UInt64(state.events.count) % 5 < pauses ? .pause : .proceed
          }
          let transfer = receiver.start(run.kit.transport, request)
          let cancels = random.next() % 3 == 0
          let spin = Int(random.next() % 300)
          await onThread {
            for _ in 0..<spin {
              receiver.resume(transfer)
            }
            if cancels {
              receiver.cancel(transfer)
            }
          }
          if !cancels {
            while !receiver.now.isOver {
              try await run.wait(receiver) { $0.isOver || $0.isPaused }
              receiver.resume(transfer)
            }
            try await run.end(of: receiver)
            run.expectWhole(receiver.now, TransportCheck.bytes(200_000))
          }
          run.expectRules(receiver)
          guard run.failures.isEmpty else {
            return run.fail("seed \(run.kit.seed), step \(step)")
          }
        }
      }
    ]
  }

  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        body()
        continuation.resume()
      }
    }
  }
}

public import HikidashiLoading

/// Something that goes wrong in a transfer, put into a ``TransferScript`` or a replayed recording.
public enum TransferFault: Hashable, Sendable {
  /// Nothing comes for a time before the head.
  case delay(Duration)
  /// The other side breaks the connection when this many bytes of the body have come.
  case reset(after: Int)
  /// The body ends when this many bytes of it have come, and the head had announced all of them.
  case truncated(after: Int)
  /// Nothing comes any more when this many bytes of the body have come.
  case stalled(after: Int)
  /// The head announces a length that the body does not have.
  case wrongLength(Int)
  /// The body comes in pieces of so many bytes, each behind a wait.
  case slowDrip(bytes: Int, every: Duration)
  /// The server answers with a status and a short page in place of the body, as with 503 or 429.
  case status(Int, retryAfter: String? = nil)
}

extension TransferScript {
  /// This script with a fault in it.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - target: What errors say was being loaded.
  /// - Complexity: O(*n*) in the steps and bytes of the script.
  public func with(_ fault: TransferFault, for target: LoadTarget) -> TransferScript {
    let failure = LoadFailure(target)
    switch fault {
    case .delay(let time): return TransferScript([.wait(time)] + steps)
    case .reset(let count): return cut(after: count, .failed(.reset(failure)))
    case .truncated(let count):
      let got = min(max(0, count), body.count)
      return cut(
        after: count, .failed(.truncated(failure, got: got, expected: head?.expectedLength)))
    case .stalled(let count): return cut(after: count, nil)
    case .wrongLength(let length): return announcing(length, failure)
    case .slowDrip(let count, let time): return dripping(count, every: time)
    case .status(let status, let retryAfter):
      var headers: HeaderFields = ["Content-Type": "text/html"]
      if let retryAfter { headers["Retry-After"] = retryAfter }
      return TransferScript(
        status: status, headers: headers, text: "<html>status \(status)</html>")
    }
  }

  private var head: ResponseHead? {
    for case .deliver(.head(let head)) in steps { return head }
    return nil
  }

  /// The steps until so many bytes of the body have come, and an end in place of the rest.
  private func cut(after count: Int, _ end: TransferEvent?) -> TransferScript {
    var kept: [Step] = []
    var left = max(0, count)
    for step in steps {
      switch step {
      case .deliver(.chunk(let bytes)):
        if left > 0 { kept.append(.deliver(.chunk(Array(bytes.prefix(left))))) }
        left -= min(left, bytes.count)
      case .deliver(let event) where event.isTerminal: continue
      case .deliver, .wait: kept.append(step)
      }
    }
    return TransferScript(kept + (end.map { [.deliver($0)] } ?? []))
  }

  /// As HTTP has it: of more than is announced the rest is not seen, and less is a body cut short.
  private func announcing(_ length: Int, _ failure: LoadFailure) -> TransferScript {
    let length = max(0, length)
    let count = body.count
    var script = self
    if length < count {
      script = cut(after: length, .finished(TransferMetrics(receivedBytes: length)))
    } else if length > count {
      script = cut(after: count, .failed(.truncated(failure, got: count, expected: length)))
    }
    script.steps = script.steps.map { step in
      guard case .deliver(.head(var head)) = step else { return step }
      head.headers["Content-Length"] = "\(length)"
      head.expectedLength = length
      head.wholeLength = length
      return .deliver(.head(head))
    }
    return script
  }

  private func dripping(_ count: Int, every time: Duration) -> TransferScript {
    TransferScript(
      steps.flatMap { step -> [Step] in
        guard case .deliver(.chunk(let bytes)) = step else { return [step] }
        return Self.chunks(bytes, size: count).flatMap { [.wait(time), $0] }
      })
  }
}

/// The median and the extremes of several runs, in the unit that was asked for.
struct Measured: Sendable {
  var median: Double
  var spread: ClosedRange<Double>
}

enum TimeUnit: String {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"

  var nanoseconds: Double {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1e3
    case .milliseconds: 1e6
    }
  }
}

extension Measured {
  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    median = sorted[sorted.count / 2]
    spread = sorted[0]...sorted[sorted.count - 1]
  }
}

/// Times `body` `runs` times after one warm-up and divides by `iterations`, the work units inside.
func measure(
  _ unit: TimeUnit, runs: Int = 7, iterations: Int = 1, _ body: () throws -> Void
) rethrows -> Measured {
  try body()
  var samples: [Double] = []
  for _ in 0..<runs {
    let duration = try ContinuousClock().measure(body)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    samples.append(nanoseconds / unit.nanoseconds / Double(iterations))
  }
  return Measured(samples)
}

/// Keeps the optimizer from removing a result that nothing reads.
@inline(never) @_optimize(none)
func blackHole<T>(_ value: T) {}

/// Runs two measurements in turns, after one of each that does not count.
func alternate(
  runs: Int, _ first: () throws -> Double, _ second: () throws -> Double
) rethrows -> (first: Measured, second: Measured, ratios: Measured) {
  var times: (first: [Double], second: [Double]) = ([], [])
  _ = try (first(), second())
  for _ in 0..<runs {
    times.first.append(try first())
    times.second.append(try second())
  }
  let ratios = zip(times.first, times.second).map { $0 / $1 }
  return (Measured(times.first), Measured(times.second), Measured(ratios))
}

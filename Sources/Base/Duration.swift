extension Duration {
  /// The duration limited to zero … a hundred years, so that adding it to a time cannot overflow.
  package var bounded: Duration { min(max(.zero, self), .seconds(100 * 365 * 86_400)) }

  /// Adds a duration; a negative one counts as zero, and a longer one as a hundred years.
  package func later(by duration: Duration) -> Duration { self + duration.bounded }

  /// The whole nanoseconds, from zero to a hundred years of them.
  package var nanoseconds: Int {
    let (seconds, attoseconds) = bounded.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  /// The whole milliseconds, from zero to 30,000 years of them.
  package var milliseconds: Int {
    let (seconds, attoseconds) = min(max(.zero, self), .seconds(1_000_000_000_000)).components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}

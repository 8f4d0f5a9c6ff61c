/// Spreads bytes over time: what was taken too early is waited for.
struct BandwidthLimit: Sendable {
  var bytesPerSecond: Int?
  /// When all that was taken will have been allowed.
  private var paidUntil = Duration.zero

  init(_ bytesPerSecond: Int?) { self.bytesPerSecond = bytesPerSecond }

  /// Takes bytes; how long to wait before taking more.
  mutating func take(_ count: Int, at now: Duration) -> Duration {
    guard let bytesPerSecond else { return .zero }
    paidUntil = max(paidUntil, now) + .seconds(Double(count) / Double(bytesPerSecond))
    // A tenth of a second ahead is not worth a pause.
    let ahead = paidUntil - now
    return ahead > .milliseconds(100) ? ahead : .zero
  }
}

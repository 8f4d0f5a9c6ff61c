internal import HikidashiBase

/// Shows a report in a bar for as long as it is kept.
@MainActor
final class ProgressWatch {
  private let report: ProgressReport
  private let bar: ProgressBar
  private let onChange: @MainActor () -> Void
  private var observation: ObservationToken?
  private var pulse: Task<Void, Never>?

  init(_ report: ProgressReport, bar: ProgressBar, onChange: @escaping @MainActor () -> Void) {
    self.report = report
    self.bar = bar
    self.onChange = onChange
    // Changes come by the thousand; one look at the last of them is enough.
    observation = report.state.observeOnMain { [weak self] _ in self?.look() }
    look()
  }

  isolated deinit { pulse?.cancel() }

  private func look() {
    bar.fraction = report.fraction
    onChange()
    guard report.fraction == nil else {
      pulse?.cancel()
      pulse = nil
      return
    }
    guard pulse == nil else { return }
    // A bar that moves tells that the work goes on.
    pulse = Task { [weak bar] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(120))
        guard let bar, !Task.isCancelled else { return }
        if bar.isAnimated { bar.fraction = nil }
      }
    }
  }
}

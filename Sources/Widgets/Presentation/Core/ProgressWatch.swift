internal import Support

/// Shows a report in a bar for as long as it is kept.
@MainActor
final class ProgressWatch {
  private let report: ProgressReport
  private let bar: ProgressBar
  private let onChange: @MainActor () -> Void
  private var token = 0
  /// Changes come by the thousand; one look at the last of them is enough.
  private let isDue = Guarded(false)
  private var pulse: Task<Void, Never>?

  init(_ report: ProgressReport, bar: ProgressBar, onChange: @escaping @MainActor () -> Void) {
    self.report = report
    self.bar = bar
    self.onChange = onChange
    token = report.observe { [isDue, weak self] in
      let isFirst = isDue.withLock { isDue in
        defer { isDue = true }
        return !isDue
      }
      guard isFirst else { return }
      Task { @MainActor in
        isDue.withLock { $0 = false }
        self?.look()
      }
    }
    look()
  }

  isolated deinit {
    report.stopObserving(token)
    pulse?.cancel()
  }

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

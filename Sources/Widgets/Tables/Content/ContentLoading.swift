internal import HikidashiBase
internal import HikidashiLoading

/// Shows a load in a table: how far it is, what it brought, or why it brought nothing.
@MainActor
final class ContentLoading {
  private let pages: ContentPages
  private let rows: @MainActor () -> ContentPages.Rows
  /// The load whose rows are wanted: of those before nothing is shown any more.
  private var load: AnyObject?
  private var watches: [ObservationToken] = []
  private var network: SignalConnection?

  /// - Parameter rows: What rows there are to be seen.
  init(_ pages: ContentPages, rows: @escaping @MainActor () -> ContentPages.Rows) {
    self.pages = pages
    self.rows = rows
  }

  func show<Output>(_ load: Load<Output>, take: @escaping @MainActor (Output) -> Void) {
    end()
    self.load = load
    if rows() == .none { pages.show(.loading, .none) }
    let report = ProgressReport()
    pages.showProgress(report)
    watches = [
      load.onStatus { [weak self] in
        if self?.load === load { report.fraction = $0.fraction }
      },
      load.onEnd { [weak self] outcome in
        guard let self, self.load === load else { return }
        end()
        switch outcome {
        case .success(let response): take(response.output)
        case .failure(.cancelled): break
        case .failure(let error):
          let again: @MainActor () -> Void = { [weak self] in self?.show(load.again(), take: take) }
          return tell(error, again)
        }
        pages.show(.loaded, rows())
      },
    ]
    if self.load === load { network = onNetworkChange { load.retryNetwork() } }
  }

  /// Shows nothing of the load any more.
  func end() {
    (load, watches) = (nil, [])
    network?.disconnect()
    network = nil
    pages.showProgress(nil)
    pages.showNotice(nil)
  }

  private func tell(_ error: LoadError, _ again: @escaping @MainActor () -> Void) {
    let reason = sentence("\(error)")
    if rows() == .none {
      pages.show(.failed(reason, retry: again), .none)
    } else {
      pages.showNotice(reason, retry: again)
    }
    if error.isOfConnection { network = onNetworkChange(again) }
  }
}

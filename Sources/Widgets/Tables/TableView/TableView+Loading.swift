public import Loading
internal import Support

extension TableView {
  /// Shows what becomes of a load: that it goes on, then its rows, or why there are none.
  ///
  /// ```swift
  /// list.show(connector.load(request, parser: FeedParser()), retry: start) { $0.entries }
  /// ```
  ///
  /// Of several loads only the latest is shown; it is cancelled by whoever holds it, after which the
  /// table has the rows that it had. Rows that were there before stay selected, as by ``merge(_:)``.
  ///
  /// - Parameters:
  ///   - load: What brings the rows.
  ///   - retry: What a person's press on Try Again does where it failed; without it there is no button.
  ///   - rows: The rows in what was brought.
  public func show<Output>(
    _ load: Load<Output>, retry: (@MainActor () -> Void)? = nil,
    rows: @escaping @MainActor @Sendable (Output) -> [Item]
  ) {
    self.load = load
    state = .loading
    load.onEnd { [weak self] outcome in
      guard let self, self.load === load else { return }
      self.load = nil
      switch outcome {
      case .success(let response):
        merge(rows(response.output))
        state = .loaded
      case .failure(.cancelled): state = .loaded
      case .failure(let error): state = .failed(sentence("\(error)"), retry: retry)
      }
    }
  }

  /// Shows what becomes of a load that brings rows.
  public func show(_ load: Load<[Item]>, retry: (@MainActor () -> Void)? = nil) {
    show(load, retry: retry) { $0 }
  }
}

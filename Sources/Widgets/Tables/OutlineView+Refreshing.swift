internal import CHikidashiGTK
internal import HikidashiBase

extension OutlineView {
  /// Brings the rows up to date when a person pulls the table down past its first row, or presses F5 or
  /// Ctrl+R in it. A wheel turns meanwhile.
  ///
  /// ```swift
  /// view.refreshing { view.merge(try await server.folders()) }
  /// ```
  ///
  /// - Parameter refresh: Called once at a time. What it throws is told in the window, with a way to try
  ///   again.
  @discardableResult
  public func refreshing(_ refresh: @escaping @MainActor () async throws -> Void) -> Self {
    guard root != nil, refreshing == nil else { return self }
    refreshing = Refreshing(self, over: overlay, rows.scroller, refresh)
    return self
  }

  /// Does what ``refreshing(_:)`` was given, unless it is being done.
  public func refresh() { refreshing?.start() }

  /// Whether what ``refreshing(_:)`` was given is being done; followed where it is read.
  public var isRefreshing: Bool { refreshing?.isRunning ?? false }

  /// Asks for more rows when the last ones come near the view, as for older posts.
  ///
  /// ```swift
  /// view.onNearEnd {
  ///   let older = try await server.older()
  ///   try view.change { try $0.edit { try $0.insert(older) } }
  /// }
  /// ```
  ///
  /// It is asked once for as many rows as there are: where none have come, that was the end, until rows come
  /// or go otherwise. A wheel turns at the lower end meanwhile.
  ///
  /// - Parameters:
  ///   - distance: How many rows before the last one, 20 at first.
  ///   - load: Adds rows. What it throws is told in the window, with a way to try again.
  @discardableResult
  public func onNearEnd(
    within distance: Int = 20, _ load: @escaping @MainActor () async throws -> Void
  ) -> Self {
    guard root != nil else { return self }
    nearEnd = NearEnd(content, within: distance, self, over: overlay, load)
    rows.queueLayout()
    return self
  }
}

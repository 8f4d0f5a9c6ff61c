public import HikidashiStorage

extension StoreDestination {
  /// A table of a PostgreSQL database, which many users and machines can share.
  ///
  /// ```swift
  /// let url = "postgresql://ann@db.example.org/office"
  /// let cards = try await RecordStore.open(schema, at: .postgres(url))
  /// ```
  ///
  /// Every edit is one transaction that writes only what it changed. The transactions of all
  /// writers have one order, and changes of others arrive soon after they were made. When a
  /// connection breaks, edits wait up to `options.patience` for a new one. An edit whose answer was
  /// lost is looked up, so that it is stored only once. If the connection cannot be restored, the
  /// edit throws `StorageError.io`; it may turn out later that it was stored.
  ///
  /// The table has typed columns that other tools can read; this module's page describes them.
  ///
  /// - Parameters:
  ///   - url: The database, as `postgresql://user@host:5432/database`. The certificate of a host
  ///     that is not this machine is verified, unless the URL has an `sslmode` that says otherwise.
  ///   - table: The table's name; one database holds the tables of any number of stores.
  ///   - options: The password, how long to wait, and a callback for the connection's status.
  public static func postgres(
    _ url: String, table: String = "records", options: PostgresOptions = PostgresOptions()
  ) -> StoreDestination {
    let place = (try? PostgresURL(url)).map { PostgresBackend.place($0, table) }
    return StoreDestination(place ?? "a PostgreSQL database") { () throws(StoreError) in
      try PostgresBackend(url, table: table, options: options)
    }
  }
}

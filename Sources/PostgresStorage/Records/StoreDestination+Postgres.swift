public import Storage

extension StoreDestination {
  /// A table of a PostgreSQL database, for many people and machines.
  ///
  /// ```swift
  /// let cards = try await RecordStore.open(schema, at: .postgres("postgresql://ann@db.example.org/office"))
  /// ```
  ///
  /// Every edit is one transaction that writes only what it changed. The transactions of all writers
  /// have one order; changes of others arrive soon after they were made. A connection that breaks is
  /// made anew: edits wait for that as long as `options.patience` says, and one whose answer was lost
  /// is looked up, so that it is stored once. Where the connection cannot be made again, the edit
  /// throws `StorageError.io`, and may be found stored later on.
  ///
  /// The table has typed columns that other tools can read; the page of this module tells of them.
  ///
  /// - Parameters:
  ///   - url: The database, as `postgresql://user@host:5432/database`. The certificate of a host that
  ///     is not this machine is verified, unless the URL has an `sslmode` that says otherwise.
  ///   - table: The table's name; one database holds the tables of any number of stores.
  ///   - options: The password, how long to wait, and who is told of the connection.
  public static func postgres(
    _ url: String, table: String = "records", options: PostgresOptions = PostgresOptions()
  ) -> StoreDestination {
    let place = (try? PostgresURL(url)).map { PostgresBackend.place($0, table) }
    return StoreDestination(place ?? "a PostgreSQL database") { () throws(StoreError) in
      try PostgresBackend(url, table: table, options: options)
    }
  }
}

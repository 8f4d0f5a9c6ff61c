import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import HikidashiPostgresStorage

/// Rows that no store has written, as any tool can that has the rights.
@Suite struct PostgresBadContentTests {
  private enum Suit: String, FieldValue { case hearts, spades }

  private static let suit = Field<Suit>("suit")

  @Test(
    .needsPostgres,
    arguments: [
      "UPDATE hikidashi_store SET sequence = 9223372036854775807",
      "UPDATE hikidashi_store SET sequence = -9223372036854775808",
      "UPDATE hikidashi_store SET next_number = 9223372036854775807",
      "UPDATE hikidashi_store SET next_number = -9223372036854775808",
      "UPDATE hikidashi_store SET schema = '{'",
      "UPDATE hikidashi_store SET columns = '{}'",
      "DELETE FROM hikidashi_store",
      "DELETE FROM hikidashi_change",
      "UPDATE hikidashi_change SET sequence = 9223372036854775807",
      "UPDATE hikidashi_change SET sequence = -9223372036854775808",
      """
      INSERT INTO hikidashi_change SELECT store, 2, gen_random_uuid(), writer,
        '{0,1,-9223372036854775808}', '{9223372036854775807,1,3}' FROM hikidashi_change;
      UPDATE hikidashi_store SET sequence = 2
      """,
      """
      INSERT INTO hikidashi_change SELECT store, 2, gen_random_uuid(), writer, '{5}', '{1,2}'
        FROM hikidashi_change;
      UPDATE hikidashi_store SET sequence = 2
      """,
      "DROP TABLE hikidashi_change", "DROP TABLE hikidashi_exact", "DROP TABLE records",
      "UPDATE records SET number = -1", "UPDATE records SET number = 9223372036854775807",
    ]) func whatOtherToolsPutIntoTheCatalogueIsNoTrap(_ change: String) throws
  {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let place = StoreDestination.postgres(server.url(database))
    let schema = try Schema(Self.suit)
    let store = try RecordStore(schema, at: place)
    try store.edit { _ = try $0.append { $0[Self.suit] = .hearts } }
    try run(change, server.connection(database))
    do {
      // The one that is open meets it first.
      try store.refresh()
      try store.edit { _ = try $0.append { $0[Self.suit] = .spades } }
      store.close()
      let again = try RecordStore(schema, at: place)
      #expect(again.table.values(of: Self.suit) == store.table.values(of: Self.suit))
    } catch let error as StoreError {
      #expect(!"\(error)".contains("mistake in the program"), "\(error)")
    } catch is RecordError {
      // There is no number left to give.
    }
  }

  @Test(.needsPostgres, arguments: [true, false])
  func aValueThatTheFieldDoesNotKnowIsRefused(isLogged: Bool) throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let place = StoreDestination.postgres(server.url(database))
    let schema = try Schema(Self.suit)
    let store = try RecordStore(schema, at: place)
    try store.edit { _ = try $0.append { $0[Self.suit] = .hearts } }
    let (low, high) = isLogged ? ("'{0}'", "'{0}'") : ("NULL", "NULL")
    try run(
      """
      UPDATE records SET suit = 'swords';
      INSERT INTO hikidashi_change SELECT store, 2, gen_random_uuid(), writer, \(low), \(high)
        FROM hikidashi_change;
      UPDATE hikidashi_store SET sequence = 2
      """, server.connection(database))
    #expect(throws: StoreError.self) { try store.refresh() }
    #expect(store.table.values(of: Self.suit) == [.hearts])
    #expect(throws: StoreError.self) { try RecordStore(schema, at: place) }
  }

  private func run(_ change: String, _ connection: PostgresConnection) throws {
    for sql in change.split(separator: ";\n") {
      try connection.run(PostgresStatement(String(sql), isKept: false))
    }
  }
}

import Glibc
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage

/// A process that edits records in PostgreSQL until it is killed, and says on standard output what was
/// stored.
///
///     PostgresWriter URL FIRST
enum PostgresWriter {
  static let note = Field<String>("note", collation: .binary)
  static let balance = Field<Int>("balance", default: 0)

  static func schema() throws -> Schema { try Schema(note, balance) }

  /// Makes the transaction of this number: accounts whose sum never changes, and a log.
  static func change(_ table: inout RecordTable, number: Int) throws {
    if number == 0 {
      for account in 0..<8 {
        try table.append {
          $0[note] = "account \(account)"
          $0[balance] = 100
        }
      }
    }
    let (from, to) = (RecordNumber(number * 7 % 8), RecordNumber((number * 5 + 3) % 8))
    try table.update(from) { $0[balance] -= number }
    try table.update(to) { $0[balance] += number }
    // Every now and then as many as are copied.
    for part in 0..<(number % 10 == 9 ? 80 : 1) {
      try table.append {
        $0[note] = String(repeating: "\(number).\(part) ", count: 1 + number * 37 % 300)
      }
    }
    if table.count > 100 {
      for oldest in table.numbers.filter({ $0.rawValue >= 8 }).prefix(table.count - 60) {
        try table.remove(oldest)
      }
    }
  }

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 3, let first = Int(arguments[2]) else {
      writeError("usage: PostgresWriter URL FIRST")
      exit(2)
    }
    let store = try RecordStore(schema(), at: .postgres(arguments[1]))
    for number in first... {
      try store.edit { try change(&$0, number: number) }
      let line = Array("\(number)\n".utf8)
      // One call, so that a line is whole or not there.
      guard write(STDOUT_FILENO, line, line.count) == line.count else { return }
    }
  }
}

do {
  try PostgresWriter.run(CommandLine.arguments)
} catch {
  writeError("PostgresWriter: \(error)")
  exit(1)
}

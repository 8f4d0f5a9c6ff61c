import Glibc
import HikidashiBase
import HikidashiLoading
import HikidashiRecords
import HikidashiStorage

/// A process that saves until it is killed, and says on standard output what was saved durably.
///
///     StorageWriter KIND PATH FIRST [COUNT]
///     StorageWriter keyed-sqlite PATH SEED
///     StorageWriter document PATH COUNT
///
/// KIND is one of bytes-folder, bytes-sqlite, records-tsv, records-jsonl, records-sqlite, table,
/// download, text-index, paged-sqlite, document-tsv, document-jsonl and document-sqlite. It makes one durable change for each
/// number from FIRST on, or COUNT of them, and writes a line with the number once the change has
/// returned, and one before all once the place is open. What the change of a number is, `BytesWork` in
/// the tests knows too: a file of its own name is written, removed or, for every fourth number, a log is
/// continued. Of records, ``RecordsWork`` says it, of a document that is saved, ``DocumentWork``; a table
/// is written to a file, flushed, and a download to one. Of `document`, the numbers are those of edits in
/// memory, which are saved when it is told to end.
enum Writer {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 4 || arguments.count == 5, let first = Int(arguments[3]),
      let count = arguments.count == 5 ? Int(arguments[4]) : .max - first
    else {
      throw Misuse(text: "usage: StorageWriter KIND PATH FIRST [COUNT]")
    }
    if arguments[1] == "keyed-sqlite" { return try editKeyed(arguments[2], seed: first) }
    if arguments[1] == "document" { return try editDocument(arguments[2], count: first) }
    let change = try change(arguments[1], arguments[2])
    guard acknowledge("open") else { return }
    for number in first..<first + count {
      try change(number)
      guard acknowledge("\(number)") else { return }
    }
  }

  /// What makes the durable change of a number.
  private static func change(_ kind: String, _ path: String) throws -> (Int) throws -> Void {
    if let destination = RecordsWork.destination(kind, path) {
      let store = try RecordStore(RecordsWork.schema(), at: destination)
      return { number in try store.edit { try RecordsWork.change(&$0, number: number) } }
    }
    if let place = DocumentWork.place(kind, path) {
      let document = try Document(place, version: "1", autosave: nil)
      let stores = try DocumentWork.stores(of: document)
      return { number in
        try DocumentWork.change(document, stores, number: number)
        try document.save()
      }
    }
    switch kind {
    case "bytes-folder":
      let storage = try FolderStorage(path)
      return { try save($0, in: storage) }
    case "bytes-sqlite":
      let storage = try SQLiteStorage(path)
      return { try save($0, in: storage) }
    case "table":
      var table = RecordTable(try RecordsWork.schema())
      return { number in
        try RecordsWork.change(&table, number: number)
        try table.write(to: .file(path, flushed: true), as: .delimited(.tsv()))
      }
    case "text-index":
      let index = try TextIndex(path)
      return { try TextIndexWork.change(index, number: $0) }
    case "paged-sqlite":
      let store = try PagedWork.open(path)
      return { try PagedWork.change(store, number: $0) }
    case "download": return { try download($0, to: path) }
    default: throw Misuse(text: "“\(kind)” is not a kind of storage")
    }
  }

  /// Says that something is durable; whether anybody listens.
  private static func acknowledge(_ text: String) -> Bool {
    let line = Array("\(text)\n".utf8)
    // One call, so that a line is whole or not there.
    return write(STDOUT_FILENO, line, line.count) == line.count
  }

  /// Makes random edits of keyed records, as every other writer does that is at it.
  private static func editKeyed(_ path: String, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let goods = try KeyedWork.open(path, saving: seed % 3 == 0 ? .whenAsked : .eachEdit)
    for number in 0... {
      try KeyedWork.step(goods, &random)
      guard acknowledge("\(number)") else { return }
    }
  }

  /// Makes so many edits that only a signal saves, and waits for it.
  private static func editDocument(_ path: String, count: Int) throws {
    let document = try Document(.folder(path), version: "1", autosave: nil)
    let watch = TerminationWatch {
      writeError("StorageWriter: \($0)")
    } save: {
      try document.save()
    }
    let store = try document.store("cards", RecordsWork.schema())
    for number in 0..<count {
      try store.edit { try RecordsWork.change(&$0, number: number) }
      guard acknowledge("\(number)") else { return }
    }
    while true {
      pause()
      withExtendedLifetime(watch) {}
    }
  }

  /// Writes a body to a file in two pieces, as a load does.
  private static func download(_ number: Int, to path: String) throws {
    var parser = FileParser(to: path)
    _ = try parser.begin(ResponseHead(status: 200))
    for piece in ["first \(number)\n", "second \(number)\n"] {
      _ = try parser.feed(Array(piece.utf8))
    }
    _ = try parser.finish()
  }

  private static func save(_ number: Int, in storage: any ByteStorage) throws {
    if number % 4 == 3 {
      try storage.append(Array("\(number)\n".utf8), to: "logs/all")
      return
    }
    let name = try StorageName("files/\(number % 4)/content")
    if number % 16 == 6 {
      // It is gone where the writer was killed in the midst of this, or where another was quicker.
      do { try storage.remove(name) } catch StorageError.notFound {}
    } else {
      let text = String(repeating: "\(number) ", count: 1 + number * 37 % 1_500)
      try storage.write(Array(text.utf8), to: name)
    }
  }

  private struct Misuse: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}

do {
  try Writer.run(CommandLine.arguments)
} catch {
  writeError("StorageWriter: \(error)")
  exit(1)
}

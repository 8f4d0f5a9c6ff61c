import Glibc
import Storage
import Support

/// A process that saves until it is killed, and says on standard output what was saved durably.
///
///     StorageWriter bytes-folder|bytes-sqlite|records-tsv|records-jsonl|records-sqlite PATH FIRST
///     StorageWriter document PATH COUNT
///
/// It makes one durable change for each number from FIRST on, and writes the number and the end of a
/// line once the change has returned. What the change of a number is, `BytesWork` in the tests knows
/// too: a file of its own name is written or, for every fourth number, a log is continued. Of records,
/// ``RecordsWork`` says it. Of a document, the numbers are those of edits in memory.
enum Writer {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 4, let first = Int(arguments[3]) else {
      throw Misuse(
        text: "usage: StorageWriter bytes-folder|bytes-sqlite|records-tsv|records-jsonl|"
          + "records-sqlite PATH FIRST")
    }
    if arguments[1] == "document" { return try editDocument(arguments[2], count: first) }
    if let destination = RecordsWork.destination(arguments[1], arguments[2]) {
      let store = try RecordStore(RecordsWork.schema(), at: destination)
      for number in first... {
        try store.edit { try RecordsWork.change(&$0, number: number) }
        guard acknowledge(number) else { return }
      }
    }
    let storage: any ByteStorage =
      switch arguments[1] {
      case "bytes-folder": try FolderStorage(arguments[2])
      case "bytes-sqlite": try SQLiteStorage(arguments[2])
      default: throw Misuse(text: "“\(arguments[1])” is not a kind of storage")
      }
    for number in first... {
      try save(number, in: storage)
      guard acknowledge(number) else { return }
    }
  }

  /// Says that a change is durable; whether anybody listens.
  private static func acknowledge(_ number: Int) -> Bool {
    let line = Array("\(number)\n".utf8)
    // One call, so that a line is whole or not there.
    return write(STDOUT_FILENO, line, line.count) == line.count
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
      guard acknowledge(number) else { return }
    }
    while true {
      pause()
      withExtendedLifetime(watch) {}
    }
  }

  private static func save(_ number: Int, in storage: any ByteStorage) throws {
    if number % 4 == 3 {
      try storage.append(Array("\(number)\n".utf8), to: "logs/all")
    } else {
      let text = String(repeating: "\(number) ", count: 1 + number * 37 % 1_500)
      try storage.write(Array(text.utf8), to: try StorageName("files/\(number % 4)/content"))
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

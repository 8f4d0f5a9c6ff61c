import Foundation
import HikidashiStorage
import TestSupport
import Testing

/// A database's file that is set aside, in numbers and beside other processes.
@Suite struct SQLiteFileTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("cards.db").path
  }

  private func write(_ text: String, _ ending: String = "") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + ending))
  }

  private func text(_ ending: String = "") -> String? {
    FileManager.default.contents(atPath: path + ending).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func nothingIsPutInPlaceOfWhatWasSetAsideBefore() throws {
    for (number, ending) in [".damaged", ".damaged-2", ".damaged-3"].enumerated() {
      try write("\(number)")
      try write("log \(number)", "-wal")
      #expect(SQLiteFile(path).setAside() == path + ending)
      #expect(text(ending) == "\(number)")
      #expect(text(ending + "-wal") == "log \(number)")
      #expect(text() == nil && text("-wal") == nil)
    }
    // Of a copy that lost its log, the log's name is taken all the same.
    try write("alone", ".damaged-4-wal")
    try write("4")
    #expect(SQLiteFile(path).setAside() == path + ".damaged-5")
  }

  /// Two processes find it damaged; the second does not set aside what the first has begun.
  @Test func whatAnotherHasBegunStays() throws {
    try write("damaged")
    let (first, second) = (SQLiteFile(path), SQLiteFile(path))
    #expect(first.setAside() == path + ".damaged")
    try write("begun anew")
    try write("its log", "-wal")
    #expect(second.setAside() == nil)
    second.remove()
    #expect(text() == "begun anew")
    #expect(text("-wal") == "its log")
  }

  @Test func whatWasNotThereIsNotSetAside() throws {
    let none = SQLiteFile(path)
    #expect(none.setAside() == nil)
    try write("another's")
    #expect(none.setAside() == nil)
    none.remove()
    #expect(text() == "another's")
    SQLiteFile(path).remove()
    #expect(text() == nil)
  }
}

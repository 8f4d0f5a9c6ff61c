import Foundation
import Glibc
import HikidashiLoading
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import RFCKit

/// What a folder knows of its files, and how it finds that one was changed from outside.
struct FolderTests {
  private let scratch: ScratchFolder
  private let text = Array("Request for Comments: 1\n\nAuthor   [Page 1]\n".utf8)
  private let file = RFCFile.document(1)

  init() throws { scratch = try ScratchFolder() }

  private var path: String { scratch.url.appendingPathComponent("library").path }
  private var database: String { path + "/.answers/answers.db" }
  private var document: String { path + "/rfc1.txt" }

  /// A folder with one document, of which what a server said is kept.
  private func fill() throws {
    let folder = try RFCFolder(path)
    try folder.write(text, to: file)
    folder.remember(tag: "\"1\"", date: nil, of: file, text)
    folder.save()
    #expect(folder.notes.isEmpty)
  }

  private func tag(isVerified: Bool = false) throws -> String? {
    try RFCFolder(path).answer(for: file, isVerified: isVerified)?.tag
  }

  /// Writes other bytes in place, and says when the file was last changed.
  private func damage(_ bytes: [UInt8], at time: timespec? = nil) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: document))
    if let time { try setTime(time) }
  }

  private func setTime(_ time: timespec) throws {
    guard utimensat(AT_FDCWD, document, [time, time], 0) == 0 else { throw POSIXError(.EIO) }
  }

  private func time() throws -> timespec {
    var status = stat()
    guard stat(document, &status) == 0 else { throw POSIXError(.EIO) }
    return status.st_mtim
  }

  @Test func whatIsHereAsItWasIsNotReadAgain() throws {
    try fill()
    #expect(try tag() == "\"1\"")
    // Of the same size and time: who read it would see that it is another.
    try damage(text.reversed(), at: try time())
    #expect(try tag() == "\"1\"")
    #expect(try tag(isVerified: true) == nil)
  }

  @Test func whatWasChangedFromOutsideIsFound() throws {
    try fill()
    let time = try time()
    try damage(text.reversed(), at: timespec(tv_sec: time.tv_sec + 1, tv_nsec: 0))
    #expect(try tag() == nil)
    try damage(Array(text.dropLast()), at: time)
    #expect(try tag() == nil)
    try FileManager.default.removeItem(atPath: document)
    #expect(try tag() == nil)
  }

  /// While files are synced others come, whose answers may not be kept before they are synced, too.
  @Test func whatIsSaidDuringASaveIsKeptByTheNext() throws {
    let answers = try KeptAnswers(database)
    let answer = { KeptAnswers.Answer(tag: $0, date: nil, size: 1, modified: 1, hash: 1) }
    answers.remember(answer("1"), for: "rfc1.txt")
    answers.remember(answer("2"), for: "rfc2.txt")
    let news = answers.news
    answers.remember(answer("2, anew"), for: "rfc2.txt")
    answers.remember(answer("3"), for: "rfc3.txt")
    answers.save(news)
    let tags = { (answers: KeptAnswers) in (1...3).map { answers["rfc\($0).txt"]?.tag } }
    #expect(tags(try KeptAnswers(database)) == ["1", "2", nil])
    #expect(tags(answers) == ["1", "2, anew", "3"])
    #expect(Set(answers.news.keys) == ["rfc2.txt", "rfc3.txt"])
    answers.save(answers.news)
    #expect(tags(try KeptAnswers(database)) == ["1", "2, anew", "3"])
    #expect(answers.news.isEmpty)
  }

  /// A copy of a library, or one from a backup, is read once.
  @Test func whatWasOnlyTouchedIsTheSame() throws {
    try fill()
    try setTime(timespec(tv_sec: 1_000_000_000, tv_nsec: 5))
    let folder = try RFCFolder(path)
    #expect(try folder.answer(for: file)?.tag == "\"1\"")
    folder.save()
    try damage(text.reversed(), at: timespec(tv_sec: 1_000_000_000, tv_nsec: 5))
    #expect(try tag() == "\"1\"", "it was read again")
  }

  @Test func whatAnOlderVersionKeptIsAskedForOnce() throws {
    let name = Field<String>("file", collation: .binary)
    let tag = Field<String?>("etag")
    let size = Field<Int>("bytes")
    let schema = try Schema(name, tag, Field<String?>("last-modified"), size)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try damage(text)
    do {
      let store = try RecordStore(schema, at: .sqlite(database))
      try store.edit {
        _ = try $0.append {
          $0[name] = "rfc1.txt"
          $0[tag] = "\"1\""
          $0[size] = text.count
        }
      }
      store.close()
    }
    #expect(try self.tag() == nil)
    try fill()
    #expect(try self.tag() == "\"1\"")
  }

  @Test(arguments: ["garbage, not a database at all, and longer than a page's head\n", ""])
  func whatIsDamagedIsSetAside(_ start: String) throws {
    try fill()
    // Of an empty start, some pages in the middle.
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + suffix)
    }
    if start.isEmpty {
      let size = try file.seekToEnd()
      try file.seek(toOffset: 4_096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4_096))
    } else {
      try file.write(contentsOf: Data(start.utf8))
    }
    try file.close()

    let folder = try RFCFolder(path)
    #expect(folder.notes.count == 1)
    #expect(folder.notes.first?.contains("answers.db.damaged") == true, "\(folder.notes)")
    #expect(FileManager.default.fileExists(atPath: database + ".damaged"))
    #expect(try folder.answer(for: self.file) == nil)
    try fill()
    #expect(try tag() == "\"1\"")
  }

  /// Where another process set the file aside, a sync goes on with the new one.
  @Test func whatAnotherBeganAnewIsKeptIn() throws {
    try fill()
    let folder = try RFCFolder(path)
    #expect(SQLiteFile(database).setAside() != nil)
    try fill()
    folder.remember(tag: "\"2\"", date: nil, of: file, text)
    folder.save()
    #expect(try tag() == "\"2\"")
    #expect(folder.notes.isEmpty, "\(folder.notes)")
    #expect(!FileManager.default.fileExists(atPath: database + ".damaged-2"))
  }

  /// An app that was updated beside an older one has it all when it is run again.
  @Test func whatANewerVersionKeptIsLeftToIt() throws {
    let file = Field<String>("file", collation: .binary)
    let schema = try Schema(file, Field<String?>("new"), version: 99)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let newer = try RecordStore(schema, at: .sqlite(database))
    try newer.edit { _ = try $0.append { $0[file] = "rfc1.txt" } }
    newer.close()

    let folder = try RFCFolder(path)
    #expect(folder.notes.count == 1)
    #expect(folder.notes.first?.contains("newer") == true, "\(folder.notes)")
    try folder.write(text, to: self.file)
    folder.remember(tag: "\"1\"", date: nil, of: self.file, text)
    folder.save()
    #expect(folder.notes.count == 1)
    #expect(try RecordStore(schema, at: .sqlite(database)).table.count == 1)
    #expect(!FileManager.default.fileExists(atPath: database + ".damaged"))
  }

  /// What was said is not lost in silence where it can no longer be stored.
  @Test func aPersonIsToldWhereTheFileIsGone() throws {
    try fill()
    let folder = try RFCFolder(path)
    try FileManager.default.moveItem(atPath: path + "/.answers", toPath: path + "/elsewhere")
    try Data().write(to: URL(fileURLWithPath: path + "/.answers"))
    for tag in ["\"2\"", "\"3\""] {
      folder.remember(tag: tag, date: nil, of: file, text)
      folder.save()
    }
    #expect(folder.notes.count == 1)
    #expect(folder.notes.first?.contains("each sync asks for all") == true, "\(folder.notes)")
  }

  @Test func whereNothingCanBeKeptAPersonIsTold() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path + "/.answers"))
    let folder = try RFCFolder(path)
    #expect(folder.notes.count == 1)
    #expect(folder.notes.first?.contains("each sync asks for all") == true)
    try folder.write(text, to: file)
    folder.remember(tag: "\"1\"", date: nil, of: file, text)
    folder.save()
    #expect(try folder.answer(for: file)?.tag == "\"1\"")
  }

  @Test func aFetchHasAnEnd() {
    #expect(RFCFetchOptions().timeouts.leastRate != nil)
  }
}

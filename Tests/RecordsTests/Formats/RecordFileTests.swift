import Foundation
import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct RecordFileTests {
  private let schema: Schema
  private let number = Field<Int>("n")
  private let folder: URL

  init() throws {
    schema = try Schema(number)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func table(_ count: Int) throws -> RecordTable {
    try RecordTable(
      schema, tsv: .text("n\n" + (0..<count).map { "\($0)\n" }.joined()))
  }

  private func finish() { try? FileManager.default.removeItem(at: folder) }

  @Test func aFileIsReplacedWhole() throws {
    defer { finish() }
    let path = folder.appendingPathComponent("a.tsv").path
    try table(3).write(to: .file(path), as: .tsv)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "n\n0\n1\n2\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let link = folder.appendingPathComponent("link.tsv").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try table(50_000).write(to: .file(link, flushed: true), as: .tsv)
    #expect(try RecordTable(schema, tsv: .file(path)).count == 50_000)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "a.tsv", "link.tsv",
      ])
  }

  @Test func aFullDiskIsAnErrorAndNothingIsLeft() throws {
    defer { finish() }
    let full = try table(20_000)
    #expect(
      throws: RecordTextError.cannotWrite(
        destination: "/dev/full", reason: "No space left on device")
    ) { try full.write(to: .file("/dev/full"), as: .tsv) }
    let missing = folder.appendingPathComponent("none/a.tsv").path
    #expect(
      throws: RecordTextError.cannotWrite(
        destination: missing, reason: "No such file or directory")
    ) { try full.write(to: .file(missing), as: .tsv) }
    #expect(
      throws: RecordTextError.cannotOpen(path: missing, reason: "No such file or directory")
    ) { try RecordTable(schema, tsv: .file(missing)) }
    #expect(throws: RecordTextError.self) { try RecordTable(schema, tsv: .file(folder.path)) }
    #expect(throws: RecordTextError.self) { try full.write(to: .file(folder.path), as: .tsv) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aPipeIsReadAndWrittenAsItFlows() async throws {
    defer { finish() }
    let table = try table(200_000)
    let pipe = Pipe()
    let problem = Guarded<(any Error)?>(nil)
    // A thread of its own: the reader holds one of those that tasks share until the end.
    Thread.detachNewThread {
      do {
        try table.write(to: .descriptor(pipe.fileHandleForWriting.fileDescriptor), as: .csv)
      } catch {
        problem.withLock { $0 = error }
      }
      try? pipe.fileHandleForWriting.close()
    }
    let (back, report) = try await RecordTable.read(
      schema, from: .descriptor(pipe.fileHandleForReading.fileDescriptor), as: .csv)
    withExtendedLifetime(pipe) {}
    #expect(problem.withLock { $0 } == nil)
    #expect(report.appended == 200_000)
    expectSame(table, back, "through a pipe")
  }

  @Test func aPipeThatNobodyReadsIsAnError() throws {
    defer { finish() }
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let table = try table(100)
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(
      throws: RecordTextError.cannotWrite(
        destination: "file descriptor \(descriptor)", reason: "Broken pipe")
    ) { try table.write(to: .descriptor(descriptor), as: .tsv) }
  }

  @Test func progressAscendsToOne() throws {
    defer { finish() }
    let path = folder.appendingPathComponent("a.tsv").path
    let seen = Fractions()
    try table(60_000).write(to: .file(path), as: .tsv) { seen.add($0) }
    #expect(seen.all.count > 5 && seen.areAscending && seen.all.last == 1)
    let read = Fractions()
    var options = ReadingOptions()
    options.onProgress = { read.add($0) }
    var back = RecordTable(schema)
    _ = try back.append(from: .file(path), as: .tsv, options: options, windowSize: 1 << 13)
    #expect(read.all.count > 5 && read.areAscending && read.all.last == 1)
    #expect(back.count == 60_000)
  }

  @Test func aCancelledTaskStops() async throws {
    defer { finish() }
    let table = try table(60_000)
    let path = folder.appendingPathComponent("a.tsv").path
    let task = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(throws: RecordTextError.cancelled) { try table.write(to: .file(path), as: .tsv) }
      #expect(throws: RecordTextError.cancelled) {
        try RecordTable(table.schema, tsv: .text("n\n1\n"))
      }
    }
    await task.value
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func whatTheSourceThrowsIsTold() throws {
    defer { finish() }
    struct Broken: Error, CustomStringConvertible { let description = "the line is cut" }
    #expect(
      throws: RecordTextError.cannotRead(
        source: "the program's source", reason: "the line is cut")
    ) { try RecordTable(schema, from: .parts { throw Broken() }, as: .tsv) }
  }

  @Test(arguments: [
    ("a.TSV", RecordFormat.tsv), ("b.csv", .csv), ("c.d.ndjson", .jsonLines), ("csv", nil),
    ("a.txt", nil), ("山.csv", .csv),
  ])
  func theFormatIsKnownByTheNamesEnding(_ name: String, _ format: RecordFormat?) {
    #expect(RecordFormat(fileName: name) == format)
    finish()
  }
}

/// Fractions in the order in which they were reported.
// @unchecked: reached with the lock held.
private final class Fractions: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [Double] = []

  func add(_ fraction: Double) { lock.withLock { list.append(fraction) } }

  var all: [Double] { lock.withLock { list } }

  var areAscending: Bool { zip(all, all.dropFirst()).allSatisfy { $0 <= $1 } }
}

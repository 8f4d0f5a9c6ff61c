import Foundation
import Glibc
import HikidashiStorage
import TestSupport
import Testing

/// A writer process that is killed, again and again, in whatever it does.
@Suite struct KilledWriterTests {
  @Test(arguments: ["bytes-folder", "bytes-sqlite"])
  func everyAcknowledgedSaveIsThere(_ kind: String) throws {
    let folder = try ScratchFolder()
    let place = folder.url.appendingPathComponent("place").path
    var work = BytesWork()
    let seed = testSeed()
    print("everyAcknowledgedSaveIsThere(\(kind)): HIKIDASHI_SEED=\(seed)")
    for round in 0..<testSteps(8) {
      let count = Int((seed &+ UInt64(round) &* 7) & 15) + 1
      let run = try Run(TestProgram.path("StorageWriter"), [kind, place, "\(work.next)"])
      // At least so many; the writer is in the midst of a later one when the signal meets it.
      _ = run.standardOutput(until: "\(work.next + count)\n")
      run.send(SIGKILL)
      #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)")
      work.acknowledge(run.standardOutput)
      let storage: any ByteStorage =
        kind == "bytes-folder" ? try FolderStorage(place) : try SQLiteStorage(place)
      if let failure = try work.failure(of: storage) {
        Issue.record("HIKIDASHI_SEED=\(seed), round \(round): \(failure)")
        return
      }
    }
    #expect(work.next > 20)
  }

  @Test(arguments: ["bytes-folder", "bytes-sqlite"])
  func twoProcessesShareAPlace(_ kind: String) throws {
    let folder = try ScratchFolder()
    let place = folder.url.appendingPathComponent("place").path
    // Even and odd rounds of numbers, so that both continue one log.
    let runs = try ["0", "1000"].map {
      try Run(TestProgram.path("StorageWriter"), [kind, place, $0])
    }
    let texts = [runs[0].standardOutput(until: "40\n"), runs[1].standardOutput(until: "1040\n")]
    for run in runs { run.send(SIGKILL) }
    for (run, text) in zip(runs, texts) {
      #expect(run.wait() == 128 + SIGKILL, "\(run.standardError) after \(text)")
    }
    let storage: any ByteStorage =
      kind == "bytes-folder" ? try FolderStorage(place) : try SQLiteStorage(place)
    let log = Set(
      String(decoding: try storage.read("logs/all"), as: UTF8.self).split(separator: "\n"))
    for run in runs {
      for line in run.standardOutput.split(separator: "\n")
      where Int(line).map({ $0 % 4 == 3 }) ?? false {
        #expect(log.contains(line), "\(line) was acknowledged")
      }
    }
  }
}

/// What `StorageWriter` saves, and what must be there of it.
struct BytesWork {
  /// The number of the first change that was not acknowledged.
  private(set) var next = 0

  mutating func acknowledge(_ output: String) {
    for line in output.split(separator: "\n") {
      if let number = Int(line) { next = max(next, number + 1) }
    }
  }

  /// What is not as it must be after the change `next - 1` was acknowledged; `next` moves on where
  /// one more was made.
  mutating func failure(of storage: any ByteStorage) throws -> String? {
    let numbers = 0..<next
    for name in 0..<3 {
      let expected = numbers.last { $0 % 4 == name }
      let found = try text("files/\(name)/content", storage)
      let possible = [expected.map(Self.text) ?? "", next % 4 == name ? Self.text(next) : nil]
      if !possible.contains(found) {
        return "files/\(name) is “\(found.prefix(40))…”, acknowledged up to \(next - 1)"
      }
    }
    let log = numbers.filter { $0 % 4 == 3 }.map { "\($0)\n" }.joined()
    let found = try text("logs/all", storage)
    if found != log, found != log + "\(next)\n" {
      return "the log ends with “\(found.suffix(40))”, acknowledged up to \(next - 1)"
    }
    // The change that was under way is made again, unless it is in the log, where it would be twice.
    if found != log { next += 1 }
    return nil
  }

  /// What the file of a number has; nothing where it is removed.
  private static func text(_ number: Int) -> String {
    number % 16 == 6 ? "" : String(repeating: "\(number) ", count: 1 + number * 37 % 1_500)
  }

  private func text(_ name: String, _ storage: any ByteStorage) throws -> String {
    let name = try StorageName(name)
    return try storage.exists(name) ? String(decoding: try storage.read(name), as: UTF8.self) : ""
  }
}

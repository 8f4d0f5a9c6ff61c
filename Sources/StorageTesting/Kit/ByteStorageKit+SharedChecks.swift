import Dispatch
import HikidashiBase
import HikidashiStorage

// MARK: - Shared checks

extension ByteStorageKit {
  /// The checks in which many threads use a storage at the same time.
  static var sharedChecks: [Check] {
    [
      Check("threads see the old bytes or the new ones") { run in
        let storage = run.storage
        try storage.write([UInt8](repeating: 0, count: 5_000), to: "f/a", durability: .none)
        let failures = threads(6) { thread in
          for round in 0..<20 {
            if thread < 2 {
              let bytes = [UInt8](repeating: UInt8(round), count: 5_000 + round * thread)
              try storage.write(bytes, to: "f/a", durability: round % 5 == 0 ? .atomic : .none)
            } else {
              let bytes = try storage.read("f/a")
              if bytes.count < 5_000 || Set(bytes).count != 1 {
                throw Unexpected("\(bytes.count) bytes with the values \(Set(bytes).sorted())")
              }
            }
          }
        }
        for failure in failures { run.fail(failure) }
      },
      Check("no append of any thread is lost") { run in
        let storage = run.storage
        let failures = threads(4) { thread in
          for round in 0..<20 {
            let durability: Durability = round % 4 == 0 ? .atomic : .none
            let bytes = [UInt8](repeating: UInt8(thread), count: 3)
            try storage.append(bytes, to: "f/log", durability: durability)
          }
        }
        for failure in failures { run.fail(failure) }
        let bytes = try storage.read("f/log")
        for thread in 0..<4 {
          let count = bytes.count { $0 == UInt8(thread) }
          run.expect(count, 60, "the bytes of thread \(thread)")
        }
        for start in stride(from: 0, to: bytes.count - 2, by: 3)
        where Set(bytes[start..<start + 3]).count != 1 {
          run.fail("an append was torn at byte \(start)")
          break
        }
      },
      Check("folders come and go under many threads") { run in
        let storage = run.storage
        let failures = threads(4) { thread in
          let name = try StorageName("f/g/\(thread)")
          for round in 0..<25 {
            try storage.write([UInt8(round)], to: name, durability: .none)
            let bytes = try storage.read(name)
            if bytes != [UInt8(round)] { throw Unexpected("\(name) holds \(bytes)") }
            _ = try storage.list()
            try storage.remove(name, durability: .none)
            if try storage.exists(name) { throw Unexpected("\(name) is still there") }
          }
        }
        for failure in failures { run.fail(failure) }
        try run.expectNames([])
      },
    ]
  }

  private struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Runs `body` `count` times in parallel; returns descriptions of the errors that it threw.
  private static func threads(
    _ count: Int, _ body: @Sendable (Int) throws -> Void
  ) -> [String] {
    let failures = Guarded<[String]>([])
    DispatchQueue.concurrentPerform(iterations: count) { thread in
      do {
        try body(thread)
      } catch {
        failures.withLock { $0.append("thread \(thread): \(error)") }
      }
    }
    return failures.withLock { $0 }
  }
}

// MARK: - Lasting checks

extension ByteStorageKit {
  static var lastingChecks: [Check] {
    [
      Check("what is stored is there when opened anew", needsReopening: true) { run in
        try run.storage.write([1], to: "f/a")
        try run.storage.write([2], to: "f/b", durability: .atomic)
        try run.storage.write([3], to: "c", durability: .none)
        try run.storage.append([4], to: "c", durability: .none)
        try run.storage.write([5], to: "d")
        try run.storage.remove("d")
        let before = try run.storage.list()
        try run.reopen()
        run.expect(try run.storage.list(), before, "the list")
        try run.expectBytes("f/a", [1])
        try run.expectBytes("f/b", [2])
        try run.expectBytes("c", [3, 4])
        run.expectNotFound("read") { () throws(StorageError) in _ = try run.storage.read("d") }
      },
      Check("random operations do as a dictionary does") { run in
        var random = SeededGenerator(seed: run.kit.seed)
        var model = DictionaryModel()
        for step in 0..<run.kit.steps {
          let action = DictionaryModel.Action(using: &random)
          let expected = model.run(action)
          let found = DictionaryModel.Outcome(of: action, in: run.storage)
          guard found == expected else {
            return run.fail(
              "seed \(run.kit.seed), step \(step), \(action): expected \(expected), found \(found)")
          }
          if random.next() % 40 == 0 { try run.reopen() }
        }
        let entries = try run.storage.list()
        run.expect(entries.map(\.name), model.files.keys.sorted(), "the names at the end")
        run.expect(
          entries.map(\.size), entries.map { model.files[$0.name]?.count ?? -1 },
          "the sizes at the end")
      },
    ]
  }
}

import Storage
import Support

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

import Storage

extension ByteStorageKit {
  static var checks: [Check] {
    contentChecks + removalChecks + listChecks + nameChecks + folderChecks + sharedChecks
      + lastingChecks
  }

  static var contentChecks: [Check] {
    [
      Check("a new storage is empty") { run in
        try run.expectNames([])
        run.expect(try run.storage.exists("a"), false, "exists(“a”)")
        run.expectNotFound("read") { () throws(StorageError) in _ = try run.storage.read("a") }
      },
      Check("what is written is read") { run in
        for durability in Durability.allCases {
          try run.storage.write([1, 2, 3], to: "a", durability: durability)
          try run.expectBytes("a", [1, 2, 3], "the bytes, written \(durability),")
          try run.storage.write([4], to: "a", durability: durability)
          try run.expectBytes("a", [4], "the shorter bytes, written \(durability),")
          try run.storage.write([], to: "a", durability: durability)
          try run.expectBytes("a", [], "no bytes, written \(durability),")
          run.expect(try run.storage.exists("a"), true, "exists, after no bytes were written")
        }
      },
      Check("every byte is kept") { run in
        let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0) }
        try run.storage.write(bytes, to: "a")
        try run.expectBytes("a", bytes)
      },
      Check("large content is kept") { run in
        let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        try run.storage.write(bytes, to: "a", durability: .atomic)
        try run.storage.append([9], to: "a", durability: .atomic)
        run.expect(try run.storage.read("a") == bytes + [9], true, "whether they are the same")
        run.expect(try run.storage.entry("a")?.size, 700_002, "the size")
      },
      Check("append makes and adds") { run in
        var expected: [UInt8] = []
        for (number, durability) in (Durability.allCases + Durability.allCases).enumerated() {
          let bytes = [UInt8(number), 0, 255]
          try run.storage.append(bytes, to: "f/log", durability: durability)
          expected += bytes
          try run.expectBytes("f/log", expected, "the bytes, appended \(durability),")
        }
        try run.storage.append([], to: "f/log", durability: .none)
        try run.expectBytes("f/log", expected, "the bytes, after none were appended,")
        try run.storage.append([], to: "empty", durability: .none)
        try run.expectBytes("empty", [])
      },
      Check("an entry tells size and time") { run in
        run.expect(try run.storage.entry("a") == nil, true, "whether there is none at first")
        try run.storage.write([1, 2, 3], to: "a")
        let first = try run.storage.entry("a")
        run.expect(first?.name, "a", "the name")
        run.expect(first?.size, 3, "the size")
        // 2001: what counts from another year than 1970 is caught.
        run.expect((first?.modified ?? .zero) > .seconds(978_307_200), true, "a time since 2001")
        try run.storage.append([4], to: "a")
        let second = try run.storage.entry("a")
        run.expect(second?.size, 4, "the size after an append")
        let isLater = (second?.modified ?? .zero) >= (first?.modified ?? .zero)
        run.expect(isLater, true, "whether the time does not go back")
        run.expect(try run.storage.list(), second.map { [$0] } ?? [], "the same entry in the list")
      },
    ]
  }

  static var removalChecks: [Check] {
    [
      Check("what is removed is gone") { run in
        for durability in Durability.allCases {
          try run.storage.write([1], to: "f/a")
          try run.storage.write([2], to: "f/b")
          try run.storage.remove("f/a", durability: durability)
          run.expect(try run.storage.exists("f/a"), false, "exists, after remove \(durability)")
          run.expectNotFound("read") { () throws(StorageError) in _ = try run.storage.read("f/a") }
          try run.expectNames(["f/b"])
          try run.storage.append([3], to: "f/a", durability: durability)
          try run.expectBytes("f/a", [3], "the bytes, appended after removal,")
        }
      },
      Check("what is not there cannot be removed") { run in
        try run.storage.write([1], to: "f/a")
        for name: StorageName in ["a", "f", "f/b", "f/a/b", "g/a"] {
          for durability in Durability.allCases {
            run.expectNotFound("remove(“\(name)”)") { () throws(StorageError) in
              try run.storage.remove(name, durability: durability)
            }
          }
        }
        try run.expectBytes("f/a", [1])
      },
    ]
  }

  static var listChecks: [Check] {
    [
      Check("a list has the whole tree in the order of bytes") { run in
        let names: [StorageName] = [
          "B", "a", "a-b", "a.b", "ab/c", "b/a/x", "b/a/y/z", "b/b", "b0", "é", "あ", "😀",
        ]
        for name in names.reversed() {
          try run.storage.write([0], to: name, durability: .atomic)
        }
        try run.expectNames(names)
      },
      Check("a list under a folder has what is in it") { run in
        for name: StorageName in ["a/b", "a/c/d", "a-b", "a0", "aa/b", "A/b", "c/a/b"] {
          try run.storage.write([0], to: name, durability: .atomic)
        }
        try run.expectNames(["a/b", "a/c/d"], under: "a")
        try run.expectNames(["a/c/d"], under: "a/c")
        try run.expectNames([], under: "a/b")
        try run.expectNames([], under: "b")
        try run.expectNames([], under: "b/c/d")
      },
    ]
  }
}

import Storage

extension ByteStorageKit {
  static var nameChecks: [Check] {
    [
      Check("names differ by their bytes alone") { run in
        // é in one scalar and in two, which are equal as strings.
        let names: [StorageName] = [
          "A", "a", "e\u{301}", "\u{E9}", " a", "a ", "a%2Fb", "a\\b", "~",
        ]
        for (number, name) in names.enumerated() {
          try run.storage.write([UInt8(number)], to: name, durability: .atomic)
        }
        for (number, name) in names.enumerated() {
          try run.expectBytes(name, [UInt8(number)])
        }
        try run.expectNames(names.sorted())
      },
      Check("names that mean something elsewhere are names here") { run in
        let names: [StorageName] = [
          "%", "*", "-rf", ".a", "...", "_", "'; DROP TABLE bytes; --", "a?b", "a\"b", "CON",
          "$HOME",
        ]
        for name in names {
          try run.storage.write(Array(name.text.utf8), to: name, durability: .atomic)
        }
        for name in names { try run.expectBytes(name, Array(name.text.utf8)) }
        try run.storage.remove("%")
        try run.storage.remove("*")
        try run.storage.remove("_")
        try run.expectNames(names.filter { !["%", "*", "_"].contains($0) }.sorted())
      },
      Check("the longest names are kept") { run in
        let component = String(repeating: "あ", count: 85)
        let parts = Array(repeating: component, count: 4)
        let long = try StorageName(parts.joined(separator: "/"))
        let deep = try StorageName(Array(repeating: "d", count: 64).joined(separator: "/"))
        for name in [long, deep] {
          try run.storage.write([1], to: name, durability: .atomic)
          try run.storage.append([2], to: name, durability: .atomic)
          try run.expectBytes(name, [1, 2])
        }
        try run.expectNames([deep, long])
        try run.storage.remove(deep)
        try run.storage.remove(long)
        try run.expectNames([])
      },
    ]
  }

  static var folderChecks: [Check] {
    [
      Check("a name that holds bytes is no folder") { run in
        try run.storage.write([1], to: "a/b")
        for name: StorageName in ["a/b/c", "a/b/c/d"] {
          run.expectNameTaken(by: "a/b", "write(to: “\(name)”)") { () throws(StorageError) in
            try run.storage.write([2], to: name)
          }
          run.expectNameTaken(by: "a/b", "append(to: “\(name)”)") { () throws(StorageError) in
            try run.storage.append([2], to: name)
          }
          run.expectNotFound("read(“\(name)”)") { () throws(StorageError) in
            _ = try run.storage.read(name)
          }
          run.expect(try run.storage.exists(name), false, "exists(“\(name)”)")
        }
        try run.expectBytes("a/b", [1])
        try run.expectNames(["a/b"])
      },
      Check("a folder holds no bytes") { run in
        try run.storage.write([1], to: "a/b/c")
        for name: StorageName in ["a", "a/b"] {
          for durability in Durability.allCases {
            run.expectNameTaken(by: name, "write(to: “\(name)”)") { () throws(StorageError) in
              try run.storage.write([2], to: name, durability: durability)
            }
            run.expectNameTaken(by: name, "append(to: “\(name)”)") { () throws(StorageError) in
              try run.storage.append([2], to: name, durability: durability)
            }
          }
          run.expectNotFound("read(“\(name)”)") { () throws(StorageError) in
            _ = try run.storage.read(name)
          }
          run.expect(try run.storage.entry(name) == nil, true, "whether “\(name)” has no entry")
        }
        try run.expectNames(["a/b/c"])
      },
      Check("a folder goes with its last name") { run in
        for durability in Durability.allCases {
          try run.storage.write([1], to: "a/b/c")
          try run.storage.remove("a/b/c", durability: durability)
          try run.storage.write([2], to: "a", durability: durability)
          try run.expectBytes("a", [2])
          try run.storage.remove("a", durability: durability)
          try run.storage.append([3], to: "a/b", durability: durability)
          try run.expectBytes("a/b", [3])
          try run.storage.remove("a/b", durability: durability)
        }
      },
    ]
  }
}

package import HikidashiStorage

/// A simple model of a storage, which a real storage is compared with.
package struct DictionaryModel: Sendable {
  package var files: [StorageName: [UInt8]] = [:]

  package init() {}

  /// An operation on a storage.
  package enum Action: Sendable {
    case read(StorageName)
    case write([UInt8], StorageName, Durability)
    case append([UInt8], StorageName, Durability)
    case remove(StorageName, Durability)
    case list(StorageName?)
    case look(StorageName)
  }

  /// The result of an action.
  package enum Outcome: Equatable, Sendable {
    case done
    case bytes([UInt8])
    case names([StorageName])
    case size(Int?)
    case notFound
    case nameTaken(by: StorageName)
    case failed(String)
  }

  package mutating func run(_ action: Action) -> Outcome {
    switch action {
    case .read(let name):
      return files[name].map(Outcome.bytes) ?? .notFound
    case .write(let bytes, let name, _):
      if let other = nameInTheWay(of: name) { return .nameTaken(by: other) }
      files[name] = bytes
    case .append(let bytes, let name, _):
      if let other = nameInTheWay(of: name) { return .nameTaken(by: other) }
      files[name, default: []] += bytes
    case .remove(let name, _):
      return files.removeValue(forKey: name) == nil ? .notFound : .done
    case .list(let folder):
      return .names(files.keys.filter { $0.isUnder(folder) }.sorted())
    case .look(let name):
      return .size(files[name]?.count)
    }
    return .done
  }

  private func nameInTheWay(of name: StorageName) -> StorageName? {
    if files.keys.contains(where: { $0.isUnder(name) }) { return name }
    return files.keys.first { name.isUnder($0) }
  }
}

extension DictionaryModel.Action {
  private static let names: [StorageName] = [
    "a", "b", "a/b", "a/c", "a/b/c", "b/a", "b/a/c", "c/d/e", "c/d/f", "é", "c",
  ]

  package init(using random: inout some RandomNumberGenerator) {
    let name = Self.names.randomElement(using: &random) ?? "a"
    let durability = Durability.allCases.randomElement(using: &random) ?? .none
    let count = [0, 1, 2, 7, 100, 5_000].randomElement(using: &random) ?? 0
    let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: self = .read(name)
    case 2, 3: self = .write(bytes, name, durability)
    case 4, 5: self = .append(bytes, name, durability)
    case 6, 7: self = .remove(name, durability)
    case 8: self = .list(Bool.random(using: &random) ? name : nil)
    default: self = .look(name)
    }
  }
}

extension DictionaryModel.Outcome {
  package init(of action: DictionaryModel.Action, in storage: any ByteStorage) {
    do throws(StorageError) {
      switch action {
      case .read(let name): self = .bytes(try storage.read(name))
      case .write(let bytes, let name, let durability):
        try storage.write(bytes, to: name, durability: durability)
        self = .done
      case .append(let bytes, let name, let durability):
        try storage.append(bytes, to: name, durability: durability)
        self = .done
      case .remove(let name, let durability):
        try storage.remove(name, durability: durability)
        self = .done
      case .list(let folder): self = .names(try storage.list(under: folder).map(\.name))
      case .look(let name): self = .size(try storage.entry(name)?.size)
      }
    } catch .notFound {
      self = .notFound
    } catch .nameTaken(_, let other) {
      self = .nameTaken(by: other)
    } catch {
      self = .failed("\(error)")
    }
  }
}

extension DictionaryModel.Action: CustomStringConvertible {
  package var description: String {
    switch self {
    case .read(let name): "read(\(name))"
    case .write(let bytes, let name, let durability):
      "write(\(bytes.count) bytes, \(name), \(durability))"
    case .append(let bytes, let name, let durability):
      "append(\(bytes.count) bytes, \(name), \(durability))"
    case .remove(let name, let durability): "remove(\(name), \(durability))"
    case .list(let folder): "list(\(folder?.text ?? "everything"))"
    case .look(let name): "entry(\(name))"
    }
  }
}

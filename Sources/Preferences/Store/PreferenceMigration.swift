internal import HikidashiRecords
public import HikidashiStorage
internal import HikidashiValues

/// A change of stored settings from an older version of the app to a newer one.
///
/// ```swift
/// let migrations = [
///   PreferenceMigration(to: "1.2") { $0.rename("jobs", to: "network.jobs") },
///   PreferenceMigration(to: "2.0") { file in
///     file.change("timeout") { (seconds: Int) in Duration.seconds(seconds) }
///     file.remove("colours")
///   },
/// ]
/// ```
///
/// Migrations whose version is newer than the one that wrote the file run in the order of their
/// versions, before any setting is read. The result is stored with the version of the app that
/// runs.
public struct PreferenceMigration: Sendable {
  /// The first version of the app that needs the change.
  public let version: AppVersion
  let change: @Sendable (inout PreferenceFile) -> Void

  /// A change of values that versions before the given one stored.
  ///
  /// - Parameters:
  ///   - version: The first version of the app that stores settings in the new way.
  ///   - change: Converts the settings. A key may be missing, and a value may be of any kind.
  public init(to version: AppVersion, _ change: @escaping @Sendable (inout PreferenceFile) -> Void)
  {
    self.version = version
    self.change = change
  }
}

extension PreferenceFile {
  /// The JSON of the value with this whole key, as in `network.jobs`; nil if there is none.
  public func json(_ key: String) -> String? {
    Self.find(key.split(separator: "."), in: members).map { value in
      Self.node(value)?.text ?? "null"
    }
  }

  /// Sets a value to JSON text; has no effect if the text is not valid JSON or the key is empty.
  public mutating func set(_ key: String, json: String) {
    guard let node = try? JSONNode(parsing: json) else { return }
    put(.leaf(node), key)
  }

  /// Removes a value or a group, and returns whether it was there.
  @discardableResult
  public mutating func remove(_ key: String) -> Bool {
    Self.take(key.split(separator: "."), from: &members) != nil
  }

  /// Moves a value or a group to another key, and replaces what is there. Has no effect if the old
  /// key does not exist.
  public mutating func rename(_ key: String, to new: String) {
    guard let value = Self.take(key.split(separator: "."), from: &members) else { return }
    put(value, new)
  }

  /// Converts a value to another type. Has no effect if it is not of the old type, or `change`
  /// returns nil.
  public mutating func change<Old: PreferenceValue, New: PreferenceValue>(
    _ key: String, _ change: (Old) -> New?
  ) {
    guard let value = Self.find(key.split(separator: "."), in: members),
      let node = Self.node(value), let content = PreferenceContent(node, as: Old.preferenceType),
      let old = Old(content: content), let new = change(old)
    else { return }
    set(key, json: new.content.jsonText)
  }

  private mutating func put(_ value: Value, _ key: String) {
    let path = key.split(separator: ".")
    _ = Self.take(path, from: &members)
    Self.put(value, path[...], into: &members)
  }

  private static func find(_ path: [Substring], in members: [Member]) -> Value? {
    guard let first = path.first, let member = members.last(where: { $0.key == first }) else {
      return nil
    }
    if path.count == 1 { return member.value }
    guard case .object(let inner) = member.value else { return nil }
    return find(Array(path.dropFirst()), in: inner)
  }

  /// Removes a value and all others of the same key, and returns it.
  private static func take(_ path: [Substring], from members: inout [Member]) -> Value? {
    guard let first = path.first else { return nil }
    if path.count == 1 {
      let found = members.last { $0.key == first }?.value
      if found != nil { members.removeAll { $0.key == first } }
      return found
    }
    for index in members.indices.reversed() where members[index].key == first {
      guard case .object(var inner) = members[index].value,
        let found = take(Array(path.dropFirst()), from: &inner)
      else { continue }
      if inner.isEmpty { members.remove(at: index) } else { members[index].value = .object(inner) }
      return found
    }
    return nil
  }

  private static func put(
    _ value: Value, _ path: ArraySlice<Substring>, into members: inout [Member]
  ) {
    guard let first = path.first else { return }
    if path.count == 1 { return members.append(Member(key: String(first), value: value)) }
    if let index = members.lastIndex(where: { $0.key == first }) {
      var inner: [Member] = []
      if case .object(let old) = members[index].value { inner = old }
      put(value, path.dropFirst(), into: &inner)
      members[index].value = .object(inner)
      return
    }
    var inner: [Member] = []
    put(value, path.dropFirst(), into: &inner)
    members.append(Member(key: String(first), value: .object(inner)))
  }
}

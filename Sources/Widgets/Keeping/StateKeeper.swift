internal import CHikidashiGTK
internal import FoundationEssentials
internal import HikidashiPreferences

/// Keeps the state of one part: puts back what was kept once the part stands in a window, and notes what
/// has changed since.
@MainActor
final class StateKeeper {
  private struct Aspect {
    var name: String
    /// Nil leaves what was kept as it is.
    var read: @MainActor () -> String?
    var putBack: @MainActor (String) -> Void
  }

  private weak var part: Part?
  private let place: StateFile.Place
  private var store: StateStore?
  private var aspects: [Aspect] = []
  private var changed: Set<String> = []
  private var hasBegun = false
  private var connections: [SignalConnection] = []

  /// - Parameter store: Nil takes that of the app, once there is one.
  init(_ part: Part, _ place: StateFile.Place, in store: StateStore?) {
    self.part = part
    self.place = place
    self.store = store
  }

  /// Adds an aspect; they are put back in the order in which they are added.
  ///
  /// - Parameters:
  ///   - name: Its name in the file.
  ///   - read: Returns its value, or nil while that is not to be kept.
  ///   - putBack: Takes the value that was kept.
  func keep<Value: Codable>(
    _ name: String, _ read: @escaping @MainActor () -> Value?,
    putBack: @escaping @MainActor (Value) -> Void
  ) {
    aspects.append(
      Aspect(
        name: name, read: { read().flatMap { StateCoding.text($0) } },
        putBack: { text in
          // What another version has written otherwise is as if nothing was kept.
          if let value: Value = StateCoding.value(text) { putBack(value) }
        }))
  }

  /// Puts back what was kept: now, or when the part stands in a window.
  func start() {
    begin()
    let handlers: [(String, @MainActor (StateKeeper) -> Void)] = [
      ("notify::root", { $0.begin() }), ("map", { $0.begin() }), ("unmap", { $0.collect() }),
    ]
    for (signal, handle) in handlers {
      let connection = part?.on(signal) { [weak self] _ in
        if let self { handle(self) }
      }
      if let connection { connections.append(connection) }
    }
  }

  private func begin() {
    guard !hasBegun, let native = part?.native, gtk_widget_get_root(native) != nil else { return }
    store = store ?? part?.window?.app?.state ?? App.current?.state
    guard let store else { return }
    hasBegun = true
    let state = store.use(place)
    for aspect in aspects {
      if let text = state[aspect.name] { aspect.putBack(text) }
    }
    // What was just put back is no change.
    changed = []
  }

  /// Notes that an aspect may be another now; it is read a moment later.
  func note(_ aspect: String) {
    guard hasBegun, changed.insert(aspect).inserted, changed.count == 1 else { return }
    store?.note(self)
  }

  /// Reads what has changed.
  func collect() {
    guard !changed.isEmpty, part?.native != nil else { return }
    var state: StateFile.State = [:]
    for aspect in aspects where changed.contains(aspect.name) {
      if let text = aspect.read() { state[aspect.name] = text }
    }
    changed = []
    store?.keep(state, at: place)
  }

  /// Another keeper takes its place, or the part ends.
  func end() {
    collect()
    for connection in connections { connection.disconnect() }
    connections = []
    hasBegun = false
  }
}

/// States as they stand in a file.
enum StateCoding {
  /// The JSON of a value in one line; nil for what has none, as a number that is no number.
  static func text(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    // Equal values are equal text.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of a JSON text; nil where it is none of this type.
  static func value<Value: Decodable>(_ text: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}

extension Part {
  /// Keeps the part's state from one run to the next.
  ///
  /// - Parameters:
  ///   - place: Where it is kept.
  ///   - store: Nil takes that of the app.
  ///   - aspects: Says what is kept, by ``StateKeeper/keep(_:_:putBack:)``.
  func keepState(
    at place: StateFile.Place, in store: StateStore?, _ aspects: (StateKeeper) -> Void
  ) {
    guard native != nil else { return }
    stateKeeper?.end()
    let keeper = StateKeeper(self, place, in: store)
    aspects(keeper)
    stateKeeper = keeper
    keeper.start()
  }

  /// Keeps the part's state under a key, or under that of one of several of its kind.
  func keepState(
    _ key: String, for document: String?, in store: StateStore?, _ aspects: (StateKeeper) -> Void
  ) {
    let place: StateFile.Place = document.map { .document($0, of: key) } ?? .part(key)
    keepState(at: place, in: store, aspects)
  }

  /// Keeps one value of the part under a key, with a name in the file, how it is read and how it is put
  /// back.
  func keepState<Value: Codable>(
    _ key: String, for document: String?, in store: StateStore?, as name: String,
    _ read: @escaping @MainActor () -> Value?, putBack: @escaping @MainActor (Value) -> Void
  ) -> Self {
    keepState(key, for: document, in: store) { $0.keep(name, read, putBack: putBack) }
    return self
  }

  /// Lets the app save settings that a person can change in the part: from now on or, as it may be
  /// made before the app, from when it is seen.
  func letAppSave(_ store: PreferenceStore) {
    App.current?.saves(settings: store)
    on("map") { _ in App.current?.saves(settings: store) }
  }
}

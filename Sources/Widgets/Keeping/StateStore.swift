internal import HikidashiBase
public import HikidashiStorage

/// Keeps what a person has set up in windows and parts, and brings it back at the next start.
///
/// Every app has one, ``App/state``, in its folder for state; parts find it by themselves. Give another
/// one to a part where there is no app, as in a test:
///
/// ```swift
/// let store = StateStore(in: MemoryStorage())
/// let list = TableView(["Tea", "Cup"]).keeping("list", in: store)
/// ```
///
/// A change is written within half a second, on another thread. A file that cannot be read is put aside,
/// and everything is as the app has made it.
@MainActor
public final class StateStore {
  private var file: StateFile
  private let writer: StateWriter
  /// What is not handed to the writer yet.
  private var unsaved: [StateFile.Place: StateFile.State] = [:]
  /// Those that have something to read.
  private var changed: [StateKeeper] = []
  private var isWaiting = false
  private var values: [String: () -> AnyObject?] = [:]
  private var rooms: [String: () -> StateStore?] = [:]
  /// Of which store this is a room, and the name of the room.
  private let house: (store: StateStore, name: String)?
  private let mail: Mail
  /// Called when a state could not be read or written; at once for what was wrong before.
  var onProblem: (@MainActor (StateProblem) -> Void)? {
    didSet { tellProblems() }
  }

  /// What the writer has to tell, on its way to the main actor.
  private final class Mail: Sendable {
    let problems = Guarded<[StateProblem]>([])
  }

  /// From a change to its writing. Changes that go on and on must not put it off, so that it is counted
  /// from the first of them.
  private static let delay = Duration.milliseconds(300)

  /// Opens a store, and reads what is there: `state.json` in the storage.
  ///
  /// - Complexity: O(*n*) in the bytes of the file, which has at most 200 documents of a kind.
  public init(in storage: any ByteStorage) {
    let mail = Mail()
    self.mail = mail
    house = nil
    let tell = Telling()
    writer = StateWriter(storage) { problem in
      mail.problems.withLock { $0.append(problem) }
      Task { @MainActor in tell.store?.tellProblems() }
    }
    file = writer.open()
    tell.store = self
  }

  private init(_ name: String, in house: StateStore) {
    self.house = (house, name)
    (file, writer, mail) = (StateFile(), house.writer, house.mail)
  }

  @MainActor
  private final class Telling {
    weak var store: StateStore?
  }

  isolated deinit {
    if !unsaved.isEmpty { writer.write(unsaved) }
  }

  private func tellProblems() {
    guard let onProblem else { return }
    let problems = mail.problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
    for problem in problems { onProblem(problem) }
  }

  /// Writes at once what has changed, and waits until that is done. An app does it at its end.
  public func save() {
    if let house { return house.store.save() }
    collect()
    writer.wait()
  }

  /// Hands what has changed to the writer.
  private func collect() {
    let keepers = changed
    changed = []
    for keeper in keepers { keeper.collect() }
    guard !unsaved.isEmpty else { return }
    writer.write(unsaved)
    unsaved = [:]
  }

  private func collectSoon() {
    guard !isWaiting else { return }
    isWaiting = true
    Task { [weak self] in
      try? await Task.sleep(for: Self.delay)
      self?.isWaiting = false
      self?.collect()
    }
  }
}

// MARK: - States

extension StateStore {
  /// The state that was kept at a place. A document counts as used.
  func use(_ place: StateFile.Place) -> StateFile.State {
    if let house { return house.store.use(place.within(house.name)) }
    if case .document = place, !file[place].isEmpty { put([:], at: place) }
    return file[place]
  }

  /// Keeps aspects of a state.
  func keep(_ aspects: StateFile.State, at place: StateFile.Place) {
    if let house { return house.store.keep(aspects, at: place.within(house.name)) }
    let old = file[place]
    let new = aspects.filter { old[$0.key] != $0.value }
    if !new.isEmpty { put(new, at: place) }
  }

  private func put(_ aspects: StateFile.State, at place: StateFile.Place) {
    file.put(aspects, at: place)
    unsaved[place, default: [:]].merge(aspects) { $1 }
    collectSoon()
  }

  /// A keeper has something to be read, soon and once.
  func note(_ keeper: StateKeeper) {
    if let house { return house.store.note(keeper) }
    changed.append(keeper)
    collectSoon()
  }
}

// MARK: - Values

extension StateStore {
  /// Returns a value of the app's own that comes back at the next start. The same key gives the same
  /// object as long as somebody has it.
  ///
  /// - Parameters:
  ///   - key: The name of the value, unique in the app.
  ///   - initial: What it is where nothing was kept, or where what was kept cannot be read.
  public func kept<Value>(_ key: String, default initial: Value) -> Kept<Value> {
    if let kept = values[key]?() as? Kept<Value> { return kept }
    let kept = Kept(key, initial, self)
    values[key] = { [weak kept] in kept }
    return kept
  }
}

// MARK: - Rooms

extension StateStore {
  /// Returns the part of the store that belongs to one of several windows of a kind. It is written with the
  /// whole, and the same names mean others in it.
  ///
  /// ```swift
  /// let list = TableView(names).keeping("list", in: app.state.room("second window"))
  /// ```
  ///
  /// - Parameter name: The name of the room, unique in the store.
  public func room(_ name: String) -> StateStore {
    if let room = rooms[name]?() { return room }
    let room = StateStore(name, in: self)
    rooms[name] = { [weak room] in room }
    return room
  }
}

extension StateFile.Place {
  /// The place in a room of the store.
  fileprivate func within(_ room: String) -> Self {
    switch self {
    case .window(let name): .window(room + "/" + name)
    case .part(let key): .part(room + "/" + key)
    case .document(let name, let kind): .document(name, of: room + "/" + kind)
    case .value(let key): .value(room + "/" + key)
    }
  }
}

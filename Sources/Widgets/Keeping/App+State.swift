internal import HikidashiBase
internal import HikidashiPresentation
internal import HikidashiStorage

extension App {
  /// What the app's windows and parts keep from one run to the next, in the app's folder for state.
  ///
  /// It is opened when a window or a part first asks for it, and written a moment after each change and at
  /// the end of the app.
  public var state: StateStore {
    if let madeState { return madeState }
    let made = StateStore(in: stateStorage)
    madeState = made
    return made
  }

  /// Returns a value of the app's own that comes back at the next start; see ``Kept``.
  ///
  /// - Parameters:
  ///   - key: The name of the value, unique in the app.
  ///   - initial: What it is where nothing was kept, or where what was kept cannot be read.
  public func kept<Value>(_ key: String, default initial: Value) -> Kept<Value> {
    state.kept(key, default: initial)
  }

  private var stateStorage: any ByteStorage {
    do throws(StorageError) {
      if let folder = UserFolders.state(of: id) { return try FolderStorage(folder) }
    } catch {
      log?.write(.warning, error.description)
    }
    // An app must start where nothing can be kept.
    return MemoryStorage()
  }

  /// Tells of a state that cannot be read or written: a person of what was lost, the log of all.
  func followState() {
    var last = ""
    state.onProblem = { [weak self] problem in
      guard let self, problem.description != last else { return }
      last = problem.description
      log?.write(.warning, problem.description)
      guard case .damaged = problem else { return }
      windows.first?.show(
        Toast(tr("How windows and lists were left could not be read, and begins anew")))
    }
  }
}

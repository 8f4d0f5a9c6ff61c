internal import Dispatch
internal import HikidashiBase
internal import HikidashiStorage
internal import HikidashiValues

/// Reads the file of a ``StateStore``, and writes changes to it on a queue of its own.
///
/// Several processes may keep their state in one file: what others have written is read before each
/// write, and only what was changed here is put into it.
final class StateWriter: Sendable {
  private struct Known {
    var file = StateFile()
    /// The bytes that are known to be in the storage; nil for none.
    var bytes: [UInt8]?
    /// What could not be written yet.
    var unsaved: [StateFile.Place: StateFile.State] = [:]
  }

  static let name: StorageName = "state.json"

  private let storage: any ByteStorage
  private let queue = DispatchQueue(label: "StateStore")
  private let known = Guarded(Known())
  /// Called on the queue.
  private let report: @Sendable (StateProblem) -> Void

  init(_ storage: any ByteStorage, report: @escaping @Sendable (StateProblem) -> Void) {
    self.storage = storage
    self.report = report
  }

  /// Returns what the file has. A damaged one is put aside behind the caller's back: nobody waits for it.
  func open() -> StateFile {
    let (file, isDamaged) = known.withLock { known in
      guard let bytes = (try? read()) ?? nil else { return (StateFile(), false) }
      guard let file = try? StateFile(bytes) else { return (StateFile(), true) }
      known.bytes = bytes
      known.file = file
      return (file, false)
    }
    if isDamaged { write([:]) }
    return file
  }

  /// Puts aspects of states into the file, some time later.
  func write(_ changes: [StateFile.Place: StateFile.State]) {
    queue.async { [self] in
      for problem in writeNow(changes) { report(problem) }
    }
  }

  /// Waits until everything is written, as far as it can be.
  func wait() { queue.sync {} }

  private func writeNow(_ changes: [StateFile.Place: StateFile.State]) -> [StateProblem] {
    known.withLock { known in
      var problems: [StateProblem] = []
      for (place, aspects) in changes {
        known.unsaved[place, default: [:]].merge(aspects) { $1 }
      }
      do throws(StorageError) {
        if let bytes = try read(), bytes != known.bytes {
          do throws(JSONFileDamage) { known.file = try StateFile(bytes) } catch {
            // What is known here takes its place.
            let copy = try storage.setAside(bytes, of: Self.name)
            problems.append(.damaged(setAside: copy.text, reason: error.reason))
          }
          known.bytes = bytes
        }
        for (place, aspects) in known.unsaved { known.file.put(aspects, at: place) }
        let text = Array(known.file.text.utf8)
        // All of the old file or all of the new one, also where the power fails.
        if text != known.bytes {
          try storage.write(text, to: Self.name, durability: .atomic)
        }
        known.bytes = text
        known.unsaved = [:]
      } catch {
        problems.append(.notSaved(error))
      }
      return problems
    }
  }

  private func read() throws(StorageError) -> [UInt8]? {
    do throws(StorageError) { return try storage.read(Self.name) } catch .notFound { return nil }
  }
}

/// Why a state does not come back.
enum StateProblem: Error, Sendable, CustomStringConvertible {
  /// The file was damaged and was put aside under another name.
  case damaged(setAside: String, reason: String)
  case notSaved(StorageError)

  var description: String {
    switch self {
    case .damaged(let copy, let reason):
      tr(
        "{} is damaged ({}) and was renamed to “{}”; the defaults are used", StateWriter.name.text,
        reason, copy)
    case .notSaved(let error): tr("Changes are not saved: {}", error.description)
    }
  }
}

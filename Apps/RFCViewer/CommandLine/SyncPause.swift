import RFCKit
import Synchronization

/// What the key `p` does while a sync runs.
final class SyncPause: Sendable {
  private let sync: RFCSync
  private let progress: SyncProgress
  private let isPaused = Mutex(false)

  init(_ sync: RFCSync, _ progress: SyncProgress) {
    self.sync = sync
    self.progress = progress
  }

  /// Takes a key; on any thread, one after another.
  @Sendable func press(_ key: UInt8) {
    guard key == UInt8(ascii: "p") || key == UInt8(ascii: "P") else { return }
    let isPaused = isPaused.withLock { isPaused in
      isPaused.toggle()
      return isPaused
    }
    progress.show(isPaused ? .beginning : .none)
    guard isPaused else { return sync.resume() }
    Task { [self] in
      await sync.suspend()
      // The key may have come again meanwhile, also before this began.
      let isPaused = self.isPaused.withLock { isPaused in
        if isPaused { progress.show(.whole) }
        return isPaused
      }
      if !isPaused { sync.resume() }
    }
  }
}

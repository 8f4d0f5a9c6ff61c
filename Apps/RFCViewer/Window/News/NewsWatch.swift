internal import Hikidashi

/// Does something again and again while the app runs, as asking for what is new.
///
/// Where the network was away meanwhile, ``MirrorLink`` asks once it is back.
@MainActor
final class NewsWatch {
  private var running: Task<Void, Never>?

  /// - Parameter interval: A machine that sleeps is one on which time goes by.
  init(every interval: Duration = .seconds(3_600), _ ask: @escaping @MainActor () -> Void) {
    running = Task {
      while (try? await Task.sleep(for: interval)) != nil { ask() }
    }
  }

  isolated deinit { running?.cancel() }
}

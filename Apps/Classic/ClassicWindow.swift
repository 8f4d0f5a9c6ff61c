import Hikidashi
import Observation

/// A scene by settings, three alerts that wait for one another, and a pool with its progress.
@Observable @MainActor
final class ClassicWindow {
  /// What became of the alerts, in their order.
  private(set) var answers: [String] = []
  private(set) var jobs: [Job<Int>] = []
  let pool = WorkerPool<Int, Int>(name: "squares", workers: 2) { number in
    try await Task.sleep(for: .milliseconds(50))
    return number * number
  }
  private let settings: Settings
  private let store: PreferenceStore

  private struct Greeting: Identifiable, Equatable { let id: String }

  init(_ settings: Settings, _ store: PreferenceStore) {
    (self.settings, self.store) = (settings, store)
  }

  func window() -> Window {
    let told = Label {
      self.answers.isEmpty ? "Nothing was asked" : self.answers.joined(separator: ", ")
    }
    return Window("Classic", width: 560, height: 520) {
      HeaderBar {
        Button("_Three Alerts") { try await self.ask(over: told.window) }
        Button("_Squares") { try self.compute() }
      } end: {
        Button("_Preferences", action: "win.preferences")
      }
      Stack(.vertical, spacing: 12) {
        ForEach([Greeting(id: self.store[self.settings.words])]) { self.scene($0.id) }
        told
        ProgressBar { self.pool.status.fraction }
        Label { "\(self.pool.status.done) of \(self.jobs.count) squares" }
      }.margin(18)
    }
    .preferences(store)
  }

  private func scene(_ words: String) -> Part {
    do {
      let scene = try Scene(size: Size(480, 240), repeats: .infinity) {
        Element(.text(words, font: Font(size: 32)))
          .move(from: Point(120, 120), to: Point(360, 120), over: 2, curve: .easeInOut)
      }
      let view = try SceneView(scene, words)
      view.follow { [settings, store] in $0.player.rate = store[settings.speed] }
      return view.playing(pausesOnPress: true)
    } catch {
      return StatusPage("The scene cannot be shown", description: "\(error)")
    }
  }

  /// Asks three things, each when the one before has ended, however it ended.
  func ask(over window: Window?) async throws {
    guard let window else { return }
    let first = try window.enqueue(Alert("First: begin?", choices: [.cancel, "Begin"]))
    let second = try window.enqueue(
      Alert("Second: go on?", choices: [.cancel, "Go on"]), after: [first])
    let third = try window.enqueue(
      Alert("Third: end?", choices: [.cancel, "End"]), after: [second])
    answers = []
    for alert in [first, second, third] {
      if case .answered(let choice) = await alert.ending { answers.append(choice.id) }
    }
  }

  func compute() throws {
    jobs += try (1...40).map { try pool.enqueue($0) }
  }
}

import Glibc
import Hikidashi

/// A process whose window keeps all that is done in it, to be killed at any moment.
///
/// Once its window is drawn it says what has come back, `back COUNT DIVIDER ROW`, on standard output. Then it
/// goes on from there: it counts, moves the divider and selects a row, again and again, and says
/// `old COUNT` when that was done a second ago, or as many as `KEEPING_SECONDS` says.
@MainActor
final class Doing {
  private let count: Kept<Int>
  private let seconds = getenv("KEEPING_SECONDS").flatMap { Int(String(cString: $0)) } ?? 1
  private let list = TableView((0..<50).map { "row \($0)" }).keeping("list")
  private let pane: SplitPane

  init(_ app: App) {
    count = app.kept("count", default: 0)
    let list = list
    pane = SplitPane(position: 200) {
      list
    } end: {
      Label("It is kept.")
    }.keeping("pane")
  }

  func makeWindow() -> Window {
    let window = Window("Keeping") { pane }
    Task { await run(in: window) }
    return window
  }

  private func run(in window: Window) async {
    await window.drawn()
    say("back \(count.value) \(pane.position) \(list.selectedIndices.first ?? -1)")
    while true {
      let next = count.value + 1
      count.value = next
      pane.position = 200 + next % 100
      list.selectedIndices = [next % 50]
      Task {
        try? await Task.sleep(for: .seconds(seconds))
        say("old \(next)")
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}

App(id: "io.github.hikidashi.KeepingApp", instance: .separate) {
  guard let app = App.current else { return [] }
  return [Doing(app).makeWindow()]
}.run()

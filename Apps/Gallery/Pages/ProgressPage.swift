import Hikidashi

enum ProgressPage: GalleryPage {
  static let title = tr("Progress bar")
  static let summary = tr("Starts, shows how far it has come, and can be cancelled.")
  static let file = #filePath

  static func make() -> Part {
    let bar = ProgressBar()
    bar.fraction = 0.4
    bar.text = "40 %"
    // A task of its own, as the other button cancels it.
    var work: Task<Void, Never>?
    return Clamp {
      bar
      Stack(.horizontal, spacing: 6) {
        Button("Start") {
          work?.cancel()
          work = Task {
            for percent in 0...100 {
              bar.fraction = Double(percent) / 100
              bar.text = "\(percent) %"
              do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
            }
          }
        }
        Button("Cancel") {
          work?.cancel()
          bar.text = "Cancelled"
        }
      }
    }.margin(24)
  }
}

internal import Hikidashi
internal import TimelineKit

/// Tells what a rule would do while it is written, without keeping anybody from writing.
@MainActor
final class PreviewLine {
  private let make: @MainActor (TimelineRule) async -> String
  private let show: @MainActor (String) -> Void
  /// What is written now; nil where that is told.
  private var wanted: TimelineRule?
  private var making: Task<Void, Never>?

  /// - Parameters:
  ///   - make: Finds out what a rule would do.
  ///   - show: Shows it.
  init(
    make: @escaping @MainActor (TimelineRule) async -> String,
    show: @escaping @MainActor (String) -> Void
  ) {
    (self.make, self.show) = (make, show)
  }

  /// A label that follows a rule.
  static func label(
    of reader: Reader, _ rule: @escaping @MainActor () -> TimelineRule
  ) -> Label {
    let label = Label().wrapping().styleClass("dim-label")
    let line = PreviewLine {
      await reader.preview(of: $0)
    } show: { [weak label] in
      label?.text = $0
    }
    return label.follow(rule) { _, rule in line.tell(of: rule) }
  }

  /// Tells of a rule soon, unless another is written before. Only one is looked at at a time.
  func tell(of rule: TimelineRule) {
    wanted = rule
    guard making == nil else { return }
    making = Task {
      while let rule = wanted {
        wanted = nil
        let words = await make(rule)
        if wanted == nil { show(words) }
      }
      making = nil
    }
  }

  /// Waits until the last rule is told of.
  func settled() async {
    while let making { await making.value }
  }
}

import Hikidashi

enum ConditionsPage: GalleryPage {
  static let title = "Only when"
  static let summary = "Ask first, then switch both on: what waits comes when its conditions hold."
  static let file = #filePath

  static func make() -> Part {
    let (online, awake) = (Condition(false), Condition(false))
    let state = Label("Nothing is waiting").styleClass("title-2").align(horizontal: .center)
    @MainActor func follow(_ asked: PresentationItem<Choice>) async {
      for await status in asked.statuses {
        switch status.ending {
        case .answered(let choice): state.text = "Answered: \(choice.title)"
        case .unanswered(let reason): state.text = "\(reason)"
        case nil: state.text = status.state == .waiting ? "It waits" : "It is shown"
        }
      }
    }
    return Stack(.vertical, spacing: 12) {
      state
      Switch("_Online") { online.isMet = $0 }
      Switch("_Awake") { awake.isMet = $0 }
      Button("_Install …") {
        let alert = Alert("Install the new version?", choices: [.cancel, .preferred("_Install")])
        guard let asked = try? state.window?.enqueue(alert, when: [online, awake]) else { return }
        Task { await follow(asked) }
      }
    }.margin(24).align(horizontal: .center, vertical: .center)
  }
}

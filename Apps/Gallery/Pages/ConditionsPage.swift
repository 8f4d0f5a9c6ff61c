import Hikidashi

enum ConditionsPage: GalleryPage {
  static let title = tr("Only when")
  static let summary = tr(
    """
    Ask first, then switch both on: what waits comes when its conditions hold.
    """)
  static let file = #filePath

  static func make() -> Part {
    let (online, awake) = (Condition(false), Condition(false))
    let state = Label("Nothing is waiting").styleClass("title-2").align(horizontal: .center)
    return Clamp {
      state
      Switch("_Online") { online.isMet = $0 }
      Switch("_Awake") { awake.isMet = $0 }
      Button("_Install …") {
        let alert = Alert("Install the new version?", choices: [.cancel, .preferred("_Install")])
        guard let asked = try state.window?.enqueue(alert, when: [online, awake]) else { return }
        state.follow(asked.statuses) { label, status in
          switch status.ending {
          case .answered(let choice): label.text = "Answered: \(choice.title)"
          case .unanswered(let reason): label.text = "\(reason)"
          case nil: label.text = status.state == .waiting ? "It waits" : "It is shown"
          }
        }
      }
    }.margin(24)
  }
}

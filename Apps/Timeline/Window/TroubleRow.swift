internal import Hikidashi
internal import TimelineKit

/// Says quietly which sources could not be refreshed, and why.
@MainActor
final class TroubleRow: Stack {
  init(_ reader: Reader) {
    super.init(
      .horizontal, spacing: 12,
      [
        Label { reader.troubles }.wrapping().styleClass("caption").expand(.horizontal),
        Button(tr("_Token …"), action: "win.token").styleClass("flat").visible {
          !reader.closed.isEmpty
        },
        Button(tr("_Retry")) {
          await reader.refresh(reader.sources.filter { reader.problems[$0.id] != nil })
        }.styleClass("flat"),
      ])
    margin(6)
    visible { !reader.troubles.isEmpty }
  }
}

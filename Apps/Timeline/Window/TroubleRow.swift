internal import Hikidashi
internal import TimelineKit

/// Says quietly that sources could not be refreshed, and why where it is one.
@MainActor
final class TroubleRow: Stack {
  private let reader: Reader

  /// - Parameter timeline: The window, whose sources can be removed.
  init(_ reader: Reader, _ timeline: TimelineWindow) {
    self.reader = reader
    super.init(.horizontal, spacing: 12, [])
    let parts: [Part] = [
      Label { reader.troubles }.wrapping().styleClass("caption").expand(.horizontal),
      Button(tr("_Details")) { [weak self] in try await self?.showDetails() }.styleClass("flat")
        .visible { reader.failures.count > 1 },
      Button(tr("_Token …"), action: "win.token").styleClass("flat").visible {
        !reader.closed.isEmpty
      },
      Button(tr("_Remove")) { [weak timeline] in
        guard let timeline, let gone = reader.goneSource else { return }
        SourceDialogs(timeline).remove(gone)
      }.styleClass("flat").visible { reader.goneSource != nil },
      Button(tr("_Retry")) {
        await reader.refresh(reader.sources.filter { reader.problems[$0.id] != nil })
      }.styleClass("flat"),
      Button(icon: "window-close-symbolic", label: tr("Close")) {
        reader.closedTroubles = reader.troubles
      }.styleClass("flat"),
    ]
    for part in parts { append(part) }
    margin(6)
    visible { !reader.troubles.isEmpty && reader.troubles != reader.closedTroubles }
  }

  private func showDetails() async throws {
    guard let window else { return }
    let failures = reader.failures
    _ = try await window.present(
      Modal<Bool>(tr("Sources That Couldn’t Be Updated"), width: 480) { answer in
        Scroller(
          Stack(
            .vertical, spacing: 12,
            failures.map { title, reason in
              Stack(
                .vertical, spacing: 2,
                [
                  Label(title).styleClass("heading").wrapping(),
                  Label(reason.asSentence).styleClass("caption").wrapping(),
                ])
            }), maximumHeight: 400)
        Button(tr("_Close")) { answer(true) }.asDefault()
      })
  }
}

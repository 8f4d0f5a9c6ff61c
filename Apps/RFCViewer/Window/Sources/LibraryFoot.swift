internal import Hikidashi
internal import RFCKit

/// What stands below the list: an offer to a newcomer, a download under way, what is new, and that the
/// mirror cannot be had.
@MainActor
final class LibraryFoot {
  let part: Stack

  init(_ link: MirrorLink, _ download: LibraryDownload, _ offer: LibraryOffer) {
    footSheet.install()
    part = Stack(
      .vertical, spacing: 0,
      [
        Self.offer(offer), Self.progress(download), Self.looking(link), Self.offline(link),
      ])
  }

  private static func offer(_ offer: LibraryOffer) -> Part {
    let starter = Label(
      tr(
        "The {} most-read RFCs, from HTTP and TCP to TLS (about {})",
        RFCStarterSet.numbers.count, SyncProgress.amount(RFCStarterSet.byteCount))
    ).wrapping().styleClass("caption").visible { offer.hasStarter }
    let installed = Label {
      tr(
        "{} are already on this computer, from a system package.",
        RFCList.text(count: offer.installedCount ?? 0))
    }.wrapping().styleClass("caption").visible { offer.installedCount != nil }
    // One button below the other: the list may be narrow.
    return Stack(.vertical, spacing: 6) {
      Stack(.horizontal, spacing: 6) {
        Label(tr("Read Offline")).ellipsized().styleClass("heading").expand(.horizontal)
        Button(tr("_Not Now")) { offer.decline() }.styleClass("flat")
      }
      starter
      Button(tr("_Download")) { offer.take(.starter) }.styleClass("suggested-action")
        .align(horizontal: .start).visible { offer.hasStarter }
      installed
      Button(tr("_Use Local Copies")) { offer.take(.installed) }
        .align(horizontal: .start).visible { offer.installedCount != nil }
    }.styleClass("rfc-foot", "rfc-offer").visible { offer.isOpen }
  }

  private static func progress(_ download: LibraryDownload) -> Part {
    let isHeld: @MainActor @Sendable () -> Bool = {
      download.phase == .paused || download.phase == .pausing
    }
    let words = Label { text(download) }.ellipsized().styleClass("caption").expand(.horizontal)
    let line = Stack(
      .horizontal, spacing: 2,
      [
        words,
        Button(icon: "media-playback-pause-symbolic", label: tr("Pause Download")) {
          download.pause()
        }.styleClass("flat").visible { !isHeld() },
        Button(icon: "media-playback-start-symbolic", label: tr("Resume Download")) {
          download.resume()
        }.styleClass("flat").visible(isHeld),
        Button(icon: "window-close-symbolic", label: tr("Cancel Download")) { download.cancel() }
          .styleClass("flat"),
      ])
    let bar = ProgressBar { download.status?.fraction ?? 0 }.styleClass("rfc-slim")
    return Stack(.vertical, spacing: 2, [line, bar]).styleClass("rfc-foot")
      .visible { download.phase != .idle }
  }

  private static func text(_ download: LibraryDownload) -> String {
    let status = download.status
    let amount = status.map {
      tr("{} of {}", RFCList.text(count: $0.done), RFCList.text(count: $0.total))
    }
    let bytes = status.map { $0.bytes > 0 ? SyncProgress.amount($0.bytes) : nil } ?? nil
    let state =
      switch download.phase {
      case .idle: ""
      case .running: tr("Downloading")
      case .pausing: tr("Pausing …")
      case .paused: tr("Download paused")
      case .waiting: tr("Resumes when you’re online")
      }
    return [state, amount, bytes].compactMap { $0 }.joined(separator: " · ")
  }

  /// That something is new, and the way to it.
  static func news(_ news: WhatIsNew) -> Part {
    footSheet.install()
    let words = Label { news.hint ?? "" }.ellipsized().styleClass("caption").expand(.horizontal)
    return Stack(
      .horizontal, spacing: 8,
      [words, Button(tr("_What’s New")) { news.present() }.styleClass("flat", "caption")]
    ).styleClass("rfc-foot").visible { news.hint != nil }
  }

  private static func looking(_ link: MirrorLink) -> Part {
    let wheel = Spinner(tr("Network")).spinning { link.isLooking }
    let words = Label(tr("Looking for new RFCs …")).ellipsized().styleClass("caption")
    return Stack(.horizontal, spacing: 8, [wheel, words]).styleClass("rfc-foot")
      .visible { link.isLooking }
  }

  private static func offline(_ link: MirrorLink) -> Part {
    let words = Label(tr("Working offline")).ellipsized().styleClass("caption", "dim-label")
      .expand(.horizontal)
    return Stack(
      .horizontal, spacing: 8,
      [
        Image(icon: "network-offline-symbolic").styleClass("dim-label"), words,
        Button(tr("_Try Now")) { link.tryNow() }.styleClass("flat", "caption"),
      ]
    ).styleClass("rfc-foot").tooltip { link.trouble }
      .visible { link.trouble != nil && !link.isLooking }
  }
}

private let footSheet = StyleSheet(
  "rfc-foot",
  css: """
    .rfc-foot { padding: 4px 6px 4px 12px; border-top: 1px solid alpha(currentColor, 0.15); }
    .rfc-foot.rfc-offer { padding: 12px; background-color: alpha(@accent_bg_color, 0.08); }
    .rfc-foot .rfc-slim trough, .rfc-foot .rfc-slim progress { min-height: 4px; }
    """)

internal import Hikidashi
internal import RFCKit

/// What all windows on a library share: its mirror, a download from there, and what is new.
@MainActor
final class LibraryShare {
  let link: MirrorLink?
  let download: LibraryDownload?
  let offer: LibraryOffer?
  let news: WhatIsNew
  /// Finds the window that was used last, where what happens is told.
  var latest: @MainActor () -> ViewerWindow? = { nil }
  private let library: RFCLibrary
  private let preferences: (settings: ViewerPreferences, store: PreferenceStore)?
  private let subscriptions = Subscriptions()

  /// - Parameters:
  ///   - mirror: Where what the library, a folder, lacks can be had.
  ///   - installed: Finds documents that this machine has besides.
  ///   - preferences: The reader's settings; all are as defined without.
  ///   - state: Where it is kept what comes back at the next start.
  init(
    _ library: RFCLibrary, _ mirror: RFCMirror?, fetching: RFCFetchOptions,
    installed: @escaping @Sendable () -> InstalledDocuments?,
    _ preferences: (settings: ViewerPreferences, store: PreferenceStore)?, in state: StateStore
  ) {
    (self.library, self.preferences) = (library, preferences)
    news = WhatIsNew(library, in: state)
    guard let mirror, let directory = library.directory else {
      (link, download, offer) = (nil, nil, nil)
      connectNews()
      return
    }
    let link = MirrorLink(mirror, directory: directory, fetching: fetching, installed: installed)
    let download = LibraryDownload(link, for: directory, in: state) {
      guard let preferences else { return ViewerPreferences().network.jobs.defaultValue }
      return preferences.store[preferences.settings.network.jobs]
    }
    (self.link, self.download) = (link, download)
    offer = LibraryOffer(link, download, for: directory, in: state)
    connectNews()
    link.latestWindow = { [weak self] in self?.latest()?.window }
    link.onNew.append { [news] in if $0 == .feed { news.updateAgain() } }
    // Where the network was away meanwhile, the link asks once it is back.
    subscriptions.every(.seconds(3_600)) { [weak self] in
      if let self, notifies { refresh() }
    }
  }

  private func connectNews() {
    news.latestReading = { [weak self] in self?.latest()?.reading }
    news.onFresh = { [weak self] fresh in
      guard let self, notifies, let window = latest()?.window else { return }
      news.notify(of: fresh, over: window)
    }
  }

  /// Whether the desktop is to tell of news.
  private var notifies: Bool { preferences.map { $0.store[$0.settings.network.notifies] } ?? false }

  /// Asks the mirror for what is new, unless what is here is new enough.
  func refresh() {
    if let preferences, let folder = library.directory,
      let age = ReadingLook.age(of: folder + "/rfc-index.txt"),
      age < preferences.store[preferences.settings.network.timeToLive]
    {
      return
    }
    link?.refresh()
  }
}

internal import Hikidashi
internal import Observation
internal import RFCKit

/// What has happened since a person last looked: the news, of which they have not read some, and what has
/// changed in the index.
@Observable @MainActor
final class WhatIsNew {
  /// What has changed since the index that a person has seen last.
  struct SinceSeen: Equatable {
    var date: RFCDate
    var changes: RFCIndexChanges
  }

  private(set) var items: [RFCNews.Item] = []
  private(set) var sinceSeen: SinceSeen?
  /// The indexes that came before; nil where the library is a folder of somebody else.
  let archive: RFCIndexArchive?
  private let library: RFCLibrary
  private let marks: Kept<NewsMarks>
  private(set) weak var window: Window?
  private let finding = LatestTask(.waiting)
  /// How far back the news go, in months.
  private nonisolated static let months = 12

  /// The index whose news were asked for last.
  @ObservationIgnored private(set) var index = RFCIndex(entries: [])
  /// Finds what is read in the window that was used last.
  @ObservationIgnored var latestReading: @MainActor () -> Reading? = { nil }
  /// Called with what was not there before.
  @ObservationIgnored var onFresh: @MainActor ([RFCNews.Item]) -> Void = { _ in }

  /// - Parameter state: Where it is kept what was read.
  init(_ library: RFCLibrary, in state: StateStore) {
    self.library = library
    archive = library.isKept ? library.directory.map { RFCIndexArchive(in: $0) } : nil
    marks = state.kept("news of \(library.directory ?? "")", default: NewsMarks())
  }

  /// How many news were not read yet.
  var unreadCount: Int { marks.value.unread.count }

  func isUnread(_ item: RFCNews.Item) -> Bool { marks.value.unread.contains(item.id) }

  func markRead(_ item: RFCNews.Item) {
    if isUnread(item) { marks.value.markRead(item.id) }
  }

  func markAllRead() { marks.value.markAllRead() }

  /// Shows a document that the news or the changes are about; in the window of the library.
  func open(_ number: Int) { latestReading()?.open(number) }

  /// Goes on to a document, and leaves the news.
  func read(_ number: Int) {
    guard let reading = latestReading() else { return }
    reading.list.view.window?.present()
    reading.read(number)
  }

  /// What is to be told in one line; nil where nothing is new.
  var hint: String? {
    if let sinceSeen {
      let (new, date) = (sinceSeen.changes.published.count, sinceSeen.date.words)
      return new > 0
        ? trn("{} new RFC since {}", "{} new RFCs since {}", new, RFCList.text(count: new), date)
        : tr("Changes since {}", date)
    }
    return unreadCount > 0
      ? trn("{} new RFC", "{} new RFCs", unreadCount, RFCList.text(count: unreadCount)) : nil
  }

  /// Waits until what is new is known.
  func settled() async { await finding.settled() }
}

// MARK: - Finding it

extension WhatIsNew {
  private struct Found: Sendable {
    var items: [RFCNews.Item]
    var sinceSeen: SinceSeen?
  }

  /// Reads what is new in an index, off the main thread.
  func update(for index: RFCIndex) {
    self.index = index
    updateAgain()
  }

  /// Reads what is new once more, as after the feed has come anew.
  func updateAgain() {
    // The index that comes with the program tells nothing new to who has just begun.
    guard !index.entries.isEmpty, !library.hasBuiltInIndex else { return }
    let (index, archive) = (index, archive)
    let feed = library.directory.map { $0 + "/rfcrss.xml" }
    finding.compute {
      Self.find(index, archive, feed)
    } then: { [weak self] in
      self?.take($0)
    }
  }

  private func take(_ found: Found) {
    items = found.items
    if found.sinceSeen != sinceSeen { sinceSeen = found.sinceSeen }
    let fresh = marks.value.take(items.map(\.id))
    if !fresh.isEmpty { onFresh(items.filter { fresh.contains($0.id) }) }
  }

  private nonisolated static func find(
    _ index: RFCIndex, _ archive: RFCIndexArchive?, _ feed: String?
  ) -> Found {
    let newest = index.created ?? index.entries.lazy.compactMap(\.date).max() ?? RFCDate(year: 1969)
    let bytes = feed.flatMap { try? FileReader.read($0) }
    let news = RFCNews(index: index, feed: bytes, since: newest.months(before: months))
    return Found(items: news.items, sinceSeen: changes(index, archive))
  }

  /// Where nothing was seen before, all of it is.
  private nonisolated static func changes(
    _ index: RFCIndex, _ archive: RFCIndexArchive?
  ) -> SinceSeen? {
    guard let archive, let created = index.created else { return nil }
    guard let seen = archive.seen else {
      archive.markSeen(created)
      return nil
    }
    guard seen < created, let old = archive.index(of: seen) else { return nil }
    let changes = index.changes(since: old)
    return changes.isEmpty ? nil : SinceSeen(date: seen, changes: changes)
  }

  /// Takes note that a person has seen what is new.
  func markSeen() {
    sinceSeen = nil
    guard let archive, let created = index.created else { return }
    Task.detached { archive.markSeen(created) }
  }

  /// Tells of news by the desktop, and shows them to who clicks there.
  func notify(of fresh: [RFCNews.Item], over window: Window) {
    guard let first = fresh.first else { return }
    let names = fresh.prefix(5).map { item in
      (item.number.map { tr("RFC {}", $0) + ": " } ?? "") + item.title
    }
    let notice = DesktopNotice(
      fresh.count == 1
        ? names[0]
        : trn("{} new RFC", "{} new RFCs", fresh.count, RFCList.text(count: fresh.count)),
      body: fresh.count == 1 ? first.summary ?? "" : names.joined(separator: "\n"))
    Task {
      guard (try? await window.present(notice)) != nil else { return }
      present()
    }
  }
}

// MARK: - Its window

extension WhatIsNew {
  /// Shows the window, or brings it to the front.
  func present() {
    if let window, window.native != nil { return window.present() }
    let made = makeWindow()
    window = made
    App.current?.show(made)
  }

  private func makeWindow() -> Window {
    let news = NewsPane(self)
    let changes = ChangesPane(self)
    let gaps = GapsPane(index)
    let pages = Tabs {
      Tab(tr("News"), id: "news", isClosable: false) { news.part }
      Tab(tr("Changes"), id: "changes", isClosable: false) { changes.part }
      Tab(tr("Unused Numbers"), id: "gaps", isClosable: false) { gaps.view }
    }
    let window = Window(tr("What’s New"), name: "what is new", width: 640, height: 640) {
      HeaderBar {
        Button(
          icon: "object-select-symbolic", label: tr("Mark All as Read"),
          action: "win.mark-all-read")
      } end: {
        MenuButton.main { Menu.item(tr("Mark All as Read"), action: "win.mark-all-read") }
      }
      pages
    }
    .actions {
      Action(
        "mark-all-read", title: tr("Mark all as read"), shortcuts: "<Control>m",
        group: tr("General")
      ) {
        self.markAllRead()
        // The button, which has nothing left to do, loses the keyboard.
        _ = news.part.focus()
      }.enabled { self.unreadCount > 0 }
      Action("leave", shortcuts: "Escape") { [weak self] in self?.window?.close() }
    }
    window.keep(changes)
    pages.follow { _ in pages.setBadge(self.unreadCount, "news") }
    window.onClose = { [weak self] in
      self?.markSeen()
      return true
    }
    return window
  }
}

internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiRecords
internal import Observation
internal import TimelineKit

/// The window of Timeline: the sources, their posts in one list, and the post that is read.
@Observable @MainActor
final class TimelineWindow {
  @ObservationIgnored let reader: Reader
  @ObservationIgnored let posts: PostList
  @ObservationIgnored let sidebar: Sidebar
  @ObservationIgnored let search = SearchField(tr("Search all posts"))
  @ObservationIgnored let stack: NavigationStack
  @ObservationIgnored private(set) var split: NavigationSplit?
  @ObservationIgnored private(set) weak var window: Window?
  @ObservationIgnored private let shown: Kept<ReadingList>
  @ObservationIgnored private lazy var rules = RulesWindow(reader)
  /// Goes back from what was found to the list that is read.
  @ObservationIgnored private var ending: Task<Void, Never>?
  /// The post that is open; nil where the list is seen.
  private(set) var open: OpenedPost?
  /// The list that is read, whose title the window has.
  private var reading = ReadingList.all

  init(_ reader: Reader, in state: StateStore) {
    self.reader = reader
    shown = state.kept("shown", default: .all)
    posts = PostList(shown.value, reader, in: state)
    sidebar = Sidebar(reader, in: state)
    stack = NavigationStack(tr("Posts"), posts.view)
    reading = posts.shown
    connect()
  }

  private func connect() {
    reader.onChange = { [weak self] in self?.posts.reload() }
    posts.view.onActivate = { [weak self] in self?.activate($0.item) }
    posts.view.rowMenu { [weak self] in self?.menu(of: $0.item) ?? [] }
    reader.onMended = { [weak self] in self?.tell($0) }
    posts.view.refreshing { [reader] in await reader.refresh() }
    search.takesTyping(in: posts.view)
    search.onChange = { [weak self] in self?.find($0) }
    search.onMoveDown = { [weak self] in self?.posts.view.focus(row: 0) }
    sidebar.onChoose = { [weak self] in self?.choose($0) }
    stack.onChange = { [weak self] count in if count == 1 { self?.open = nil } }
  }

  func choose(_ list: ReadingList) {
    search.text = ""
    find("")
    stack.pop(to: 1)
    posts.shown = list
    (shown.value, reading) = (list, list)
    split?.showDetail()
  }

  private func find(_ words: String) {
    switch words.filter({ !$0.isWhitespace }).utf8.count {
    // Who types over the words means others, and empties the field for no longer than that.
    case 0: ending = Task { [weak self] in self?.endSearch() }
    // Words that begin with one letter are nearly all; there is more to come.
    case 1: break
    default: posts.shown = .found(words)
    }
  }

  private func endSearch() {
    guard search.text.allSatisfy(\.isWhitespace) else { return }
    posts.shown = reading
    posts.content.forgetCount()
  }

  /// Says which posts are back that an earlier version did not show.
  private func tell(_ mended: TimelineStore.Mended) {
    let count = mended.shown
    guard count > 0 else { return }
    window?.show(
      Banner(
        trn("{} post is back", "{} posts are back", count, count),
        details: tr("They were hidden behind others of their feed with the same link.")))
  }

  // MARK: - One post

  private func activate(_ row: TimelineRow) {
    switch row {
    case .post(let thing): show(thing)
    case .gap(let gap): reader.fill(gap, from: .newer)
    case .boosts: posts.view.change { $0.toggle(row.node) }
    case .day: break
    }
  }

  private func show(_ thing: TimelineThing) {
    guard let record = reader.record(thing.shown.id) else { return }
    let others = thing.items.filter { $0.id != thing.shown.id }.map(\.id)
    let page = OpenedPost(Post(record), reader, others: reader.posts(others))
    page.onPicture = { [weak self] in self?.showPicture($0) }
    posts.mark(thing.items.map(\.id))
    open = page
    stack.push(page.post.title.ifAny ?? tr("Post"), page.part)
    page.text.focus()
  }

  /// The post that is open, else the one that the keyboard is at.
  var post: Post? {
    if let open { return open.post }
    guard case .post(let thing)? = posts.current else { return nil }
    return reader.record(thing.shown.id).map { Post($0) }
  }

  func showPicture(_ index: Int = 0) {
    guard let post, !post.images.isEmpty else { return }
    let items = post.images.compactMap { picture in
      reader.url(of: picture, in: post, isSmall: !picture.isImage).map {
        PictureWindow.Item(
          $0, description: picture.alternative.ifAny ?? tr("Nobody says what it shows"))
      }
    }
    PictureWindow(items, at: index, reader.connector).present()
  }

  @MenuBuilder
  private func menu(of row: TimelineRow) -> [Menu] {
    if case .post(let thing) = row {
      let ids = thing.items.map(\.id)
      Action("open", title: tr("Open")) { self.show(thing) }
      Action("read", title: tr("Mark as read")) { self.posts.mark(ids) }
      Action("unread", title: tr("Mark as unread")) { self.posts.mark(ids, isRead: false) }
      Action("above", title: tr("Mark all above as read")) { self.markRead(upTo: row) }
      Action("copy", title: tr("Copy link")) {
        if let record = self.reader.record(thing.shown.id) {
          Clipboard.copy(record[PostFields.page])
        }
      }
    }
  }

  /// Marks all posts of the list as read, or those down to a row; can be undone.
  func markRead(upTo row: TimelineRow? = nil) {
    let reader = reader
    posts.markRead(upTo: row) { [weak window] marks in
      let count = marks.count
      window?.show(
        Toast.undo(trn("{} post marked as read", "{} posts marked as read", count, count)) {
          reader.undo(marks)
        })
    }
  }

  // MARK: - The window

  func makeWindow() -> Window {
    let (reader, stack) = (reader, stack)
    let split = NavigationSplit(width: 230, detailWidth: 400) {
      sidebar.view
      ProgressBar { reader.progress }.accessibleLabel(tr("Refresh")).margin(6)
        .visible { reader.progress != nil }
      Button(tr("_Add Source …"), action: "win.add").margin(6).styleClass("flat")
    } detail: {
      search.margin(6).visible { stack.count == 1 && !reader.sources.isEmpty }
      TroubleRow(reader)
      StatusPage(
        tr("Nothing to read yet"), icon: "emblem-documents-symbolic",
        description: tr("Add a feed, a server, an account or an archive.")
      ) {
        Button(tr("_Add a Source …"), action: "win.add").styleClass("suggested-action", "pill")
        Button(tr("_Open the Sample"), action: "win.sample").styleClass("pill")
      }.visible { reader.sources.isEmpty }
      stack.visible { !reader.sources.isEmpty }
    }.keeping("panes")
    self.split = split
    let window = Window(tr("Timeline"), width: 1_000, height: 760) {
      HeaderBar {
        Button(icon: "sidebar-show-symbolic", label: tr("Sources"), action: "win.sources")
          .visible { split.isDetailAlone && stack.count == 1 }
        stack.makeBackButton()
      } end: {
        NetworkActivity(reader.connector)
        MenuButton.main { menu }
      }
      split
    }
    .title { [unowned self] in title }
    .actions {
      TimelineActions(self).all + Action.zoom(reader.settings.size, in: reader.preferences)
    }
    .preferences(reader.preferences)
    .about(TimelineApp.about)
    .colorScheme { reader.preferences[reader.settings.theme] }
    .textScale { Double(reader.preferences[reader.settings.size]) / 100 }
    window.follow {
      (reader.options, reader.showsPictures)
    } apply: { [weak self] _, _ in
      self?.posts.reload()
    }
    split.onFiles { paths in try await SourceDialogs(self).add(paths: paths) }
    window.keep(self)
    sidebar.select(reading)
    split.showDetail()
    self.window = window
    return window
  }

  private var title: String {
    let found = posts.content.foundCount
    if found > 0, open == nil { return trn("{} post found", "{} posts found", found, found) }
    let name = open?.post.title.ifAny ?? reader.title(of: reading)
    // There is no room for the number in a narrow window, whose sources tell it.
    let count = split?.isFolded ?? false ? 0 : reader.count(of: reading)
    return count > 0 && open == nil ? tr("{} ({} unread)", name, count) : name
  }

  @MenuBuilder
  private var menu: [Menu] {
    Menu.item(tr("Add Source …"), action: "win.add")
    Menu.item(tr("Import OPML …"), action: "win.import")
    Menu.item(tr("Export OPML …"), action: "win.export")
    Menu.item(tr("Rules and Lists"), action: "win.rules")
    Menu.separator
    Menu.item(tr("Refresh"), action: "win.refresh")
    Menu.item(tr("Mark All as Read"), action: "win.mark-all")
    Menu.item(tr("Other Order"), action: "win.order")
  }

  func showRules() { rules.present(over: window) }

  /// Waits until what is shown is what is kept.
  func settled() async {
    await ending?.value
    await reader.settled()
    await posts.settled()
    await window?.drawn()
  }
}

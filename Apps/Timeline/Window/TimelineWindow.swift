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
  /// The thing whose post is open.
  @ObservationIgnored private var opened: TimelineThing?
  /// The deeds that can be undone, the last one at the end.
  @ObservationIgnored private var undoing: [Deed] = []

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
    posts.view.onSpace = { [weak self] row, isForward in
      // These open and close.
      if case .boosts = row.item { return false }
      self?.goToUnread(forward: isForward)
      return true
    }
    posts.view.rowMenu { [weak self] in self?.menu(of: $0.item) ?? [] }
    sidebar.view.rowMenu { [weak self] in self?.menu(of: $0.item) ?? [] }
    reader.onMended = { [weak self] in self?.tell($0) }
    posts.view.refreshing { [reader] in await reader.refresh() }
    search.takesTyping(in: posts.view)
    search.onChange = { [weak self] in self?.find($0) }
    search.onMoveDown = { [weak self] in self?.posts.focus() }
    sidebar.onChoose = { [weak self] in self?.choose($0) }
    stack.onChange = { [weak self] count in if count == 1 { self?.open = nil } }
  }

  func choose(_ list: ReadingList) {
    search.text = ""
    find("")
    stack.pop(to: 1)
    posts.shown = list
    (shown.value, reading) = (list, list)
    sidebar.select(list)
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

  func show(_ thing: TimelineThing) {
    guard let record = reader.record(thing.shown.id) else { return }
    let others = thing.items.filter { $0.id != thing.shown.id }.map(\.id)
    let page = OpenedPost(Post(record), reader, others: reader.posts(others))
    page.onPicture = { [weak self] in self?.showPicture($0) }
    page.text.onReadThrough = { [weak self] in self?.goToUnread() }
    posts.mark(thing.items.map(\.id))
    (open, opened) = (page, thing)
    stack.pop(to: 1)
    open = page
    stack.push(page.post.title.ifAny ?? tr("Post"), page.part)
    page.text.focus()
  }

  /// Opens the post behind the one that is open, or the one before it.
  func showNext(by step: Int = 1) {
    guard let opened, open != nil, let next = posts.neighbour(of: opened, by: step) else { return }
    show(next)
  }

  /// Opens the next unread post where one is open, else gives its row the keyboard.
  func goToUnread(forward isForward: Bool = true) {
    if let opened, open != nil {
      let step = isForward ? 1 : -1
      if let next = posts.neighbour(of: opened, by: step, unread: true) { return show(next) }
    } else if posts.goToUnread(forward: isForward) {
      return
    }
    window?.show(Toast(isForward ? tr("No unread posts below.") : tr("No unread posts above.")))
  }

  /// The post that is open, else the one that the keyboard is at.
  var post: Post? {
    if let open { return open.post }
    return posts.focused.flatMap { post(of: $0) }
  }

  /// The things that are open or that the keyboard is at, for marks.
  var thing: TimelineThing? { open == nil ? posts.focused : opened }

  func post(of thing: TimelineThing) -> Post? { reader.record(thing.shown.id).map { Post($0) } }

  func showPicture(_ index: Int = 0, of chosen: Post? = nil) {
    guard let post = chosen ?? post, !post.images.isEmpty else { return }
    let items = post.images.compactMap { picture in
      reader.url(of: picture, in: post, isSmall: !picture.isImage).map {
        PictureWindow.Item(
          $0, description: picture.alternative.ifAny ?? tr("No description"))
      }
    }
    PictureWindow(items, at: index, reader.connector).present()
  }

  /// Marks all posts of the list as read, or those down to a row; can be undone.
  func markRead(upTo row: TimelineRow? = nil) {
    let reader = reader
    posts.markRead(upTo: row) { [weak self] marks in
      let count = marks.count
      self?.tell(trn("{} post marked as read", "{} posts marked as read", count, count)) {
        reader.undo(marks)
      }
    }
  }

  /// Tells of a deed in a toast, with a button that undoes it; Ctrl+Z does so later, too.
  func tell(_ words: String, undo: @escaping @MainActor () -> Void) {
    let deed = Deed(undo)
    undoing.append(deed)
    window?.show(Toast.undo(words) { deed.undo() })
  }

  /// Undoes the last deed that is not undone yet.
  func undo() {
    // The toast may have undone the last ones.
    while let deed = undoing.popLast() { if deed.undo() { return } }
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
      TroubleRow(reader, self)
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
    Menu.item(tr("Import Archive …"), action: "win.import-archive")
    Menu.item(tr("Export OPML …"), action: "win.export")
    Menu.item(tr("Rules and Lists"), action: "win.rules")
    Menu.separator
    Menu.item(tr("Refresh"), action: "win.refresh")
    Menu.item(tr("Mark All as Read"), action: "win.mark-all")
    Menu.item(tr("Undo"), action: "win.undo")
    Menu.item(tr("Reverse Order"), action: "win.order")
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

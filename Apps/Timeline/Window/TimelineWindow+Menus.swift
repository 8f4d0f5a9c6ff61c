internal import Hikidashi
internal import TimelineKit

extension TimelineWindow {
  /// The menu of a row of the list.
  @MenuBuilder
  func menu(of row: TimelineRow) -> [Menu] {
    if case .post(let thing) = row, let post = post(of: thing) {
      let ids = thing.items.map(\.id)
      let isUnread = ids.contains { !reader.isRead($0) }
      Action("open", title: tr("Open")) { self.show(thing) }
      Action("read", title: isUnread ? tr("Mark as Read") : tr("Mark as Unread")) {
        self.posts.mark(ids, isRead: isUnread)
      }
      Action("above", title: tr("Mark All Above as Read")) { self.markRead(upTo: row) }
      Menu.separator
      Action(
        "bookmark",
        title: reader.isBookmarked(post.id) ? tr("Remove Bookmark") : tr("Bookmark")
      ) { self.toggleBookmark(of: post) }
      Action("note", title: tr("Write a Note …")) { try await self.writeNote(about: post) }
      if !post.warning.isEmpty || post.isSensitive {
        Action(
          "reveal",
          title: reader.revealed.contains(post.id) ? tr("Hide Again") : tr("Show Hidden Content")
        ) { self.reveal(post) }
      }
      if !post.images.isEmpty {
        Action("pictures", title: tr("View Pictures")) { self.showPicture(of: post) }
      }
      if !post.page.isEmpty {
        Menu.separator
        if reader.source(post.source)?.kind == .feed {
          Action("article", title: tr("Load Whole Article")) {
            self.show(thing)
            try await self.loadArticle()
          }
        }
        Action("browser", title: tr("Open in Browser")) { try await self.openInBrowser(post) }
        Action("copy", title: tr("Copy Link")) { Clipboard.copy(post.page) }
      }
      Action("mail", title: tr("Send by Email")) { try await self.mail(post) }
    }
  }

  /// The menu of a row of the sidebar.
  @MenuBuilder
  func menu(of row: Sidebar.Row) -> [Menu] {
    if case .list(let list) = row {
      Action("show", title: tr("Show")) { self.choose(list) }
      if case .source(let id) = list, let source = reader.source(id) {
        let dialogs = SourceDialogs(self)
        Action("refresh", title: tr("Refresh")) { await self.reader.refresh([source]) }
        Action("mark", title: tr("Mark All as Read")) { self.markRead(source: id) }
        Action("edit", title: tr("Name and Group …")) { try await dialogs.edit(source) }
        Action("copy", title: tr("Copy Address")) { Clipboard.copy(source.address) }
        Menu.separator
        Action("remove", title: tr("Remove")) { dialogs.remove(source) }
      }
    }
  }

  // MARK: - One post

  /// Loads the whole article of the post that is open, which is opened first where it is not.
  func loadArticle() async throws {
    if open == nil, let thing { show(thing) }
    try await open?.loadArticle()
  }

  func toggleBookmark(of post: Post) {
    let isOn = !reader.isBookmarked(post.id)
    reader.edit(post.id) { $0[PostFields.isBookmarked] = isOn }
  }

  func writeNote(about post: Post) async throws {
    guard let window else { return }
    let old = reader.note(of: post.id)
    let note = try await window.present(
      Prompt(tr("Note"), accept: tr("_Save")) { TextArea(tr("_Note"), value: old) })
    reader.edit(post.id) { $0[PostFields.note] = note }
  }

  func reveal(_ post: Post) { reader.revealed.formSymmetricDifference([post.id]) }

  func openInBrowser(_ post: Post) async throws {
    guard !post.page.isEmpty else { return }
    try await Desktop.open(link: post.page, over: window)
  }

  func mail(_ post: Post) async throws {
    let body = [post.text, post.page].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let email = Email(subject: post.title.ifAny ?? tr("A post"), body: body)
    try await Desktop.compose(email, over: window)
  }

  /// Marks all posts of a source as read; can be undone.
  private func markRead(source: String) {
    reader.markAll(.older, of: nil, source: source) { [weak self, reader] marks in
      let count = marks.count
      self?.tell(trn("{} post marked as read", "{} posts marked as read", count, count)) {
        reader.undo(marks)
      }
    }
  }
}

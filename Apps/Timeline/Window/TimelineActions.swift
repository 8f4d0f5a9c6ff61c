internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiRecords
internal import TimelineKit

/// What can be done in the window by keys and by its menu.
@MainActor
struct TimelineActions {
  private let timeline: TimelineWindow
  private var reader: Reader { timeline.reader }

  init(_ timeline: TimelineWindow) { self.timeline = timeline }

  var all: [Action] { ofLists + ofPosts + ofSources }

  @ActionBuilder
  private var ofLists: [Action] {
    let (timeline, reader) = (timeline, reader)
    Action("find", title: tr("Search"), shortcuts: "<Control>f", group: tr("List")) {
      timeline.stack.pop(to: 1)
      timeline.split?.showDetail()
      timeline.search.focus()
    }
    Action("sources", title: tr("Go to the sources"), shortcuts: "<Shift>F6", group: tr("List")) {
      timeline.split?.showList()
      timeline.sidebar.focus()
    }
    Action("posts", title: tr("Go to the posts"), shortcuts: "F6", group: tr("List")) {
      timeline.split?.showDetail()
      if let open = timeline.open { open.text.focus() } else { timeline.posts.focus() }
    }
    Action(
      "refresh", title: tr("Refresh"), shortcuts: "F5", "<Control>r", group: tr("List")
    ) { await reader.refresh() }
    Action(
      "order", title: tr("Reverse order"), shortcuts: "<Control>o", group: tr("List")
    ) {
      let order = reader.preferences[reader.settings.order]
      try? reader.preferences.set(
        reader.settings.order, to: order == .newestFirst ? .oldestFirst : .newestFirst)
    }
    Action(
      "mark-all", title: tr("Mark all as read"), shortcuts: "<Control><Shift>a", group: tr("List")
    ) { timeline.markRead() }
    Action("undo", title: tr("Undo"), shortcuts: "<Control>z", group: tr("List")) {
      timeline.undo()
    }
    Action(
      "mark-above", title: tr("Mark all above as read"), shortcuts: "<Control><Shift>u",
      group: tr("List")
    ) { timeline.markRead(upTo: timeline.posts.current) }
  }

  @ActionBuilder
  private var ofPosts: [Action] {
    let (timeline, reader) = (timeline, reader)
    Action.listed(tr("Open the post"), keys: "Return", group: tr("Post"))
    Action.listed(
      tr("Read on, and go to the next unread post"), keys: "space", group: tr("Post"))
    Action(
      "read", title: tr("Mark as read or unread"), shortcuts: "<Control>u", group: tr("Post")
    ) {
      guard let ids = timeline.thing?.items.map(\.id) else { return }
      timeline.posts.mark(ids, isRead: !ids.contains { reader.isRead($0) })
    }
    Action("next", title: tr("Next post"), shortcuts: "<Alt>Down", group: tr("Post")) {
      timeline.showNext()
    }
    Action("previous", title: tr("Previous post"), shortcuts: "<Alt>Up", group: tr("Post")) {
      timeline.showNext(by: -1)
    }
    Action(
      "article", title: tr("Load whole article"), shortcuts: "<Control><Shift>l",
      group: tr("Post")
    ) { try await timeline.loadArticle() }
    Action("bookmark", title: tr("Bookmark"), shortcuts: "<Control>d", group: tr("Post")) {
      if let post = timeline.post { timeline.toggleBookmark(of: post) }
    }
    Action(
      "note", title: tr("Write a note"), shortcuts: "<Control><Shift>n", group: tr("Post")
    ) {
      if let post = timeline.post { try await timeline.writeNote(about: post) }
    }
    Action("reveal", title: tr("Show hidden content"), shortcuts: "<Control>h", group: tr("Post")) {
      if let post = timeline.post { timeline.reveal(post) }
    }
    Action("pictures", title: tr("View pictures"), shortcuts: "<Control>m", group: tr("Post")) {
      timeline.showPicture()
    }
    Action(
      "browser", title: tr("Open in the browser"), shortcuts: "<Control>Return", group: tr("Post")
    ) {
      if let post = timeline.post { try await timeline.openInBrowser(post) }
    }
    Action("copy-link", title: tr("Copy the link"), shortcuts: "<Control>l", group: tr("Post")) {
      if let page = timeline.post?.page, !page.isEmpty { Clipboard.copy(page) }
    }
    Action("mail", title: tr("Send by email"), shortcuts: "<Control>e", group: tr("Post")) {
      if let post = timeline.post { try await timeline.mail(post) }
    }
  }

  @ActionBuilder
  private var ofSources: [Action] {
    let dialogs = SourceDialogs(timeline)
    let (timeline, reader) = (timeline, reader)
    Action(
      "add", title: tr("Add a source"), shortcuts: "Insert", "<Control>n", group: tr("Sources")
    ) {
      try await dialogs.add()
    }
    Action("rename", title: tr("Edit the source"), shortcuts: "F2", group: tr("Sources")) {
      if let source = dialogs.chosen { try await dialogs.edit(source) }
    }
    Action(
      "remove", title: tr("Remove the source"), shortcuts: "<Control>Delete", group: tr("Sources")
    ) {
      // In the list of a source the key would seem to remove a post.
      if case .source(let id)? = timeline.sidebar.focused, let source = reader.source(id) {
        dialogs.remove(source)
      }
    }
    Action("token", title: tr("Token of the server"), group: tr("Sources")) {
      try await dialogs.enterToken()
    }
    Action("import") { try await dialogs.importList() }
    Action("import-archive") { try await dialogs.importArchive() }
    Action("export") { try await dialogs.exportList() }
    Action("sample") { try await dialogs.openSample() }
    Action("rules", title: tr("Rules and lists"), group: tr("Sources")) { timeline.showRules() }
  }
}

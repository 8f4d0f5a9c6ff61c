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
      timeline.sidebar.view.focus()
    }
    Action("posts", title: tr("Go to the posts"), shortcuts: "F6", group: tr("List")) {
      timeline.split?.showDetail()
      if let open = timeline.open { open.text.focus() } else { timeline.posts.view.focus() }
    }
    Action(
      "refresh", title: tr("Refresh"), shortcuts: "F5", "<Control>r", group: tr("List")
    ) { await reader.refresh() }
    Action(
      "order", title: tr("Newest or oldest first"), shortcuts: "<Control>o", group: tr("List")
    ) {
      let order = reader.preferences[reader.settings.order]
      try? reader.preferences.set(
        reader.settings.order, to: order == .newestFirst ? .oldestFirst : .newestFirst)
    }
    Action(
      "mark-all", title: tr("Mark all as read"), shortcuts: "<Control><Shift>a", group: tr("List")
    ) { timeline.markRead() }
    Action(
      "mark-above", title: tr("Mark all above as read"), shortcuts: "<Control><Shift>u",
      group: tr("List")
    ) { timeline.markRead(upTo: timeline.posts.current) }
  }

  @ActionBuilder
  private var ofPosts: [Action] {
    let (timeline, reader) = (timeline, reader)
    Action.listed(tr("Open the post"), keys: "Return", group: tr("Post"))
    Action(
      "read", title: tr("Read or unread"), shortcuts: "<Control>u", group: tr("Post")
    ) {
      guard let ids = timeline.posts.current?.items.map(\.id) else { return }
      timeline.posts.mark(ids, isRead: !ids.contains { reader.isRead($0) })
    }
    Action("bookmark", title: tr("Bookmark"), shortcuts: "<Control>d", group: tr("Post")) {
      guard let id = timeline.post?.id else { return }
      let isOn = !reader.isBookmarked(id)
      reader.edit(id) { $0[PostFields.isBookmarked] = isOn }
    }
    Action("note", title: tr("Write a note"), shortcuts: "<Control>n", group: tr("Post")) {
      guard let id = timeline.post?.id, let window = timeline.window else { return }
      let old = reader.note(of: id)
      let note = try await window.present(
        Prompt(tr("Note"), accept: tr("_Save")) { TextArea(tr("_Note"), value: old) })
      reader.edit(id) { $0[PostFields.note] = note }
    }
    Action("reveal", title: tr("Show what is hidden"), shortcuts: "<Control>h", group: tr("Post")) {
      if let id = timeline.post?.id { reader.revealed.formSymmetricDifference([id]) }
    }
    Action(
      "pictures", title: tr("Look at the pictures"), shortcuts: "<Control>m", group: tr("Post")
    ) {
      timeline.showPicture()
    }
    Action(
      "browser", title: tr("Open in the browser"), shortcuts: "<Control>Return", group: tr("Post")
    ) {
      guard let page = timeline.post?.page, !page.isEmpty else { return }
      try await Desktop.open(link: page, over: timeline.window)
    }
    Action("copy-link", title: tr("Copy the link"), shortcuts: "<Control>l", group: tr("Post")) {
      if let page = timeline.post?.page, !page.isEmpty { Clipboard.copy(page) }
    }
    Action("mail", title: tr("Send by e-mail"), shortcuts: "<Control>e", group: tr("Post")) {
      guard let post = timeline.post else { return }
      let body = [post.text, post.page].filter { !$0.isEmpty }.joined(separator: "\n\n")
      let email = Email(subject: post.title.ifAny ?? tr("A post"), body: body)
      try await Desktop.compose(email, over: timeline.window)
    }
  }

  @ActionBuilder
  private var ofSources: [Action] {
    let dialogs = SourceDialogs(timeline)
    let timeline = timeline
    Action(
      "add", title: tr("Add a source"), shortcuts: "<Control>plus", "Insert", group: tr("Sources")
    ) {
      try await dialogs.add()
    }
    Action("rename", title: tr("Name and group"), shortcuts: "F2", group: tr("Sources")) {
      try await dialogs.edit()
    }
    Action(
      "remove", title: tr("Remove the source"), shortcuts: "<Control>Delete", group: tr("Sources")
    ) {
      dialogs.remove()
    }
    Action("token", title: tr("Token of the server"), group: tr("Sources")) {
      try await dialogs.enterToken()
    }
    Action("import") { try await dialogs.importList() }
    Action("export") { try await dialogs.exportList() }
    Action("sample") { try await dialogs.openSample() }
    Action("rules", title: tr("Rules and lists"), group: tr("Sources")) { timeline.showRules() }
  }
}

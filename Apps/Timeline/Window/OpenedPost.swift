internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// A post that was opened: what it answers, its own text with links, what answers it, and its pictures.
@MainActor
final class OpenedPost {
  let part: Stack
  let text = TextReader()
  let post: Post
  private let reader: Reader
  private let others: [Post]
  /// Why the rest of the conversation is missing; empty where it is not.
  private var note = ""
  /// The pictures below the text, those that do not stand in it, with their addresses.
  private let strip: Scroller
  private let below: [(picture: Stack, box: PictureBox, address: String, url: URL?)]
  private var showsPictures: Bool
  /// Where the post begins in the text; nil where that is at the top.
  private var mainPlace: Int?
  /// Called with the place of a picture that is to be seen large.
  var onPicture: @MainActor (Int) -> Void = { _ in }

  /// - Parameter others: The posts of other sources on the same subject.
  init(_ post: Post, _ reader: Reader, others: [Post] = []) {
    (self.post, self.reader, self.others) = (post, reader, others)
    var open: (Int) -> Void = { _ in }
    below = post.images.enumerated().map { index, picture in
      let box = PictureBox(reader.pictures, width: 120, height: 120)
      let title = picture.alternative.ifAny ?? tr("Picture {}", index + 1)
      let words = title.count > 60 ? title.prefix(58) + "…" : title
      let part = Stack(
        .vertical, spacing: 4,
        [
          box.align(horizontal: .center),
          // As wide as its lines, so that the strip is as high as the longest.
          Button(words.replacing("_", with: "__")) { open(index) }.styleClass("flat", "caption")
            .wrapping(columns: 20).tooltip(title),
        ])
      return (part, box, picture.address, reader.url(of: picture, in: post, isSmall: true))
    }
    strip = Scroller(sideways: Stack(.horizontal, spacing: 12, below.map(\.picture)).margin(12))
    let isCovered = !post.warning.isEmpty && !reader.revealed.contains(post.id)
    let hidesPictures = isCovered || post.isSensitive && !reader.revealed.contains(post.id)
    text.pageColumns = 72
    // With pictures turned off, or hidden, none is loaded here.
    showsPictures = reader.showsPictures && !hidesPictures
    let files = Stack(.vertical, spacing: 0, post.files.map { FileRow($0, of: post, reader) })
      .margin(6).visible(!post.files.isEmpty)
    let warning = Stack(
      .horizontal, spacing: 12,
      [Label(post.warning.ifAny ?? tr("Its pictures are hidden")).wrapping().expand(.horizontal)]
    ).margin(12).visible(hidesPictures && (isCovered || !post.images.isEmpty))
    let bar = Self.bar(of: post, isFeed: reader.source(post.source)?.kind == .feed)
    part = Stack(.vertical, spacing: 0, [bar, warning, text.expand(), files, strip])
    warning.append(
      Button(tr("_Show")) { [weak self, weak warning] in
        reader.revealed.insert(post.id)
        warning?.visible(false)
        self?.showsPictures = reader.showsPictures
        self?.showText()
      })
    part.keep(self)
    open = { [weak self] in self?.onPicture($0) }
    text.onLink = { [weak self] target in
      if let index = post.images.firstIndex(where: { $0.address == target }) {
        self?.onPicture(index)
      } else {
        Task { try? await Desktop.open(link: target, over: self?.part.window) }
      }
    }
    showText()
    loadConversation()
  }

  /// The buttons above the post.
  private static func bar(of post: Post, isFeed: Bool) -> Stack {
    func button(_ icon: String, _ label: String, _ action: String) -> Button {
      Button(icon: icon, label: label, action: action).styleClass("flat")
    }
    let hasPage = !post.page.isEmpty
    return Stack(.horizontal, spacing: 0) {
      button("go-up-symbolic", tr("Previous Post"), "win.previous")
      button("go-down-symbolic", tr("Next Post"), "win.next")
      Stack(.horizontal, []).expand(.horizontal)
      button("view-paged-symbolic", tr("Load Whole Article"), "win.article")
        .visible(hasPage && isFeed)
      button("user-bookmarks-symbolic", tr("Bookmark"), "win.bookmark")
      button("document-edit-symbolic", tr("Write a Note …"), "win.note")
      button("web-browser-symbolic", tr("Open in Browser"), "win.browser").visible(hasPage)
    }.margin(6)
  }

  /// Asks the server for the rest of the conversation, which comes around the post where it was left.
  private func loadConversation() {
    guard reader.source(post.source)?.kind == .mastodon else { return }
    Task { [weak self, post, reader] in
      do {
        try await reader.askForConversation(of: post)
        self?.note = ""
      } catch {
        self?.note = tr(
          "The rest of the conversation couldn’t be loaded: {}", "\(error)".asSentence)
      }
      self?.showAgain()
    }
  }

  /// Loads the whole article from the page of the post, and shows it in place of its beginning.
  func loadArticle() async throws {
    let problems = try await reader.loadArticle(of: post)
    if let problem = problems.first { note = problem.description.asSentence }
    showAgain()
  }

  /// Shows the text anew, with the line at the top where it was in the post.
  private func showAgain() {
    let (below, depth) = (text.top - (mainPlace ?? 0), text.topDepth)
    showText()
    // What stands above the post is passed over at first.
    text.scroll(to: (mainPlace ?? 0) + max(0, below), depth: below < 0 ? 0 : depth)
  }

  private func showText() {
    let (whole, emoji) = RichText.thread(
      of: post, showsPictures: showsPictures, others: others, note: note, reader)
    text.show(whole, pictures: emoji, from: reader.pictures)
    showStrip(without: whole.pictureAddresses)
    mainPlace = whole.mainPlace
    if let mainPlace { text.scroll(to: mainPlace) }
  }

  /// Shows the pictures that have no place in the text.
  private func showStrip(without placed: Set<String>) {
    for (picture, box, address, url) in below {
      let isHere = showsPictures && !placed.contains(address)
      picture.isVisible = isHere
      if isHere { box.url = url }
    }
    strip.isVisible = showsPictures && below.contains { !placed.contains($0.address) }
  }
}

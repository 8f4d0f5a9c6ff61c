internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// A row of the list: a post, the heading of a day, or a gap.
@MainActor
final class PostCell: Clamp {
  private let reader: Reader
  // Has the colour of the source. It and the names alone have the classes that differ between posts: GTK makes the
  // styles of all that is in a part anew where the part's own style changes.
  private let stripe = Stack(.vertical, []).styleClass("post-source")
  private let icon: PictureBox
  private let name = Label().styleClass("heading").ellipsized()
  private let date = Label().styleClass("caption", "dim-label")
  private let mark = Label().styleClass("post-mark")
  private let facts = Label().styleClass("caption", "dim-label").ellipsized()
  private let title = Label().styleClass("heading").wrapping(columns: 16)
  private let warning = Label().styleClass("post-warning").wrapping(columns: 16)
  // As wide as there is room. GTK measures what is asked for at least, and the fewer columns that are, the more
  // lines it breaks for that, in 200 rows: with one column it took ten times as long as all the rest.
  private let text = Label().wrapping(columns: 16)
  // What few rows have is made for those that do: a list has 200 cells.
  private let revealSlot = Stack(.vertical, [])
  private let pictureSlot = Stack(.vertical, [])
  private let gapSlot = Stack(.vertical, [])
  private lazy var reveal = made(in: revealSlot) {
    Button(tr("Show")) { [unowned self] in
      if let look { reader.revealed.formSymmetricDifference([look.post.id]) }
    }.align(horizontal: .start).styleClass("post-small")
  }
  private var pictures: PostPictures?
  private lazy var gapRow = made(in: gapSlot) {
    Stack(.horizontal, spacing: 6) {
      Label(tr("Posts are missing here")).styleClass("dim-label").expand(.horizontal)
      Button(tr("Newer")) { [unowned self] in fill(from: .older) }.styleClass("post-small")
      Button(tr("Older")) { [unowned self] in fill(from: .newer) }.styleClass("post-small")
    }
  }
  private var look: PostLook?
  private var gap: TimelineGap?

  init(_ reader: Reader) {
    self.reader = reader
    icon = PictureBox(
      reader.pictures, width: 40, height: 40, placeholder: "avatar-default-symbolic")
    super.init(width: 760, Stack(.horizontal, spacing: 12, [stripe, icon]))
    postSheet.install()
    column.styleClass("post")
    let head = Stack(.horizontal, spacing: 6, [name.expand(.horizontal), mark, date])
    let body = [head, title, warning, text, revealSlot, pictureSlot, gapSlot, facts]
    column.append(Stack(.vertical, spacing: 2, body).expand(.horizontal))
  }

  private func made<Content: Part>(in slot: Stack, _ make: () -> Content) -> Content {
    let part = make()
    slot.append(part)
    return part
  }

  private func fill(from end: TimelineGap.End) { if let gap { reader.fill(gap, from: end) } }

  func show(_ row: TimelineRow, _ content: PostListContent) {
    switch row {
    case .post(let thing): if let look = content.look(of: thing) { show(look) }
    case .gap(let gap): show(gap)
    case .day, .boosts: show(heading: content.text(of: row))
    }
  }

  private func show(_ look: PostLook) {
    guard look != self.look else { return }
    (self.look, gap) = (look, nil)
    showOnly(isPost: true)
    icon.url = look.icon
    show(look.name, of: look.post, in: name)
    date.text = look.date
    mark.text = [
      look.hasNote ? "✎ " : "", look.isBookmarked ? "★ " : "",
      look.isRead ? "" : "●",
    ].joined()
    set(title, look.post.title)
    for (label, words) in [
      (facts, look.facts), (warning, look.post.warning), (text, look.isCovered ? "" : look.text),
    ] {
      show(words, of: look.post, in: label)
      label.isVisible = !words.isEmpty
    }
    revealSlot.isVisible = look.hidesPictures && (look.isCovered || !look.post.images.isEmpty)
    if revealSlot.isVisible { reveal.title = look.isCovered ? tr("Show") : tr("Show pictures") }
    showPictures(of: look)
    show(colour: look.colour)
    for label in [name, title] { label.setStyleClass("post-read", look.isRead) }
    column.setStyleClass("post-marked", look.isMarked)
  }

  private func show(colour: Int) {
    for each in 0..<sourceColours.count { stripe.setStyleClass("post-\(each)", each == colour) }
  }

  private func showPictures(of look: PostLook) {
    let files = look.hidesPictures || !reader.showsPictures ? [] : look.post.images
    pictureSlot.isVisible = !files.isEmpty
    if pictures == nil, !files.isEmpty {
      pictures = made(in: pictureSlot) { PostPictures(reader.pictures) }
    }
    pictures?.show(
      files.map { file in
        (reader.url(of: file, in: look.post, isSmall: true), file.alternative)
      })
  }

  private func show(heading: String) {
    release()
    showOnly(isPost: false)
    name.text = heading
    name.setStyleClass("post-read", false)
  }

  private func show(_ gap: TimelineGap) {
    release()
    showOnly(isPost: false)
    self.gap = gap
    name.isVisible = false
    gapRow.isVisible = true
    gapSlot.isVisible = true
  }

  /// The row is shown no more.
  func release() {
    look = nil
    gap = nil
    icon.url = nil
    pictures?.show([])
    // Their emoji are not waited for.
    for label in [name, facts, warning, text] { label.text = label.text }
  }

  private func showOnly(isPost: Bool) {
    name.isVisible = true
    for part in [stripe, icon, date, mark] as [Part] { part.isVisible = isPost }
    gapSlot.isVisible = false
    column.setStyleClass("post-heading", !isPost)
    guard !isPost else { return }
    for part in [facts, title, warning, text, revealSlot, pictureSlot] as [Part] {
      part.isVisible = false
    }
  }

  /// Shows words with the emoji of a post.
  private func show(_ words: String, of post: Post, in label: Label) {
    label.show(words, pictures: reader.emoji(in: words, of: post), from: reader.pictures)
  }

  private func set(_ label: Label, _ text: String) {
    label.text = text
    label.isVisible = !text.isEmpty
  }
}

private let postSheet = StyleSheet(
  "posts",
  css: """
    .post { padding: 10px 2px 10px 0; }
    .post.post-heading { padding: 10px 2px 2px 5px; }
    .post .post-source { min-width: 3px; min-height: 20px; margin: -10px -2px -10px 0; }
    .post .heading.post-read { font-weight: normal; }
    .post .post-mark { color: @accent_color; font-size: 0.8em; }
    .post .post-warning { font-style: italic; }
    .post button.post-small { padding: 0 10px; min-height: 24px; }
    .post.post-marked { background-color: alpha(@warning_color, 0.12); }
    """
      + sourceColours.enumerated().map { index, colour in
        ".post-\(index) { background-color: \(colour); } .source-\(index) { color: \(colour); }"
      }.joined(separator: "\n"))

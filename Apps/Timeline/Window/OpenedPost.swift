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
  /// Called with the place of a picture that is to be seen large.
  var onPicture: @MainActor (Int) -> Void = { _ in }

  init(_ post: Post, _ reader: Reader) {
    (self.post, self.reader) = (post, reader)
    var open: (Int) -> Void = { _ in }
    let boxes = post.pictures.enumerated().map { index, picture in
      let box = PictureBox(reader.pictures, width: 120, height: 120)
      box.url = reader.url(of: picture, in: post, isSmall: true)
      let title = picture.alternative.ifAny ?? tr("Picture {}", index + 1)
      let words = title.count > 60 ? title.prefix(58) + "…" : title
      return Stack(
        .vertical, spacing: 4,
        [
          box,
          Button(words.replacing("_", with: "__")) { open(index) }.styleClass("flat").wrapping()
            .tooltip(title),
        ]
      ).minimumSize(width: 120)
    }
    let strip = Stack(.horizontal, spacing: 12, boxes).margin(12)
    let isCovered = !post.warning.isEmpty && !reader.revealed.contains(post.id)
    let hidesPictures = isCovered || post.isSensitive && !reader.revealed.contains(post.id)
    text.pageColumns = 72
    let pictures = Scroller(sideways: strip).visible(!boxes.isEmpty && !hidesPictures)
    let warning = Stack(
      .horizontal, spacing: 12,
      [Label(post.warning.ifAny ?? tr("Its pictures are hidden")).wrapping().expand(.horizontal)]
    ).margin(12).visible(hidesPictures && (isCovered || !boxes.isEmpty))
    part = Stack(.vertical, spacing: 0, [warning, text.expand(), pictures])
    warning.append(
      Button(tr("_Show")) { [weak self, weak warning, weak pictures] in
        reader.revealed.insert(post.id)
        warning?.visible(false)
        pictures?.visible(!boxes.isEmpty)
        self?.showText()
      })
    part.keep(self)
    open = { [weak self] in self?.onPicture($0) }
    text.onLink = { [weak self] target in
      Task { try? await Desktop.open(link: target, over: self?.part.window) }
    }
    showText()
  }

  private func showText() {
    var whole = RichText("")
    var emoji: [InlinePicture] = []
    for post in reader.thread(of: post) {
      if !whole.text.isEmpty { whole.text += "\n\n" }
      var part = RichText("")
      part.append(about: post, isMain: post.id == self.post.id, reader)
      let start = whole.text.unicodeScalars.count
      for picture in part.makeRoom(for: reader.emoji(in: part.text, of: post)) {
        let range = picture.range
        emoji.append(
          InlinePicture(range.lowerBound + start..<range.upperBound + start, picture.url))
      }
      whole.append(part)
    }
    text.show(whole, pictures: emoji, from: reader.pictures)
    if let place = whole.mainPlace { text.scroll(to: place) }
  }
}

extension RichText {
  /// Where the post begins that was opened; nil where that is at the top.
  fileprivate var mainPlace: Int? {
    spans.first { $0.kind == .title(2) }.map(\.range.lowerBound).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Puts a letter that is never seen before each of these words, in whose place a picture stands.
  ///
  /// - Returns: The pictures, each with that letter.
  fileprivate mutating func makeRoom(for pictures: [InlinePicture]) -> [InlinePicture] {
    guard !pictures.isEmpty else { return [] }
    var scalars = String.UnicodeScalarView()
    let starts = pictures.map(\.range.lowerBound)
    var next = 0
    for (place, scalar) in text.unicodeScalars.enumerated() {
      if next < starts.count, place == starts[next] {
        scalars.append("\u{2060}")
        next += 1
      }
      scalars.append(scalar)
    }
    text = String(scalars)
    func moved(_ place: Int) -> Int { place + starts.prefix { $0 < place }.count }
    for index in spans.indices {
      let range = spans[index].range
      spans[index].range = moved(range.lowerBound)..<moved(range.upperBound)
    }
    return pictures.enumerated().map { index, picture in
      let range = picture.range
      return InlinePicture(range.lowerBound + index..<range.upperBound + index + 1, picture.url)
    }
  }

  fileprivate mutating func append(_ other: RichText) {
    let start = text.unicodeScalars.count
    text += other.text
    spans += other.spans.map { span in
      StyledRange(span.range.lowerBound + start..<span.range.upperBound + start, span.kind)
    }
  }

  private mutating func append(_ words: String, _ kind: StyledRange.Kind) {
    guard !words.isEmpty else { return }
    append(RichText(words, spans: [StyledRange(0..<words.unicodeScalars.count, kind)]))
    text += "\n"
  }

  @MainActor
  fileprivate mutating func append(about post: Post, isMain: Bool, _ reader: Reader) {
    let author = reader.user(post.author)?.name.ifAny ?? post.author
    append(post.title.ifAny ?? author, .title(isMain ? 2 : 4))
    let date = DateFormat(.minute).text(post.published)
    let handle = post.author.hasPrefix("@") ? post.author : author
    append("\(handle) · \(date) · \(reader.title(ofSource: post.source))", .dim)
    text += "\n"
    if !post.warning.isEmpty { append(post.warning, .emphasis) }
    guard post.warning.isEmpty || reader.revealed.contains(post.id) else { return }
    append(post.html.isEmpty ? RichText(post.text) : RichText(html: post.html))
    if post.html.isEmpty {
      for link in post.links {
        text += "\n"
        append(link.words.ifAny ?? link.address, .link(link.address))
      }
    }
    if isMain, let note = reader.record(post.id)?[PostFields.note], !note.isEmpty {
      text += "\n\n"
      append(tr("Note: {}", note), .quote)
    }
  }
}

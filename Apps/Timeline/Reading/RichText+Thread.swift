internal import Hikidashi
internal import TimelineKit

extension RichText {
  /// Returns the text of a conversation, with its emoji: the ancestors of a post, its own text, the tree of its answers.
  ///
  /// - Parameters:
  ///   - showsPictures: Whether the pictures within the text of the post are shown.
  ///   - others: The posts of other sources on the same subject; each with another text follows the post.
  ///   - note: A line below the conversation, such as the reason why the rest of it is missing.
  @MainActor
  static func thread(
    of main: Post, showsPictures: Bool, others: [Post] = [], note: String = "", _ reader: Reader
  ) -> (text: RichText, emoji: [InlinePicture]) {
    var whole = RichText("")
    var emoji: [InlinePicture] = []
    var said: Set<String> = [main.title + "\n" + main.text]
    let further = others.filter {
      $0.kind != .boost && said.insert($0.title + "\n" + $0.text).inserted
    }
    let conversation = reader.conversation(of: main)
    let before = (conversation.ancestors + [main] + further).map { ($0, 0) }
    for (post, depth) in before + Array(zip(conversation.descendants, conversation.depths)) {
      if !whole.text.isEmpty { whole.text += "\n\n" }
      var part = RichText("")
      let isMain = post.id == main.id
      part.append(about: post, isMain: isMain, showsPictures: showsPictures && isMain, reader)
      let start = whole.text.unicodeScalars.count
      emoji += part.makeRoom(for: reader.emoji(in: part.text, of: post)).map { picture in
        let range = picture.range
        return InlinePicture(range.lowerBound + start..<range.upperBound + start, picture.url)
      }
      // Deeper answers stand where a narrow window still has room for their lines.
      if depth > 0, !part.text.isEmpty {
        let whole = 0..<part.text.unicodeScalars.count
        part.spans.append(StyledRange(whole, .inset(min(depth, 6))))
      }
      whole.append(part)
    }
    if !note.isEmpty {
      whole.text += "\n\n"
      whole.append(note, .dim)
    }
    return (whole, emoji)
  }

  /// Where the post begins that was opened; nil where that is at the top.
  var mainPlace: Int? {
    spans.first { $0.kind == .title(2) }.map(\.range.lowerBound).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Puts a letter that is never seen before each of these words, in whose place a picture stands.
  ///
  /// - Returns: The pictures, each with that letter.
  private mutating func makeRoom(for pictures: [InlinePicture]) -> [InlinePicture] {
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

  /// The addresses of the pictures that stand in the text.
  var pictureAddresses: Set<String> {
    Set(
      spans.compactMap { span in
        if case .picture(let address, _) = span.kind { address } else { nil }
      })
  }

  /// The text, with each picture as a link to itself, unless a link of the post encloses it.
  private var withLinkedPictures: RichText {
    let links = spans.filter { if case .link = $0.kind { true } else { false } }
    var text = self
    for span in spans {
      guard case .picture(let address, _) = span.kind,
        !links.contains(where: { $0.range.overlaps(span.range) })
      else { continue }
      text.spans.append(StyledRange(span.range, .link(address)))
    }
    return text
  }

  private mutating func append(_ other: RichText) {
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
  private mutating func append(
    about post: Post, isMain: Bool, showsPictures: Bool, _ reader: Reader
  ) {
    let author = reader.user(post.author)?.name.ifAny ?? post.author
    append(post.title.ifAny ?? author, .title(isMain ? 2 : 4))
    let date = DateFormat(.minute).text(post.published)
    let handle = post.author.hasPrefix("@") ? post.author : author
    append("\(handle) · \(date) · \(reader.title(ofSource: post.source))", .dim)
    text += "\n"
    if !post.warning.isEmpty { append(post.warning, .emphasis) }
    guard post.warning.isEmpty || reader.revealed.contains(post.id) else { return }
    // A link without a server leads from the page of the post.
    let base = post.page.ifAny ?? reader.address(ofSource: post.source)
    let article = isMain ? reader.article(of: post.id) : nil
    let html = article ?? post.html
    if html.isEmpty {
      append(RichText(post.text))
    } else {
      // A post's other images count readers or stand for words; an article has none of those.
      let known = Set(post.images.map(\.address))
      let text = RichText(html: html, base: base) { source in
        guard showsPictures, article == nil else { return showsPictures ? source : nil }
        let address = Post.webAddress(source)
        return known.contains(address) ? address : nil
      }
      append(text.withLinkedPictures)
    }
    if html.isEmpty {
      for link in post.links {
        text += "\n"
        append(link.words.ifAny ?? link.address, .link(link.address))
      }
    }
    if isMain, let note = reader.note(of: post.id).ifAny {
      text += "\n\n"
      append(tr("Note: {}", note), .quote)
    }
  }
}

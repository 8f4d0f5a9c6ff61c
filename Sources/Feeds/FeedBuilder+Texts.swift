internal import FoundationEssentials
internal import HikidashiBase

// The ends of texts: the first of each kind counts.
extension FeedBuilder {
  mutating func endField(_ frame: Frame) {
    guard let gathering else { return }
    self.gathering = nil
    guard let words = gathering.words else {
      complain(
        trn(
          "{} byte is left out, as it is not base64",
          "{} bytes are left out, as they are not base64", gathering.count, gathering.count))
      return
    }
    guard !words.isEmpty else { return }
    switch gathering.field {
    case .id, .guid: endID(words, gathering.field, frame)
    case .title, .summary, .content, .spareTitle, .spareSummary:
      endText(words, gathering, frame)
    case .link: setLink(words, frame.base, rank: 0)
    case .published, .updated, .date: endDate(gathering.field, words)
    case .category: add(category: words)
    case .keywords: for word in words.split(separator: ",") { add(category: String(word)) }
    case .person: Feed.Author(rss: words).map { add($0) }
    case .creator: add(Feed.Author(name: words))
    case .spareCreator: add(Feed.Author(name: words), isSpare: true)
    case .authorName: author?.name = words
    case .authorEmail: author?.email = words
    case .authorAddress:
      let address = address(words, frame.base)
      author?.address = address
    case .picture(let rank): addPicture(words, [], frame.base, rank: rank)
    case .file: addFile(words, file, frame.base)
    case .fileTitle: endFileTitle(words)
    case .duration: spares.duration = spares.duration ?? FeedText.seconds(words)
    }
  }

  private mutating func endID(
    _ words: String, _ field: FeedGathering.Field, _ frame: Frame
  ) {
    // One of blanks alone, of whatever kind, does not tell entries apart.
    guard !words.allSatisfy(\.isWhitespace) else { return }
    guard case .guid(let isPermalink) = field else {
      if entry?.id.isEmpty == true { entry?.id = words }
      return
    }
    if isPermalink, permalink == nil { permalink = (words, frame.base) }
    // Those of RSS 1.0 are what its attribute says.
    if feed?.format != .rdf || entry?.id.isEmpty == true { entry?.id = words }
  }

  private mutating func endText(_ words: String, _ gathering: FeedGathering, _ frame: Frame) {
    var (words, kind) = (words, gathering.kind)
    if case .spareSummary = gathering.field, kind == .plain {
      // iTunes and Media RSS want plain text, and many write HTML.
      if FeedTitle.hasMarkup(words) { kind = .html } else { words = FeedTitle.plain(words) }
      guard !words.isEmpty else { return }
    }
    let isBased = frame.hasBase || gathering.base != nil
    var text = Feed.Text(words, kind: kind)
    if kind != .plain { text.base = gathering.base ?? frame.base }
    switch gathering.field {
    case .title: set(text, \.title, \.title)
    case .summary:
      if entry != nil, entry?.summary == nil { based.summary = isBased }
      set(text, \.summary, \.summary)
    case .content:
      guard entry != nil, entry?.content == nil else { return }
      based.content = isBased
      entry?.content = text
    case .spareTitle(let rank):
      if entry == nil {
        feedSpares.title.offer(text, rank: rank)
      } else {
        spares.title.offer(text, rank: rank)
      }
    case .spareSummary(let rank):
      if entry == nil {
        feedSpares.summary.offer(text, rank: rank)
      } else if spares.summary.offer(text, rank: rank), entry?.summary == nil {
        based.summary = isBased
      }
    default: break
    }
  }

  private mutating func set(
    _ text: Feed.Text, _ inFeed: WritableKeyPath<Feed, Feed.Text?>,
    _ inEntry: WritableKeyPath<Feed.Entry, Feed.Text?>
  ) {
    if entry != nil {
      if entry?[keyPath: inEntry] == nil { entry?[keyPath: inEntry] = text }
    } else if feed?[keyPath: inFeed] == nil {
      feed?[keyPath: inFeed] = text
    }
  }

  private mutating func endDate(_ field: FeedGathering.Field, _ words: String) {
    guard let date = FeedDate.date(words) else {
      complain(tr("“{}” is no date", words.prefix(40)))
      return
    }
    switch field {
    case .updated where entry != nil:
      if entry?.updated == nil { entry?.updated = date }
    case .updated:
      if feed?.updated == nil { feed?.updated = date }
    case .published where entry != nil:
      if entry?.published == nil { entry?.published = date }
    case .date(let rank):
      if entry == nil {
        feedSpares.date.offer(date, rank: rank)
      } else {
        spares.date.offer(date, rank: rank)
      }
    default: feedSpares.date.offer(date, rank: 0)
    }
  }
}

internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// What is seen of a post in the list.
struct PostLook: Equatable {
  var post: Post
  var name: String
  var icon: URL?
  var date: String
  /// Who passed it on, which sources have it too, in a line; empty for nothing.
  var facts: String
  var colour: Int
  var isRead: Bool
  var isMarked: Bool
  var isBookmarked: Bool
  var hasNote: Bool
  /// Whether what its author warns of was asked for.
  var isRevealed: Bool

  @MainActor
  init?(_ thing: TimelineThing, _ reader: Reader, isRead: Bool, isMarked: Bool) {
    let shown = thing.shown
    guard let record = reader.record(shown.id) else { return nil }
    post = Post(record)
    let author = reader.user(post.author)
    let name = author?.name.ifAny ?? post.author.ifAny ?? reader.title(ofSource: post.source)
    self.name = name
    let face = author.flatMap { $0.icon.isEmpty ? nil : URL(string: $0.icon) }
    icon = reader.showsPictures ? face : nil
    date = reader.date(thing.place.date)
    let booster =
      post.booster.isEmpty ? nil : reader.user(post.booster)?.name.ifAny ?? post.booster
    facts = [
      booster.map { tr("Boosted by {}", $0) },
      thing.sources.map { reader.title(ofSource: $0) }.joined(separator: ", "),
    ].compactMap(\.self).filter { $0 != name }.joined(separator: " · ")
    colour = reader.colour(ofSource: post.source)
    (self.isRead, self.isMarked) = (isRead, isMarked)
    let others = thing.items.filter { $0 != shown }.compactMap { reader.record($0.id) }
    isBookmarked = ([record] + others).contains { $0[PostFields.isBookmarked] }
    hasNote = ([record] + others).contains { !$0[PostFields.note].isEmpty }
    isRevealed = reader.revealed.contains(post.id)
  }

  /// Whether the text waits until somebody asks for it.
  var isCovered: Bool { !post.warning.isEmpty && !isRevealed }
  /// Whether the pictures wait.
  var hidesPictures: Bool { (post.isSensitive || !post.warning.isEmpty) && !isRevealed }
  /// As much of the text as a row shows.
  var text: String {
    guard post.text.count > 700 else { return post.text }
    return post.text.prefix(600) + "…"
  }

  /// What a screen reader reads.
  var spoken: String {
    let warning = post.warning.isEmpty ? nil : tr("Warning: {}", post.warning)
    let pictures = post.pictures.map { picture in
      let kind = picture.isImage ? tr("Picture") : FileRow.kind(of: picture)
      return picture.alternative.isEmpty ? kind : tr("{}: {}", kind, picture.alternative)
    }
    let words = [
      isRead ? nil : tr("Unread"), isBookmarked ? tr("Bookmark") : nil, name, date, post.title,
      warning, isCovered ? nil : text,
    ]
    return (words.compactMap(\.self).filter { !$0.isEmpty } + (hidesPictures ? [] : pictures))
      .joined(separator: ", ")
  }
}

extension String {
  /// The text; nil where it is empty.
  var ifAny: String? { isEmpty ? nil : self }
}

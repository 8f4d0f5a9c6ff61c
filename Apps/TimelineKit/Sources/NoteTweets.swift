import FoundationEssentials

/// The long posts of a Twitter archive: `tweets.js` has the first 280 letters of each, `note-tweet.js` all of it, with
/// links of its own.
///
/// The two files have no name in common. What belongs together was written in the same second, and has the same
/// beginning.
struct NoteTweets: Sendable {
  /// An element of `note-tweet.js`.
  struct Part: Decodable, Sendable {
    var id: String
    var text: String
    var createdAt: String
    var entities: Tweet.Entities

    private enum Keys: String, CodingKey {
      case noteTweet, noteTweetId, createdAt, core, text, urls, hashtags
    }

    private struct Link: Decodable, Sendable {
      var shortUrl: String
      var expandedUrl: String?
      var displayUrl: String?
    }

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Keys.self)
      let note =
        outer.contains(.noteTweet)
        ? try outer.nestedContainer(keyedBy: Keys.self, forKey: .noteTweet) : outer
      id = try note.needed(.noteTweetId)
      createdAt = try note.needed(.createdAt)
      let core =
        note.contains(.core) ? try note.nestedContainer(keyedBy: Keys.self, forKey: .core) : note
      text = try core.needed(.text)
      let links = core.value(.urls, as: ReadableList<Link>.self)?.elements ?? []
      entities = Tweet.Entities(
        urls: ReadableList(
          links.map {
            Tweet.Entities.Link(
              url: $0.shortUrl, expandedUrl: $0.expandedUrl, displayUrl: $0.displayUrl)
          }),
        hashtags: core.value(.hashtags, as: ReadableList<Tweet.Entities.Tag>.self))
    }
  }

  private struct Note {
    var part: Part
    var date: Date?
    var isUsed = false
  }

  private var notes: [Note] = []
  private var numbers: [String: Int] = [:]
  /// The numbers of notes by the seconds that they were written in.
  private var seconds: [Int: [Int]] = [:]

  var isEmpty: Bool { notes.isEmpty }

  mutating func add(_ part: Part) {
    guard numbers.updateValue(notes.count, forKey: part.id) == nil else { return }
    let date = ReadableDate.date(part.createdAt)
    if let date { seconds[Self.second(date), default: []].append(notes.count) }
    notes.append(Note(part: part, date: date))
  }

  private static func second(_ date: Date) -> Int {
    Int(date.timeIntervalSince1970.rounded(.down))
  }

  /// The tweet with all of its text, where there is a note of it.
  mutating func whole(_ tweet: Tweet) -> Tweet {
    guard let number = number(of: tweet) else { return tweet }
    notes[number].isUsed = true
    let part = notes[number].part
    var tweet = tweet
    tweet.text = part.text
    var entities = tweet.entities ?? Tweet.Entities()
    // A link of the beginning may be written in another way there.
    let known = Set(part.entities.urls?.elements.map(\.url) ?? [])
    let more = entities.urls?.elements.filter {
      !known.contains($0.url) && part.text.contains($0.url)
    }
    entities.urls = ReadableList((part.entities.urls?.elements ?? []) + (more ?? []))
    if let tags = part.entities.hashtags, !tags.elements.isEmpty { entities.hashtags = tags }
    tweet.entities = entities
    return tweet
  }

  private func number(of tweet: Tweet) -> Int? {
    if let number = numbers[tweet.id] { return number }
    // Only what was cut has a note.
    guard tweet.text.utf8.count >= 140, let date = ReadableDate.date(tweet.createdAt) else {
      return nil
    }
    let second = Self.second(date)
    let near = (second - 2...second + 2).flatMap { seconds[$0] ?? [] }.filter { !notes[$0].isUsed }
    let beginning = Self.beginning(of: tweet.text)
    return near.first { Self.words(notes[$0].part.text).hasPrefix(beginning) }
  }

  /// The beginning of a cut text, before its three dots and link.
  private static func beginning(of text: String) -> String {
    let cut = text.lastIndex(of: "…").map { text[..<$0] } ?? text[...]
    // Links differ between the two files, so that the words before the first link are compared.
    let plain = cut.firstRange(of: "https://t.co/").map { cut[..<$0.lowerBound] } ?? cut
    return words(String(plain.isEmpty ? cut : plain))
  }

  /// The text with one blank between words, and its three entities read.
  private static func words(_ text: String) -> String {
    Tweet.unescaped(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The notes of which no tweet was found, as posts: what was tweeted may be gone from the other files.
  func rest(source: String, author: String) -> [Post] {
    notes.filter { !$0.isUsed }.compactMap { note in
      let part = note.part
      let tweet = Tweet(
        id: part.id, text: part.text, createdAt: part.createdAt, repliesTo: nil,
        entities: part.entities, isSensitive: nil)
      var post = tweet.post(source: source, author: author, media: [])
      // The number is the note's, and no page has it.
      post?.page = ""
      post?.subject = source + "\n" + part.id
      return post
    }
  }
}

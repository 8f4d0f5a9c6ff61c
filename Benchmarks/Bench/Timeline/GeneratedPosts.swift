import Foundation
import HikidashiBase
import TimelineKit

/// Posts of 50 feeds with made-up words, of about a thousand bytes each, an hour of posts every hundred; the same
/// for the same seed.
struct GeneratedPosts {
  static let sources = (0..<50).map {
    TimelineSource(.feed, title: "Feed \($0)", address: "https://example.org/feeds/\($0).xml")
  }

  /// How many have been made.
  private(set) var count = 0
  /// The bytes of their texts, markup, names and addresses.
  private(set) var bytes = 0
  private var random: SeededGenerator
  private let sources: [TimelineSource]

  init(seed: UInt64, of sources: [TimelineSource] = GeneratedPosts.sources) {
    random = SeededGenerator(seed: seed)
    self.sources = sources
  }

  /// The next posts, as a page of a source has them.
  mutating func page(_ count: Int) -> PostPage {
    var page = PostPage()
    page.posts.reserveCapacity(count)
    var users: [String: TimelineUser] = [:]
    for _ in 0..<count {
      let post = next()
      page.posts.append(post)
      if users[post.author] == nil {
        users[post.author] = TimelineUser(id: post.author, name: "User " + post.author)
      }
    }
    page.users = users.values.sorted { $0.id < $1.id }
    return page
  }

  /// Where the post with a number stands.
  static func date(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_400_000_000 + Double(number) * 36)
  }

  private mutating func next() -> Post {
    let number = count
    count += 1
    let source = sources[Int.random(in: 0..<sources.count, using: &random)]
    // What two feeds have is one row.
    let isShared = Int.random(in: 0..<20, using: &random) == 0
    let page = "https://example.net/articles/\(isShared ? number / 2 * 2 : number)"
    var post = Post(
      source: source.id, name: "\(number)", subject: page, kind: .article,
      author: "@user\(Int.random(in: 0..<5_000, using: &random))@example.net",
      published: Self.date(number))
    post.page = page
    post.title = words(3...8)
    post.text = words(40...75)
    post.html = "<p>" + post.text + "</p>"
    post.tags = [words(1...1), words(1...1)]
    bytes += post.text.utf8.count + post.html.utf8.count + post.title.utf8.count
    bytes += post.page.utf8.count * 2 + post.source.utf8.count * 2 + post.author.utf8.count
    return post
  }

  private mutating func words(_ range: ClosedRange<Int>) -> String {
    var text = ""
    for place in 0..<Int.random(in: range, using: &random) {
      if place > 0 { text += " " }
      text += Self.vocabulary[rank()]
    }
    return text
  }

  /// Few words are in every post, and most in few, as in any language.
  private mutating func rank() -> Int {
    let share = Double.random(in: 0..<1, using: &random)
    return min(
      Self.vocabulary.count - 1, Int(Double(Self.vocabulary.count) * share * share * share))
  }

  private static let vocabulary: [String] = {
    let beginnings = ["ka", "to", "mi", "re", "su", "no", "ha", "wi", "lo", "pe", "dra", "sti"]
    let middles = ["", "ru", "ne", "lli", "mo", "ta", "wer", "shi", "ko", "ndo"]
    let ends = ["n", "r", "ki", "s", "ter", "ma", "le", "yo", "ng", "d"]
    var random = SeededGenerator(seed: 26)
    var all: [String] = []
    for beginning in beginnings {
      for middle in middles { for end in ends { all.append(beginning + middle + end) } }
    }
    all += all.shuffled(using: &random).prefix(8_800).enumerated().map { "\($1)\($0)" }
    return all.shuffled(using: &random)
  }()
}

/// The folder of a Twitter archive with made-up statuses of about a thousand bytes.
enum GeneratedArchive {
  static func write(_ count: Int, seed: UInt64, in folder: URL) throws -> Int {
    var posts = GeneratedPosts(seed: seed)
    let data = folder.appendingPathComponent("data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var text = "window.YTD.tweets.part0 = [ "
    for (number, post) in posts.page(count).posts.enumerated() {
      let (hour, minute, second) = (number / 3_600 % 24, number / 60 % 60, number % 60)
      let time = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      let day = 1 + number / 86_400 % 28
      let month = months[number / 40_000 % 12]
      text += """
        \(number == 0 ? "" : ", "){
          "tweet" : {
            "edit_info" : { "initial" : { "editTweetIds" : [ "\(number)" ],
              "editableUntil" : "2019-01-01T00:00:00.000Z", "editsRemaining" : "5", "isEditEligible" : true } },
            "retweeted" : false,
            "source" : "<a href=\\"https://mobile.example.org\\" rel=\\"nofollow\\">Web App</a>",
            "entities" : { "hashtags" : [ { "text" : "\(post.tags[0])", "indices" : [ "0", "5" ] } ],
              "symbols" : [ ], "user_mentions" : [ { "name" : "Ann Example", "screen_name" : "ann_example",
                "indices" : [ "0", "12" ], "id_str" : "12345678", "id" : "12345678" } ], "urls" : [ ] },
            "display_text_range" : [ "0", "140" ], "favorite_count" : "\(number % 90)",
            "id_str" : "\(1_100_000_000_000_000_000 + number)", "truncated" : false,
            "retweet_count" : "\(number % 7)", "id" : "\(1_100_000_000_000_000_000 + number)",
            "created_at" : "Tue \(month) \(day < 10 ? "0" : "")\(day) \(time) +0000 2019",
            "favorited" : false, "full_text" : "\(post.text.prefix(number % 7 == 0 ? 280 : 120))", "lang" : "en"
          }
        }
        """
    }
    text += " ]"
    try text.write(
      to: data.appendingPathComponent("tweets.js"), atomically: false, encoding: .utf8)
    return text.utf8.count
  }
}

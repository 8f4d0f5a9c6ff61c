import HikidashiBase

/// Statuses like those of Mastodon's API with made-up contents, one JSON object a line of about a thousand
/// bytes; the same for the same seed.
struct GeneratedStatuses {
  private(set) var bytes: [UInt8] = []
  private(set) var count: Int
  private var random: SeededGenerator

  init(count: Int, seed: UInt64) {
    self.count = count
    random = SeededGenerator(seed: seed)
    bytes.reserveCapacity(count * 1_100)
    for number in 0..<count { bytes += Array((status(number) + "\n").utf8) }
  }

  private mutating func status(_ number: Int) -> String {
    let id = "\(110_000_000_000_000_000 + number * 7_919)"
    let user = "\(pick(Self.names))\(Int.random(in: 1...9_999, using: &random))"
    let host = "https://\(pick(Self.hosts))"
    let reply = chance(3) ? "\"\(110_000_000_000_000_000 + number)\"" : "null"
    let edited = chance(10) ? "\"\(date())\"" : "null"
    let language = chance(20) ? "null" : "\"\(pick(["en", "ja", "de", "fr"]))\""
    let spoiler = chance(12) ? pick(Self.words) : ""
    let media =
      chance(5)
      ? "[{\"id\":\"\(number)\",\"type\":\"image\",\"url\":\"\(host)/media/\(number).webp\",\"meta\":{\"width\":1280,\"height\":720}}]"
      : "[]"
    let tags = chance(4) ? "[{\"name\":\"\(pick(Self.words))\",\"url\":\"\(host)/tags/x\"}]" : "[]"
    return """
      {"id":"\(id)","created_at":"\(date())","in_reply_to_id":\(reply),"sensitive":\(chance(9)),\
      "spoiler_text":"\(spoiler)","visibility":"public","language":\(language),\
      "uri":"\(host)/users/\(user)/statuses/\(id)","url":"\(host)/@\(user)/\(id)",\
      "replies_count":\(amount()),"reblogs_count":\(amount()),"favourites_count":\(amount()),\
      "edited_at":\(edited),"content":"\(content())","account":{"id":"\(number % 5_000)",\
      "username":"\(user)","display_name":"\(pick(Self.words)) 🌸","locked":false,\
      "followers_count":\(amount()),"url":"\(host)/@\(user)",\
      "avatar":"\(host)/avatars/\(number % 5_000)/original.webp"},\
      "media_attachments":\(media),"mentions":[],"tags":\(tags)}
      """
  }

  /// Paragraphs with markup, escapes and letters of other scripts.
  private mutating func content() -> String {
    let words = (0..<Int.random(in: 20...90, using: &random)).map { _ in pick(Self.words) }
    return "<p>" + words.joined(separator: " ") + (chance(3) ? "<br>\\u201cok\\u201d\\n" : "")
      + "</p>"
  }

  private mutating func date() -> String {
    func two(_ range: ClosedRange<Int>) -> String {
      let number = Int.random(in: range, using: &random)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    return "2026-\(two(1...12))-\(two(1...28))T\(two(0...23)):\(two(0...59)):\(two(0...59)).123Z"
  }

  private mutating func amount() -> Int {
    chance(5) ? Int.random(in: 0...20_000, using: &random) : Int.random(in: 0...9, using: &random)
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: words.indices, using: &random)]
  }

  private static let names = ["hana", "ken", "alice", "bob", "yuki", "mallory", "oscar"]
  private static let hosts = ["mastodon.example", "fosstodon.example", "social.example"]
  private static let words = [
    "the", "drawer", "opens", "and", "closes", "with", "every", "record", "引き出し", "データ",
    "über", "façade", "network", "offline", "protocol", "garden", "tea", "mountain", "sea", "list",
    "of", "things", "that", "people", "keep", "&amp;", "https://example.org/a", "reading", "night",
  ]
}

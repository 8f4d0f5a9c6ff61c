import Foundation
import HikidashiBase
import TestSupport
import Testing
import TimelineKit

/// Where the pictures of a text stand.
struct EmojiTests {
  private func post(_ codes: [String]) -> Post {
    var post = Post(
      source: "s", name: "1", subject: "1", kind: .status, author: "@a", published: moment(0))
    post.emoji = codes.map { Post.Emoji($0, address: "https://example.org/\($0).png") }
    return post
  }

  @Test func wordsBetweenColonsAreFound() {
    let post = post(["cat", "blob_cat", "a+1"])
    func found(_ text: String) -> [String] {
      let scalars = Array(text.unicodeScalars)
      return post.emoji(in: text).map { place in
        String(String.UnicodeScalarView(scalars[place.range])) + " " + place.emoji.code
      }
    }
    #expect(found("Good :cat: night") == [":cat: cat"])
    #expect(found(":cat::blob_cat:") == [":cat: cat", ":blob_cat: blob_cat"])
    #expect(found("at 10:30 :cat:: no :dog: :cat :cat:") == [":cat: cat", ":cat: cat"])
    #expect(found("👩‍🚀🇯🇵 :a+1:") == [":a+1: a+1"])
    #expect(found(":cat") == [] && found("cat:") == [] && found("::") == [] && found("") == [])
    #expect(found(": cat:") == [] && found(":Cat:") == [])
  }

  @Test func aTextIsItsPlacesAndWhatIsBetween() {
    var generator = seededGenerator()
    let pieces = [":", "cat", "dog", " ", "é", "👩‍🚀", ":cat:"]
    for round in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let scalars = Array(text.unicodeScalars)
      // The model looks for the code from the left, and never twice at one letter.
      var (expected, place): ([Range<Int>], Int) = ([], 0)
      let code = Array(":cat:".unicodeScalars)
      while place + code.count <= scalars.count {
        if Array(scalars[place..<place + code.count]) == code {
          expected.append(place..<place + code.count)
          place += code.count
        } else {
          place += 1
        }
      }
      let found = post(["cat"]).emoji(in: text).map(\.range)
      #expect(found == expected, "seed \(generator.seed), round \(round): \(text)")
      if found != expected { return }
    }
  }

  @Test func emojiOfServersAreKeptWithThePost() throws {
    let page = try parse(MastodonTimeline("example.org", .home).parser(), Samples.mastodon)
    let post = try #require(page.posts.first)
    #expect(post.emoji == [Post.Emoji("cat", address: "https://example.org/cat-still.png")])
    #expect(post.emoji(in: "Ann :cat:").map(\.range) == [4..<9])
  }
}

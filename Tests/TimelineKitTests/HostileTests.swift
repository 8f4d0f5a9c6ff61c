import Foundation
import HikidashiLoading
import TestSupport
import Testing
import TimelineKit

/// What a publisher could do to a reader, and does not.
struct HostileTests {
  @Test func aListOfFeedsReadsNoFileAndExpandsNothing() throws {
    let text = """
      <?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">
      <!ENTITY f SYSTEM "file:///etc/hostname">]>
      <opml><body><outline text="A&amp;B" xmlUrl="https://example.org/a"/>
      <outline text="&b;&f;" xmlUrl="https://example.org/b"/></body></opml>
      """
    let list = try parse(OPMLParser(), text)
    #expect(list.sources.first?.title == "A&B")
    #expect(!list.sources.contains { $0.title.contains("aaa") })
  }

  @Test func aListInAWrongEncodingWritesNothingToTheTerminal() throws {
    let folder = try ScratchFolder()
    let path = folder.url.path + "/errors"
    let bytes: [UInt8] =
      [0xFF, 0xFE] + "<opml>*/".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [
        0x2F, 0xD8, 0x78, 0,
      ]
    let errors = dup(STDERR_FILENO)
    let file = open(path, O_CREAT | O_RDWR, 0o600)
    dup2(file, STDERR_FILENO)
    defer {
      dup2(errors, STDERR_FILENO)
      for descriptor in [errors, file] { close(descriptor) }
    }
    var parser = OPMLParser()
    _ = try parser.begin(ResponseHead(http: 200, headers: HeaderFields()))
    _ = parser.feed(bytes)
    _ = try? parser.finish()
    // Other tests may have written there meanwhile.
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!written.contains("encoding error"))
  }

  @Test(arguments: [
    "<a href='javascript:alert(1)'>x</a>", "<a href=' JaVaScRiPt:alert(1)'>x</a>",
    "<a href='data:text/html,x'>x</a>", "<a href='file:///etc/passwd'>x</a>",
    "<a href='vbscript:x'>x</a>", "<img src='file:///etc/passwd'>", "<img src='data:image/png,x'>",
    "<script>document.write('<a href=https://evil.example>')</script>",
    "<style>@import 'https://evil.example'</style>", "<iframe src='https://evil.example'></iframe>",
    "<a href='java\nscript:alert(1)'>x</a>", "<svg onload='alert(1)'></svg>",
    "<a href='&#106;avascript:alert(1)'>x</a>", "<a href='\u{1}javascript:alert(1)'>x</a>",
    "<a href='blob:https://evil.example/1'>x</a>", "<a href='intent://evil#Intent;end'>x</a>",
    "<a href='ssh://-oProxyCommand=evil/'>x</a>",
    "<a href='view-source:https://evil.example'>x</a>",
    "<img src='x' onerror='alert(1)'>", "<img srcset='file:///etc/passwd 2x'>",
    "<object data='https://evil.example'></object>", "<embed src='https://evil.example'>",
    "<form action='https://evil.example'><button>x</button></form>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<link rel=stylesheet href='https://evil.example'>",
    "<base href='javascript:'><a href='x:y'>x</a>",
    "<math href='javascript:alert(1)'>x</math>", "<video src='https://evil.example'></video>",
    "<noscript><p title='</noscript><img src=file:///x onerror=alert(1)>'></noscript>",
    "<template><a href='https://evil.example'>x</a></template>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<!--><script>evil</script>-->", "<scr<script>ipt>alert(1)</script>",
    "<p style='background:url(https://evil.example)'>x",
  ])
  func noTrickBecomesALinkOrAPicture(html: String) throws {
    let data = try JSONEncoder().encode(html)
    let status = """
      [{"id": "1", "created_at": "2026-01-01T00:00:00Z", "content": \(String(decoding: data, as: UTF8.self)),
      "url": "javascript:alert(1)", "account": {"id": "1", "acct": "a", "url": "file:///x", "avatar": "data:x"},
      "media_attachments": [{"type": "image", "url": "file:///etc/passwd"}]}]
      """
    let timeline = MastodonTimeline("example.org", .home)
    let page = try parse(timeline.parser(), status)
    let post = try #require(page.posts.first)
    #expect(post.links.isEmpty && post.pictures.isEmpty && post.page.isEmpty)
    #expect(page.users.allSatisfy { $0.page.isEmpty && $0.icon.isEmpty })
    #expect(!post.text.contains("evil"))
  }

  @Test func anyChangeOfAByteIsReadOrRefused() throws {
    var generator = seededGenerator()
    let bytes = Array(Samples.mastodon.utf8)
    let marks = Array("{}[]\",:\\ <>&\u{0}09-".utf8)
    for round in 0..<600 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<changed.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed[place] = marks.randomElement(using: &generator) ?? 0
        case 1: changed.remove(at: place)
        default: changed.insert(marks.randomElement(using: &generator) ?? 0, at: place)
        }
      }
      let text = String(decoding: changed, as: UTF8.self)
      let timeline = MastodonTimeline("example.org", .home)
      let pieces = Int.random(in: 1...200, using: &generator)
      let whole = try? parse(timeline.parser(), text)
      let inPieces = try? parse(timeline.parser(), text, pieces: pieces)
      #expect(whole == inPieces, "seed \(generator.seed), round \(round)")
    }
  }
}

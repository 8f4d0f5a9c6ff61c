import RFCKit
import Testing

@Suite struct ParagraphTests {
  private func paragraphs(_ text: String) -> [String] {
    let document = RFCDocument(Array(text.utf8))
    let layout = document.layout()
    return
      (document.paragraphs(layout, of: nil)
      + layout.sections.flatMap { document.paragraphs(layout, of: $0) }).map(\.text)
  }

  private static let page = """


    Doe                          Informational                     [Page 1]
    \u{C}
    RFC 9                         A Document                       May 1999


    """

  @Test func joinsLines() {
    #expect(
      paragraphs("1.  One\n\n   Some words\n   go on.\n\n   More.") == [
        "Some words go on.", "More.",
      ])
    #expect(
      paragraphs("   An end-\n   of-line and-\n   2 x -\n   y") == ["An end-of-line and- 2 x - y"])
    #expect(paragraphs("") == [])
  }

  @Test func aSentenceGoesOnBehindThePage() {
    #expect(paragraphs("   It goes" + Self.page + "   on here.\n") == ["It goes on here."])
    #expect(paragraphs("   It ends." + Self.page + "   New one.\n") == ["It ends.", "New one."])
    #expect(paragraphs("   It ends." + Self.page + "      Figure\n") == ["It ends.", "Figure"])
  }

  @Test func wordsKnowTheirPlaces() {
    let text = "   Größe is\n   a way-\n   out.\n"
    let document = RFCDocument(Array(text.utf8))
    let words = document.paragraphs(document.layout(), of: nil).flatMap(\.words)
    let scalars = Array(text.unicodeScalars)
    #expect(words.map(\.text) == ["Größe", "is", "a", "way-out."])
    for word in words.dropLast() {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[word.span.scalars])
      #expect(String(view) == word.text)
    }
  }

  @Test func theTextOfASectionHasNoPages() throws {
    let text = "1.  One\n\n   It goes" + Self.page + "   on here.\n\n1.1.  Sub\n\n   x\n\n2.  Two\n"
    let document = RFCDocument(Array(text.utf8))
    let layout = document.layout()
    let section = try #require(layout.section("1"))
    #expect(
      document.text(layout, of: section)
        == "1.  One\n\n   It goes\n   on here.\n\n1.1.  Sub\n\n   x\n")
  }

  /// What a line was broken in is whole again, and what has a blank keeps it.
  @Test(
    arguments: [
      ("<https://a.example/b/\n   c.html> x", "<https://a.example/b/c.html> x"),
      ("<https://a.example/\n   b>", "<https://a.example/b>"),
      ("at <http://www.a-\n   b.example/>.", "at <http://www.a-b.example/>."),
      ("ten to 10-\n   20 of", "ten to 10-20 of"), ("TCP/\n   IP is", "TCP/IP is"),
      ("application/\n   x+xml", "application/x+xml"), ("pre-\n   and post", "pre- and post"),
      ("one-\n   or two", "one- or two"), ("in-\n   to out", "in- to out"),
      ("face-\n   to-face", "face-to-face"), ("a <b\n   c> d", "a <b c> d"),
      ("in /etc/\n   and", "in /etc/ and"), ("x -\n   20", "x - 20"),
      ("<https://a.example/b\n   and so on", "<https://a.example/b and so on"),
    ])
  func brokenWordsAreWholeAgain(text: String, whole: String) {
    #expect(paragraphs("   " + text + "\n") == [whole])
  }
}

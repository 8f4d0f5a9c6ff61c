import FoundationEssentials
import Hikidashi
import Testing

@testable import Reader

@Suite struct ArticleTests {
  private func article(_ text: String, _ name: String = "tea.md") throws -> Article {
    Article(text, at: try #require(URL(string: "https://example.org/\(name)")))
  }

  private static let tea =
    "# Tea\n\nGreen or black.\n\n## How to brew\n\nWith *green* tea: 70 °C.\n"

  @Test func headingsStandBelowOneAnother() throws {
    let article = try self.article(Self.tea)
    let contents = article.contents()
    #expect((0..<contents.rowCount).map { contents.row(at: $0).level } == [0, 1])
    #expect(article.heading("how-to-brew")?.title == "How to brew")
  }

  @Test func aPlainTextHasUnderlinedHeadings() throws {
    let article = try self.article(
      "Tea\r\n===\r\n\r\nBrew it.\r\n\r\nBlack\r\n-----\r\n", "tea.txt")
    #expect(article.headings.map(\.title) == ["Tea", "Black"])
    #expect(article.headings.map(\.level) == [1, 2])
  }

  @Test func whatIsFoundStandsBelowItsHeading() throws {
    let article = try self.article(Self.tea)
    let found = article.find("GREEN")
    #expect(found.count == 2)
    let contents = article.contents(found: found)
    #expect(
      (0..<contents.rowCount).map { contents.item(atRow: $0).title }
        == ["Tea", "Green or black.", "How to brew", "With green tea: 70 °C."])
    #expect(article.contents(found: article.find("coffee")).isEmpty)
    #expect(article.find("").isEmpty)
  }

  @Test func whatIsNoTextIsRefused() throws {
    var parser = ArticleParser(try #require(URL(string: "https://example.org/a.md")))
    _ = parser.feed([0xFF, 0xFE, 0x00])
    #expect(throws: ParserError.self) { try parser.finish() }
  }
}

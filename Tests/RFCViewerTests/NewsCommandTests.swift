import Foundation
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// `rfcviewer news`, and `changes` between the dates of indexes that are kept.
@Suite struct NewsCommandTests {
  private let folder: ScratchFolder
  private var mirror: [String] { ["--mirror", folder.url.path] }

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.index("08/21/2026", isNew: true), to: "rfc-index.txt")
  }

  private static func index(_ date: String, isNew: Bool) -> String {
    """
                                 RFC INDEX
                                 (CREATED ON: \(date).)

                                 RFC INDEX
                                 ---------

    7 Old Book. J. Doe. May 1999. (Format: TXT) (Status: PROPOSED STANDARD)

    8 Late Book. J. Doe. June 2026. (Format: TXT) (Status: PROPOSED STANDARD)

    \(isNew ? "9 New Book. J. Doe. July 2026. (Format: TXT) (Status: INTERNET STANDARD)\n" : "")
    """
  }

  private static let feed = """
    <rss version="2.0"><channel><title>Recent RFCs</title>
    <item><title>RFC 9: New Book</title><link>https://www.rfc-editor.org/info/rfc9</link>
    <description>It is about books.</description></item></channel></rss>
    """

  private func run(_ words: String...) -> CommandResult { CommandResult(words: words + mirror) }

  @Test func theNewestComeFirst() throws {
    let news = run("news", "--since", "2026")
    #expect(news.code == 0)
    #expect(news.output == "    9  2026-07     New Book\n    8  2026-06     Late Book\n")
    #expect(run("news", "--since", "2026-07").output == "    9  2026-07     New Book\n")
    #expect(run("news", "--since", "2030").output == "")
    #expect(run("news", "--since", "soon").code == 2)
    #expect(run("news", "more").code == 2)
  }

  @Test func theFeedHasTheAbstracts() throws {
    try folder.write(Self.feed, to: "rfcrss.xml")
    #expect(
      run("news", "--since", "2026-07", "--json").output
        == #"[{"number":9,"title":"New Book","date":"2026-07","summary":"It is about books.","#
        + #""address":"https://www.rfc-editor.org/info/rfc9"}]"# + "\n")
    #expect(run("news", "--since", "2030", "--json").output == "[]\n")
  }

  @Test func changesAreCountedFromTheDateOfAnIndexThatIsKept() throws {
    let kept = folder.url.appendingPathComponent(".indexes")
    #expect(run("changes").code == 2)
    #expect(run("changes", "--from", "2026-07-01").code == 1)
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    try folder.write(
      Self.index("06/20/2026", isNew: false), to: ".indexes/rfc-index-2026-06-20.txt")
    let published = "Published:\n      9  New Book\n"
    #expect(run("changes").output == published)
    #expect(run("changes", "--from", "2026-07-01").output == published)
    #expect(run("changes", "--from", "2026-06-20").output == published)
    #expect(run("changes", "--from", "2026-06-19").code == 1)
    #expect(run("changes", "--from", "2026-07-01", "--to", "2026-07-15").output == "")
  }
}

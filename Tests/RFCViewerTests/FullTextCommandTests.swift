import Foundation
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// `search --full`: sections of the documents that are here.
@Suite struct FullTextCommandTests {
  private let folder: ScratchFolder
  private var path: String { folder.url.path }

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.index, to: "rfc-index.txt")
    try folder.write(
      "1.  First Words\n\n   The sliding \u{1B}window.\n\n2.  Other\n", to: "rfc1.txt")
    try folder.write("1.  Second\n\n   A sliding door, and a window.\n", to: "rfc2.txt")
  }

  private static let index = """
    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                                 RFC INDEX
                               -------------

    (CREATED ON: 08/21/2026.)

                                 RFC INDEX
                                 ---------

    1 Host Software. S. Crocker. April 1969. (Format: TXT, HTML) (Status:
         UNKNOWN) (DOI: 10.17487/RFC1)

    2 Host Doors. B. Duvall. April 1969. (Format: TXT, PDF, HTML) (Status:
         UNKNOWN) (DOI: 10.17487/RFC2)

    """

  /// On a thread of its own, as the command waits for its tasks.
  private func search(
    _ words: String..., isTerminal: Bool = false
  ) async throws -> CommandResult {
    let path = path
    return try await onOwnThread {
      CommandResult(
        words: ["search", "--full", "--mirror", path] + words, isTerminal: isTerminal)
    }
  }

  @Test func printsWhereAndTheWords() async throws {
    let found = try await search("\"sliding window\"")
    #expect(
      found.output == """
            1  1  First Words — Host Software
               The sliding  window.

        """)
    #expect(found.code == 0)
    let both = try await search("sliding", "window", isTerminal: true).output
    #expect(both.contains("The \u{1B}[1msliding\u{1B}[0m  \u{1B}[1mwindow\u{1B}[0m."), "\(both)")
    #expect(both.contains("1  Second — Host Doors"))
    #expect(
      try await search("-n", "1", "sliding", "window").output.split(separator: "\n").count == 2)
  }

  @Test func printsJSON() async throws {
    let text = try await search("--json", "sliding", "-n", "1").output
    let hits = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(hits.count == 1)
    let hit = try #require(hits.first)
    #expect(hit["section"] as? String == "1")
    let parts = try #require(hit["snippet"] as? [[String: Any]])
    #expect(parts.contains { $0["text"] as? String == "sliding" && $0["isMatch"] as? Bool == true })
  }

  @Test func saysWhatIsWrong() async throws {
    let nothing = try await search("zzzz")
    #expect(nothing.code == 1 && nothing.output.isEmpty)
    #expect(nothing.complaints.contains { $0.contains("zzzz") })
    #expect(try await search("--json", "zzzz").output == "[\n]\n")
    #expect(try await search("-n", "0", "word").code == 2)
    // Filters hold for the texts, and are no words themselves.
    let filtered = try await search("sliding", "author:duvall")
    #expect(filtered.output.hasPrefix("    2  1  Second"), "\(filtered.output)")
    #expect(try await search("year:1969").code == 2)
    #expect(try await search("sliding", "yaer:1969").code == 2)
    #expect(try await search().code == 2)
    #expect(CommandResult("search", "--limit", "3", "host").code == 2)
    // Nothing was fetched yet.
    #expect(try await onOwnThread { CommandResult("search", "--full", "host") }.code == 1)
  }
}

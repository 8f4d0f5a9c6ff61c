import Foundation
import HikidashiRecords
import HikidashiStorage
import Testing
import TimelineKit

/// Rules and smart lists.
struct RuleTests {
  private func table(_ texts: [String]) throws -> RecordTable {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try TimelineStore(folder: root.path)
    var page = PostPage()
    for (index, text) in texts.enumerated() {
      var post = Post(
        source: index % 2 == 0 ? "feed even" : "feed odd", name: "\(index)", subject: "s\(index)",
        kind: .article, author: "@ann@example.org", published: moment(Double(index)))
      post.text = text
      page.posts.append(post)
    }
    try store.add(page)
    return try store.newest()
  }

  private func texts(_ set: RecordSet, _ table: RecordTable) -> [String] {
    set.map { table[$0, PostFields.text] }.sorted()
  }

  @Test func keepingWinsOverMuting() throws {
    let table = try table(["ball one", "ball two", "cat", "ball goal"])
    let rules = RuleSet([
      TimelineRule(id: "1", title: "No balls", action: .mute, query: "ball"),
      TimelineRule(id: "2", title: "Goals", action: .keep, query: "goal"),
      TimelineRule(id: "3", title: "Mark", action: .mark, query: "goal OR two"),
      TimelineRule(id: "4", title: "Off", action: .mute, query: "cat", isOn: false),
      TimelineRule(id: "5", title: "Odd", action: .mute, query: "author:ann", source: "feed odd"),
    ])
    let outcome = rules.outcome(in: table)
    #expect(texts(outcome.muted, table) == ["ball one", "ball two"])
    #expect(texts(outcome.marked, table) == ["ball goal"])
    #expect(rules.errors.isEmpty)
  }

  @Test func aRuleThatCannotBeUsedHidesNothing() throws {
    let table = try table(["cat"])
    let rules = RuleSet([
      TimelineRule(id: "1", title: "Open", action: .mute, query: "(cat"),
      TimelineRule(id: "2", title: "Empty", action: .mute, query: "  "),
      TimelineRule(id: "3", title: "Id", action: .mute, query: "feed"),
    ])
    #expect(rules.errors.keys.sorted() == ["1", "2"])
    #expect(rules.errors["2"] == .emptyQuery(title: "Empty"))
    #expect("\(rules.errors["1"].map { "\($0)" } ?? "")".hasPrefix("“Open”"))
    #expect(rules.outcome(in: table).muted.isEmpty)
  }

  @Test func aPreviewCountsTheNewest() throws {
    let table = try table((0..<40).map { $0 % 4 == 0 ? "ball" : "cat" })
    let rule = TimelineRule(id: "1", title: "B", action: .mute, query: "ball", isOn: false)
    let preview = try RulePreview(rule, among: [rule], in: table, limit: 20)
    #expect(preview.changed == 5)
    #expect(preview.total == 20)
    #expect(preview.examples.first == Post.id("feed even", "36"))
    #expect(preview.words(for: .mute) == "hides 5 of the last 20")
    let other = TimelineRule(id: "2", title: "C", action: .mute, query: "ball")
    #expect(try RulePreview(rule, among: [other], in: table).changed == 0)
    let keep = TimelineRule(id: "3", title: "K", action: .keep, query: "ball")
    #expect(try RulePreview(keep, among: [other], in: table).changed == 10)
  }

  @Test func aSmartListHasWhatItsQueryFinds() throws {
    let table = try table(["ball", "cat"])
    let list = SmartList(id: "1", title: "Cats", query: "cat is:read")
    #expect(table.search(try list.condition()).isEmpty)
    let open = SmartList(id: "1", title: "Cats", query: "cat -is:read published>=2026")
    #expect(texts(table.search(try open.condition()), table) == ["cat"])
  }
}

internal import FoundationEssentials
import HikidashiCommands
import HikidashiRecords
import HikidashiStorage
import TimelineKit

/// Prints posts as lines or as JSON, with the names of their users and sources.
final class PostPrint {
  private let store: TimelineStore
  private let titles: [String: String]
  private var users: [String: TimelineUser] = [:]
  private let day = Date.ISO8601FormatStyle(timeZone: .current)
    .year().month().day().time(includingFractionalSeconds: false).dateSeparator(.dash)
    .dateTimeSeparator(.space).timeSeparator(.colon)

  init(_ store: TimelineStore) {
    self.store = store
    titles = Dictionary(
      store.sources.table.map { ($0[SourceFields.id], $0[SourceFields.title]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The things of a list, in its order, at most so many.
  func things(of list: MergedList, limit: Int) -> ArraySlice<TimelineThing> {
    var found: [TimelineThing] = []
    for row in list.rows where found.count < limit {
      switch row {
      case .post(let thing): found.append(thing)
      case .boosts(let things): found += things
      case .day, .gap: break
      }
    }
    return found.prefix(limit)
  }

  /// `2026-01-02 03:04:05  News  Ann: Look at this page`, with a star where it is not read.
  func line(_ record: Record) throws -> String {
    let post = Post(record)
    let all = [post.warning, post.title.isEmpty ? post.text : post.title, post.page]
    let words = all.first { !$0.isEmpty } ?? ""
    let text = words.split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutControls
    let date = String(post.published.formatted(day).prefix(19))
    let mark = record[PostFields.isRead] ? " " : "*"
    let name = try user(post.author).name.withoutControls
    return "\(date) \(mark) \(titles[post.source] ?? post.source)  \(name): \(text)\n"
  }

  /// The post as JSON, which can be read again as a source of JSON.
  func json(
    _ record: Record, sources: [String] = [], isWhole: Bool = false
  ) throws -> [(key: String, value: JSONValue)] {
    let post = Post(record)
    let author = try user(post.author)
    let booster = post.booster.isEmpty ? nil : try user(post.booster).name
    let source = titles[post.source] ?? post.source
    let others = sources.map { JSONValue.string(titles[$0] ?? $0) }
    var members: [(key: String, value: JSONValue)] = [
      ("id", .string(post.name)), ("source", .string(source)),
      ("sources", .array(others.isEmpty ? [.string(source)] : others)),
      ("kind", .string(post.kind.rawValue)), ("name", .string(author.name)),
      ("author", .string(post.author)), ("boostedBy", JSONValue(booster)),
      ("date", .string(post.published.formatted(.iso8601))),
      ("edited", JSONValue(post.edited?.formatted(.iso8601))),
      ("title", JSONValue(any(post.title))),
      ("text", .string(post.text)), ("link", JSONValue(any(post.page))),
      ("icon", JSONValue(any(author.icon))),
      ("pictures", .array(post.pictures.map(Self.json))),
      ("links", .array(post.links.map { .string($0.address) })),
      ("warning", JSONValue(any(post.warning))), ("isSensitive", .boolean(post.isSensitive)),
      ("tags", .array(post.tags.map { .string($0) })),
      ("isRead", .boolean(record[PostFields.isRead])),
      ("isBookmarked", .boolean(record[PostFields.isBookmarked])),
      ("note", JSONValue(any(record[PostFields.note]))),
    ]
    if isWhole { members.append(("html", JSONValue(any(post.html)))) }
    return members
  }

  private func any(_ text: String) -> String? { text.isEmpty ? nil : text }

  private static func json(_ picture: Post.Picture) -> JSONValue {
    .object([
      ("url", .string(picture.address)), ("alt", .string(picture.alternative)),
      ("type", .string(picture.type)),
    ])
  }

  private func user(_ id: String) throws -> TimelineUser {
    if let user = users[id] { return user }
    let user = try store.user(id) ?? TimelineUser(id: id, name: id)
    users[id] = user
    return user
  }
}

extension CommandOutput {
  /// Writes objects as one JSON array, an object a line.
  func write(rows: [[(key: String, value: JSONValue)]]) throws {
    try write("[")
    for (place, row) in rows.enumerated() {
      try write((place == 0 ? "\n" : ",\n") + JSONValue.object(row).text)
    }
    try write("\n]\n")
  }
}

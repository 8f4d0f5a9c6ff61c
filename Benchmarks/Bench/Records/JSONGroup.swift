import BenchPeers
import Foundation
import HikidashiBase
import HikidashiRecords

let jsonGroup = Group(
  name: "json",
  summary:
    "100,000 statuses of a social network from JSON Lines to typed values, beside simdjson in C++"
) { report in
  let statuses = GeneratedStatuses(count: 100_000, seed: 8_259)
  let schema = try statusSchema()
  let ours = try measure(.milliseconds, runs: 5) { try check(statuses, schema) }
  let single = try oneProcessor {
    try measure(.milliseconds, runs: 5) { try check(statuses, schema) }
  }
  // simdjson reads a little beyond the end.
  let padded = statuses.bytes + [UInt8](repeating: 0, count: 64)
  let theirs = try measure(.milliseconds, runs: 5) {
    let rows = padded.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { bench_json_statuses($0, statuses.bytes.count).rows } ?? 0
    }
    guard rows == statuses.count else { throw JSONFailure.differs(rows: Int(rows)) }
  }
  let decoder = try measure(.milliseconds, runs: 3) { blackHole(try decoded(statuses.bytes)) }
  let size = "\(statuses.bytes.count / 1_000_000) MB"
  for (name, measured) in [("one processor", single), ("all processors", ours)] {
    report.add(
      Row(
        group: "json", name: "100,000 statuses, \(size), to typed columns, \(name)",
        value: measured.median, unit: TimeUnit.milliseconds.rawValue, spread: measured.spread,
        peers: [("simdjson in C++", theirs.median), ("JSONDecoder", decoder.median)]))
  }
}

private enum JSONFailure: Error, CustomStringConvertible {
  case differs(rows: Int)

  var description: String {
    switch self {
    case .differs(let rows): "\(rows) statuses were read, and not all"
    }
  }
}

private func statusSchema() throws -> Schema {
  let types = [
    ("string", ["id", "spoiler_text", "visibility", "uri", "url", "content"], false),
    ("string", ["in_reply_to_id", "language"], true), ("date", ["created_at"], false),
    ("date", ["edited_at"], true), ("boolean", ["sensitive"], false),
    ("integer", ["replies_count", "reblogs_count", "favourites_count"], false),
    ("json", ["account", "media_attachments", "mentions", "tags"], false),
  ]
  let fields = types.flatMap { type, names, isOptional in
    names.map { "{\"name\": \"\($0)\", \"type\": \"\(type)\", \"optional\": \(isOptional)}" }
  }
  return try Schema(json: "{\"version\": 1, \"fields\": [\(fields.joined(separator: ", "))]}")
}

private func check(_ statuses: GeneratedStatuses, _ schema: Schema) throws {
  let table = try RecordTable(schema, jsonLines: .bytes(statuses.bytes))
  guard table.count == statuses.count else { throw JSONFailure.differs(rows: table.count) }
}

/// What a program without this toolkit writes.
private struct Status: Decodable {
  struct Account: Decodable {
    enum CodingKeys: String, CodingKey {
      case id, url, avatar, locked
      case user = "username"
      case name = "display_name"
      case followers = "followers_count"
    }
    var id, user, name, url, avatar: String
    var locked: Bool
    var followers: Int
  }

  enum CodingKeys: String, CodingKey {
    case id, visibility, uri, url, content, language, sensitive, account
    case created = "created_at"
    case edited = "edited_at"
    case spoiler = "spoiler_text"
    case original = "in_reply_to_id"
    case replies = "replies_count"
    case boosts = "reblogs_count"
    case favourites = "favourites_count"
  }
  var id, created, spoiler, visibility, uri, url, content: String
  var original, language, edited: String?
  var sensitive: Bool
  var replies, boosts, favourites: Int
  var account: Account
}

private func decoded(_ bytes: [UInt8]) throws -> [Status] {
  let decoder = JSONDecoder()
  return try bytes.split(separator: UInt8(ascii: "\n")).map {
    try decoder.decode(Status.self, from: Data($0))
  }
}

/// Runs `body` with all threads on one processor, as a peer of one thread does.
private func oneProcessor<Result>(_ body: () throws -> Result) rethrows -> Result {
  bench_use_processors(1)
  defer { bench_use_processors(0) }
  return try body()
}

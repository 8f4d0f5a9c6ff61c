internal import CHikidashiSQLite
import Glibc

/// One search of a ``TextIndex``: each clause adds to the scores of the passages that match it, and the
/// best are taken at the end.
struct TextIndexSearch {
  private let session: SQLiteSession
  private let contents: TextIndexContents
  private let weights: TextWeights
  private var clauses: [Clause] = []
  /// By row, and so is the next: whose bit is set of the clauses that match.
  private var scores: [Float]
  private var masks: [UInt16]
  /// The rows that a clause matches.
  private var touched: [Int32] = []
  private var isCut = false

  /// What was found of a clause.
  private struct Clause {
    var role: TextQuery.Clause.Role
    var bit: UInt16
    var rarity: Float = 0
    /// What the title of each document counts, by position; empty where none has the clause.
    var titles: [Float] = []
    /// How many passages of each document have it, by position.
    var counts: [Float] = []
  }

  /// How many passages are looked at of one clause. FTS5 gives about three of a word in a microsecond, and one of
  /// a phrase, for which it reads where the words stand.
  private static func hitLimit(_ clause: TextQuery.Clause) -> Int {
    clause.words.count == 1 ? 100_000 : 50_000
  }

  init(_ contents: TextIndexContents, _ weights: TextWeights, _ session: SQLiteSession) {
    self.session = session
    self.contents = contents
    self.weights = weights
    scores = [Float](repeating: 0, count: contents.owners.count)
    masks = [UInt16](repeating: 0, count: contents.owners.count)
  }

  /// Looks up every clause and returns the best passages.
  ///
  /// - Complexity: O(*h* + *n*) in hits of all clauses and in passages.
  mutating func run(
    _ query: TextQuery, limit: Int, scale: (String) -> Double
  ) throws(SQLiteError) -> TextHits {
    for clause in query.clauses { try look(up: clause) }
    var best = BestRows(limit: limit)
    var result = count(into: &best, scale)
    result.isCut = isCut
    for (score, row) in best.rows {
      if let hit = try hit(Int(row), Double(score)) { result.hits.append(hit) }
    }
    return result
  }

  // MARK: Looking up

  private mutating func look(up clause: TextQuery.Clause) throws(SQLiteError) {
    var found = Clause(role: clause.role, bit: 1 << UInt16(clauses.count))
    let expression = clause.expression
    let rows = contents.owners.count
    var headings = try hits(of: expression, in: "heading", below: rows, limit: .max)
    let limit = Self.hitLimit(clause)
    var bodies = try hits(of: expression, in: "body", below: rows, limit: limit)
    if found.role != .excluded {
      for hit in try hits(of: expression, in: "title", below: 1 << 31, limit: .max) {
        guard let position = contents.position(ofDocument: Int(hit.row)) else { continue }
        if found.titles.isEmpty {
          found.titles = [Float](repeating: 0, count: contents.documents.count)
        }
        found.titles[position] = Float(weights.title) * Float(hit.count)
      }
    }
    let end = bodies.count == limit ? bodies.last?.row ?? 0 : 0
    if contents.hasGaps {
      headings.removeAll { contents.owners[Int($0.row)] < 0 }
      bodies.removeAll { contents.owners[Int($0.row)] < 0 }
    }
    // What was not looked at is taken to be like what was.
    var matching = Double(max(bodies.count, headings.count))
    if end > 0 {
      isCut = true
      let all = Double(contents.owners.count)
      matching *= all / max(1, all - Double(end))
    }
    let others = max(0, Double(contents.passageCount) - matching)
    found.rarity = Float(log(1 + (others + 0.5) / (matching + 0.5)))
    if weights.document > 0, found.role != .excluded {
      found.counts = [Float](repeating: 0, count: contents.documents.count)
    }
    add(headings, bodies, downTo: end, &found)
    clauses.append(found)
  }

  /// The rows that an expression matches, descending.
  private func hits(
    of expression: String, in table: String, below end: Int, limit: Int
  ) throws(SQLiteError) -> [hk_text_hit] {
    let select = try session.statement(
      "SELECT rowid, hk_count(\(table)) FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid DESC")
    defer { select.reset() }
    try select.bind(expression, at: 0)
    var hits: [hk_text_hit] = []
    var code = SQLITE_ROW
    while code == SQLITE_ROW, hits.count < limit {
      let step = min(limit - hits.count, 4_096)
      hits += [hk_text_hit](unsafeUninitializedCapacity: step) { buffer, count in
        count = Int(
          hk_sqlite_next_hits(
            select.handle, Int64(end), buffer.baseAddress, Int64(step), &code))
      }
    }
    if code != SQLITE_ROW, code != SQLITE_DONE { throw select.error(code) }
    return hits
  }

  // MARK: Scoring

  private mutating func add(
    _ headings: [hk_text_hit], _ bodies: [hk_text_hit], downTo end: Int32,
    _ clause: inout Clause
  ) {
    let (body, heading) = (Float(weights.body), Float(weights.heading))
    let (base, mean) = (Float(1 - weights.lengthCorrection), Float(contents.meanLength))
    let slope = Float(weights.lengthCorrection) / mean
    // Nothing is gained by being shorter than a few sentences.
    let least = mean / 4
    var (inHeadings, inBodies) = (0, 0)
    while inHeadings < headings.count || inBodies < bodies.count {
      let first = inHeadings < headings.count ? headings[inHeadings].row : -1
      let second = inBodies < bodies.count ? bodies[inBodies].row : -1
      let row = max(first, second)
      // Next to every passage has a word of which not all were looked at.
      var times: Float = row < end ? body : 0
      if first == row {
        times += heading * Float(headings[inHeadings].count)
        inHeadings += 1
      }
      if second == row {
        let norm = base + slope * max(least, Float(contents.lengths[Int(row)]))
        times += body * Float(bodies[inBodies].count) / norm
        inBodies += 1
      }
      touch(Int(row), times, &clause)
    }
  }

  private mutating func touch(_ row: Int, _ times: Float, _ clause: inout Clause) {
    let owner = Int(contents.owners[row])
    // The gaps of a damaged file may not be known.
    guard owner >= 0 else { return }
    let title = clause.titles.isEmpty ? 0 : clause.titles[owner]
    if !clause.counts.isEmpty { clause.counts[owner] += 1 }
    scores[row] += score(times + title, clause)
    if masks[row] == 0 { touched.append(Int32(row)) }
    masks[row] |= clause.bit
  }

  private func score(_ times: Float, _ clause: Clause) -> Float {
    let saturation = Float(weights.saturation)
    return clause.rarity * times * (saturation + 1) / (saturation + times)
  }

  // MARK: The best

  private func count(into best: inout BestRows, _ scale: (String) -> Double) -> TextHits {
    var result = TextHits()
    let wanted = clauses.filter { $0.role != .excluded }
    let excluded = clauses.reduce(0) { $1.role == .excluded ? $0 | $1.bit : $0 }
    let required = clauses.reduce(0) { $1.role == .required ? $0 | $1.bit : $0 }
    let whole = wanted.reduce(0) { $0 | $1.bit }
    let total = wanted.reduce(0) { $0 + $1.rarity }
    var scales = [Float](repeating: .nan, count: contents.documents.count)
    for row in touched {
      var mask = masks[Int(row)]
      guard mask & excluded == 0 else { continue }
      let owner = Int(contents.owners[Int(row)])
      if scales[owner].isNaN { scales[owner] = Float(scale(contents.documents[owner].key)) }
      guard scales[owner] > 0 else { continue }
      var score = scores[Int(row)] + around(owner, wanted)
      for clause in wanted where mask & clause.bit == 0 && !clause.titles.isEmpty {
        guard clause.titles[owner] > 0 else { continue }
        score += self.score(clause.titles[owner], clause)
        mask |= clause.bit
      }
      guard mask & required == required else { continue }
      result.count += 1
      if mask == whole {
        result.completeCount += 1
      } else {
        let part = wanted.reduce(0) { mask & $1.bit == 0 ? $0 : $0 + $1.rarity }
        score *= pow(part / max(total, .leastNormalMagnitude), Float(weights.coverage))
      }
      score *= scales[owner] * Float(contents.weights[Int(row)]) / 255
      best.add(score, row)
    }
    return result
  }

  /// What the other passages of a document add.
  private func around(_ owner: Int, _ clauses: [Clause]) -> Float {
    guard weights.document > 0 else { return 0 }
    let sum = clauses.reduce(Float(0)) { sum, clause in
      sum + clause.rarity * clause.counts[owner] / (clause.counts[owner] + 4)
    }
    return Float(weights.document) * sum
  }

  private func hit(_ row: Int, _ score: Double) throws(SQLiteError) -> TextHit? {
    let document = contents.documents[Int(contents.owners[row])]
    let select = try session.statement("SELECT passages, labels FROM document WHERE id = ?")
    defer { select.reset() }
    try select.bind(document.id, at: 0)
    let position = row - document.first
    guard try select.step() else { return nil }
    let blob = select.blob(unowned: 0)
    guard position < StoredPassages.count(blob) else { return nil }
    return TextHit(
      key: document.key, passage: position,
      label: StoredPassages.label(select.text(unowned: 1), position),
      place: StoredPassages.place(blob, position), score: score, isComplete: isComplete(row))
  }

  private func isComplete(_ row: Int) -> Bool {
    let owner = Int(contents.owners[row])
    return clauses.allSatisfy { clause in
      clause.role == .excluded || masks[row] & clause.bit != 0
        || !clause.titles.isEmpty && clause.titles[owner] > 0
    }
  }
}

/// The rows with the greatest scores, of equal ones the first.
private struct BestRows {
  private(set) var rows: [(score: Float, row: Int32)] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func add(_ score: Float, _ row: Int32) {
    guard limit > 0, score > 0 else { return }
    if rows.count == limit, let last = rows.last {
      guard (score, last.row) > (last.score, row) else { return }
      rows.removeLast()
    }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if (rows[middle].score, row) > (score, rows[middle].row) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    rows.insert((score, row), at: low)
  }
}

internal import HikidashiBase

/// A report of how a search was carried out: its index lookups and scans in their order, with the
/// number of records that each found.
///
/// ```swift
/// print(cards.explain(title.contains("quic") && number > 8000))
/// // found 12 of 9,880 records
/// //   all of:
/// //     index number>8000: 1,880 expected, 1,880 found among 9,880
/// //     scan title:quic (case and width ignored): 96 expected, 12 found among 1,880
/// ```
package struct Explanation: Sendable {
  /// The number of records found.
  package let found: Int
  /// The number of records in the table.
  package let count: Int
  /// The search as a tree of steps.
  package let step: Step

  /// A step of a search.
  package struct Step: Sendable {
    package let kind: Kind
    /// The test as a search string, and how values are compared; empty for a step that combines
    /// others.
    package let test: String
    /// The estimated number of passing records of the whole table, from the index or a sample.
    package let expected: Int?
    /// The number of records that this step examined, as earlier steps had not decided them.
    package let looked: Int?
    /// The number of examined records that passed.
    package let found: Int?
    /// The steps that this one combines, in the order in which they were run.
    package let steps: [Step]
  }

  package enum Kind: String, Hashable, Sendable {
    /// Passes the records that pass all steps; later steps examine only those not decided yet.
    case all
    /// Passes the records that pass any step; later steps examine only those not decided yet.
    case any
    /// Passes the records that do not pass the step.
    case not
    /// Reads the values one after another.
    case scan
    /// Looks the values up in an index.
    case index
  }
}

extension Explanation: CustomStringConvertible {
  package var description: String {
    "found \(found) of \(count) records\n" + step.lines(indent: "  ").joined(separator: "\n")
  }
}

extension Explanation.Step {
  fileprivate func lines(indent: String) -> [String] {
    switch kind {
    case .all, .any, .not:
      let title = kind == .not ? "not" : kind.rawValue + " of"
      return [indent + title + ":"] + steps.flatMap { $0.lines(indent: indent + "  ") }
    case .scan, .index:
      let counts = [
        expected.map { "\($0) expected" }, found.map { "\($0) found among \(looked ?? 0)" },
      ]
      return [
        indent + kind.rawValue + " " + test + ": "
          + counts.compactMap { $0 }.joined(separator: ", ")
      ]
    }
  }
}

extension RecordTable {
  /// Runs a search, and returns a report of how it was carried out.
  ///
  /// - Precondition: The query's fields belong to the table's schema.
  package func explain(_ query: some QueryExpression) -> Explanation {
    let plan: SearchPlan
    do {
      plan = try self.plan(for: query.query)
    } catch {
      // A programmer's mistake, as with the subscripts of a table.
      fatalError(error.description)
    }
    let counts = Guarded([(looked: Int, found: Int)](repeating: (0, 0), count: plan.scans.count))
    var run = SearchRun(table: self, plan: plan)
    run.observe = { scan, looked, found in
      counts.withLock {
        $0[scan].looked += looked
        $0[scan].found += found
      }
    }
    let found = (try? run.found())?.count ?? 0
    let explainer = Explainer(run: run, counts: counts.withLock { $0 })
    return Explanation(found: found, count: count, step: explainer.step(run.root))
  }
}

private struct Explainer {
  let run: SearchRun
  let counts: [(looked: Int, found: Int)]

  func step(_ node: SearchPlan.Node) -> Explanation.Step {
    switch node {
    case .all(let nodes): group(.all, nodes)
    case .any(let nodes): group(.any, nodes)
    case .not(let inner): group(.not, [inner])
    case .scan(let number): leaf(number)
    }
  }

  private func group(_ kind: Explanation.Kind, _ nodes: [SearchPlan.Node]) -> Explanation.Step {
    Explanation.Step(
      kind: kind, test: "", expected: nil, looked: nil, found: nil, steps: nodes.map(step))
  }

  private func leaf(_ number: Int) -> Explanation.Step {
    let planned = run.plan.scans[number]
    let lookup = run.lookups[number]
    return Explanation.Step(
      kind: lookup == nil ? .scan : .index, test: planned.text + " (\(planned.scan.summary))",
      expected: lookup?.count ?? expected(number), looked: counts[number].looked,
      found: counts[number].found, steps: [])
  }

  /// The estimated number of records that a scan finds, from a sample of the whole table.
  private func expected(_ number: Int) -> Int? {
    let table = run.table
    let words = table.live.count * ChunkLayout.words
    let step = max(1, words / 32)
    var sample = RecordSet()
    for word in stride(from: 0, to: words, by: step) {
      let chunk = table.live[word / ChunkLayout.words]
      chunk.words[word % ChunkLayout.words].forEachBit {
        sample.insert(RecordNumber(word << 6 + $0))
      }
    }
    guard !sample.isEmpty else { return nil }
    var trial = SearchRun(table: table, plan: run.plan, candidates: sample)
    trial.root = .scan(number)
    return (try? trial.found()).map { $0.count * table.count / sample.count }
  }
}

internal import HikidashiRecords

/// Finds suggestions for what is typed, on another thread where that takes a while.
///
/// The texts are made into an index when the first question comes, and again at the next question after they have
/// changed; meanwhile the old index answers. One search runs at a time, and the newest question is the next.
@MainActor
final class SuggestionSearch {
  /// More than these nobody reads.
  nonisolated static let limit = 20

  /// Called with the texts for the newest question, once or twice: those that begin with it at once, and all of
  /// them when they are found.
  var onAnswer: ([String]) -> Void = { _ in }
  private var makeTexts: (@Sendable () -> [String])?
  private var index: SuggestionIndex?
  /// The newest question; nil while nobody waits for an answer.
  private var question: String?
  /// The question that is answered in full.
  private var answered: String?
  private var isRunning = false

  /// Takes other texts, which are made on another thread when they are needed.
  func offer(_ texts: @escaping @Sendable () -> [String]) {
    makeTexts = texts
    answered = nil
    run()
  }

  /// Asks for suggestions; an earlier question is answered no more.
  func ask(_ typed: String) {
    question = typed
    answered = nil
    if let index {
      let begun = index.beginning(with: typed, limit: Self.limit)
      // Nothing can be better.
      if begun.count == Self.limit, makeTexts == nil { answered = typed }
      if !begun.isEmpty { onAnswer(begun) }
    }
    run()
  }

  /// Nobody waits for an answer any more.
  func forget() {
    question = nil
    answered = nil
  }

  /// Whether a question is not answered in full yet.
  var isSearching: Bool { isRunning }

  private func run() {
    guard !isRunning, question != nil else { return }
    isRunning = true
    Task {
      while await step() {}
      isRunning = false
    }
  }

  /// - Returns: False when there is nothing to do.
  private func step() async -> Bool {
    guard let asked = question else { return false }
    if let makeTexts {
      self.makeTexts = nil
      index = await Self.makeIndex(makeTexts)
      return true
    }
    guard let index, answered != asked else { return false }
    let found = await Self.find(asked, in: index)
    // The answer to an old question is not shown over that to a newer one.
    guard question == asked else { return true }
    if makeTexts == nil { answered = asked }
    onAnswer(found)
    return true
  }

  @concurrent
  private static func makeIndex(_ texts: @Sendable () -> [String]) async -> SuggestionIndex {
    SuggestionIndex(texts())
  }

  @concurrent
  private static func find(_ typed: String, in index: SuggestionIndex) async -> [String] {
    index.suggestions(for: typed, limit: limit)
  }
}

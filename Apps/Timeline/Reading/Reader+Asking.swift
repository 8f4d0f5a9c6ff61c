internal import Hikidashi
internal import HikidashiRecords
internal import TimelineKit

extension Reader {
  /// Returns the conversation of a post: its kept posts, and those that its server had when it was asked.
  func conversation(of post: Post) -> PostContext {
    let found = conversations[post.id]
    return PostContext(
      ancestors: keptAncestors(of: post) + (found?.ancestors ?? []),
      descendants: keptAnswers(to: post) + (found?.descendants ?? []), of: post.name)
  }

  /// Asks the server for the conversation of a post, unless it did so a moment ago.
  ///
  /// - Throws: `TimelineError`
  func askForConversation(of post: Post) async throws {
    guard source(post.source)?.kind == .mastodon else { return }
    let context = try await loader.context(of: post)
    // A window that is open for days keeps some.
    if conversations.count > 50 { conversations.removeAll() }
    conversations[post.id] = context
    for user in context.users { guests[user.id] = user }
  }

  /// The HTML of the whole article of a post; nil where it was not loaded.
  func article(of post: String) -> String? { try? store.article(of: post) }

  /// Loads the whole article of a post from its page, and keeps it.
  ///
  /// - Throws: `TimelineError`, `StoreError`
  /// - Returns: The parts of the page that were left out.
  func loadArticle(of post: Post) async throws -> [PostPage.Problem] {
    let problems = try await loader.loadArticle(of: post)
    postsChanged()
    return problems
  }

  private func keptAncestors(of post: Post) -> [Post] {
    var before: [Post] = []
    var (seen, next): (Set<String>, Post) = ([post.id], post)
    while !next.repliesTo.isEmpty, before.count < 50,
      let record = record(Post.id(next.source, next.repliesTo))
    {
      next = Post(record)
      guard seen.insert(next.id).inserted else { break }
      before.append(next)
    }
    return before
  }

  /// The kept answers of a post and the answers to those, a hundred at most.
  private func keptAnswers(to post: Post) -> [Post] {
    var answers: [Post] = []
    var (seen, names): (Set<String>, [String]) = ([post.id], [post.name])
    while !names.isEmpty, answers.count < 100 {
      let table = try? store.posts.records(where: PostFields.repliesTo, isOneOf: names).table
      let found = (table.map { table in table.map { Post($0) } } ?? []).filter {
        $0.source == post.source && seen.insert($0.id).inserted
      }.prefix(100 - answers.count)
      answers += found
      names = found.map(\.name)
    }
    return answers
  }

  /// Returns the effect of a rule in words, “hides 34 of the last 1,000”, or the fault in it.
  func preview(of rule: TimelineRule) async -> String {
    let store = store
    return await offMainThread {
      let rules = store.rules.table.map { TimelineRule($0) }
      do {
        return try RulePreview(rule, among: rules, in: store.newest()).words(for: rule.action)
          .asSentence
      } catch RuleError.emptyQuery {
        return tr("Write a word that the posts have, or author:name.")
      } catch RuleError.badQuery(_, let reason) {
        return reason.asSentence
      } catch {
        return "\(error)".asSentence
      }
    }
  }
}

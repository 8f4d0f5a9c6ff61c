internal import Hikidashi
internal import HikidashiRecords
internal import TimelineKit

extension Reader {
  /// What a post is part of: what it answers, from the first on, itself, and what answers it.
  func thread(of post: Post) -> [Post] {
    var before: [Post] = []
    var (seen, next): (Set<String>, Post) = ([post.id], post)
    while !next.repliesTo.isEmpty, before.count < 50,
      let record = record(Post.id(next.source, next.repliesTo))
    {
      next = Post(record)
      guard seen.insert(next.id).inserted else { break }
      before.insert(next, at: 0)
    }
    let table = try? store.posts.records(where: PostFields.repliesTo, isOneOf: [post.name]).table
    let found = table.map { table in table.map { Post($0) } } ?? []
    let answers = found.prefix(100).filter {
      $0.source == post.source && seen.insert($0.id).inserted
    }
    return before + [post] + answers.sorted { $0.published < $1.published }
  }

  /// What a rule would do, in words: “hides 34 of the last 1,000”, or what is wrong in it.
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

internal import Hikidashi
internal import TimelineKit

// MARK: - Sources that could not be refreshed, and the words in place of posts

extension Reader {
  /// Why the source of a list could not be refreshed; nil where it could.
  func problem(of list: ReadingList) -> String? {
    if case .source(let id) = list { problems[id] } else { nil }
  }

  /// Which sources could not be refreshed, and why, and whether others can be reached; empty where all could.
  var troubles: String {
    [sourceTroubles, sharing.trouble].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The titles of the sources that could not be refreshed, with the reasons.
  var failures: [(title: String, reason: String)] {
    sources.compactMap { source in problems[source.id].map { (source.title, $0) } }
  }

  /// The source that is gone, where it alone could not be refreshed.
  var goneSource: TimelineSource? {
    guard failures.count == 1 else { return nil }
    return sources.first { problems[$0.id] != nil && gone.contains($0.id) }
  }

  private var sourceTroubles: String {
    let found = failures
    if found.isEmpty { return "" }
    guard found.count == 1, let (title, reason) = found.first else {
      return trn(
        "{} source couldn’t be updated", "{} sources couldn’t be updated", found.count,
        found.count)
    }
    return "\(title): \(reason.asSentence)"
  }

  /// - Parameter hidden: How many posts of the list the rules hide.
  func emptyContent(of list: ReadingList, hidden: Int = 0) -> EmptyContent {
    switch list {
    case .found where hidden > 0:
      return EmptyContent(
        trn("{} post is hidden by your rules", "{} posts are hidden by your rules", hidden, hidden),
        icon: "edit-find-symbolic", details: tr("“Rules and Lists” in the menu shows the rules."))
    case .found:
      return EmptyContent(
        tr("No post found"), icon: "edit-find-symbolic", details: tr("Try fewer words."))
    case .bookmarked:
      return EmptyContent(
        tr("No bookmarks yet"), icon: "user-bookmarks-symbolic",
        details: tr("Press Ctrl+D to bookmark a post."))
    case .all, .smart, .source:
      return failure(of: list)
        ?? EmptyContent(
          tr("No posts yet"), icon: "emblem-documents-symbolic",
          details: tr("Posts appear after the next refresh."))
    }
  }

  /// Says why a source has no posts, with a button that asks it again; nil where it did not fail.
  private func failure(of list: ReadingList) -> EmptyContent? {
    guard case .source(let id) = list, let problem = problems[id] else { return nil }
    return EmptyContent(
      tr("Couldn’t update “{}”", title(ofSource: id)), icon: "dialog-warning-symbolic",
      details: problem.asSentence,
      action: (
        tr("Try Again"),
        { [weak self] in
          guard let self, let source = source(id) else { return }
          Task { await self.refresh([source]) }
        }
      ))
  }
}

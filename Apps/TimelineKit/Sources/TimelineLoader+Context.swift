extension TimelineLoader {
  /// Loads the ancestors and answers of a server's post. Nothing of it is kept.
  ///
  /// ```swift
  /// let context = try await loader.context(of: post)
  /// show(context.ancestors + [post] + context.descendants)
  /// ```
  ///
  /// A server that wants no requests is left alone, as ``refresh(_:pages:tell:)`` does.
  ///
  /// - Throws: ``TimelineError``; ``TimelineError/badServer(_:)`` for a post of a feed, an archive or a file.
  @concurrent public func context(of post: Post) async throws(TimelineError) -> PostContext {
    guard let timeline = Self.timeline(post.source) else { throw .badServer(post.source) }
    return PostContext(try await load(timeline, .context(post.name)), of: post.name)
  }
}

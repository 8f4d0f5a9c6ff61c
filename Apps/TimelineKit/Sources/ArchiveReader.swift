/// Reads the posts of a Twitter archive some thousand at a time, so that no more than those are in memory.
///
/// ```swift
/// var reader = try ArchiveReader("/home/ann/twitter-2022", source: source.id)
/// while let page = try reader.next() { try store.add(page) }
/// ```
public struct ArchiveReader {
  private let path: String
  private let source: String
  private let contents: any ArchiveContents
  /// The author of posts that name none.
  let owner: TimelineUser
  /// The long posts, of which the other files have the beginnings.
  private var notes: NoteTweets
  /// The problems of the archive as a whole, which the first page lists.
  private var untold: [PostPage.Problem]
  private let media: [String: [String]]
  private var files: ArraySlice<String>
  private let fileCount: Int
  private var current: Current?
  /// Parts of several archives in one folder have the same posts.
  private var names: Set<String> = []
  private var problemCount = 0
  private static let size = 10_000

  /// The file that is being read.
  private struct Current {
    let name: String
    let file: any ArchiveBytes
    var parser: TweetsParser
  }

  /// Begins to read an archive.
  ///
  /// - Parameters:
  ///   - path: The folder that `data` stands in, or `data` itself, or the ZIP file as it was downloaded.
  ///   - source: The ``TimelineSource/id`` of the posts.
  /// - Throws: ``TimelineError`` where there is no such folder or file, or no file in it that has posts.
  public init(_ path: String, source: String) throws(TimelineError) {
    (self.path, self.source) = (path, source)
    contents = try TwitterArchive.contents(path)
    let data = TwitterArchive.data(of: contents)
    media = TwitterArchive.mediaFiles(contents, data)
    owner = TwitterArchive.owner(contents, data)
    files = TwitterArchive.tweetFiles(contents, data)[...]
    fileCount = files.count
    guard !files.isEmpty else { throw .noPosts(path: path) }
    (notes, untold) = TwitterArchive.notes(contents, data)
    untold = contents.problems + untold
  }

  /// How much of the archive was read, from 0 to 1.
  public var fraction: Double {
    let begun = Double(fileCount - files.count)
    return (current.map { begun - 1 + $0.file.fraction } ?? begun) / Double(fileCount)
  }

  /// The next posts, and what could not be read among them; nil at the end.
  ///
  /// - Throws: ``TimelineError/noPosts(path:)`` at the end, where nothing in the archive could be read. A file
  ///   that cannot be read beside others is a problem of the page.
  /// - Complexity: O(*n*) in bytes, over all calls
  public mutating func next() throws(TimelineError) -> PostPage? {
    var page = PostPage()
    for problem in untold { page.note(problem) }
    untold = []
    // The first soon, so that writing begins.
    let size = names.isEmpty ? Self.size / 5 : Self.size
    while page.posts.count < size, current != nil || !files.isEmpty {
      let name = current?.name ?? files.first ?? ""
      do {
        var found = try step()
        found.posts.removeAll { !names.insert($0.name).inserted }
        page.append(found, place: name)
      } catch {
        current = nil
        page.note(PostPage.Problem("\(error)", place: name))
        page.isWhole = false
      }
    }
    if current == nil, files.isEmpty { keepNotes(&page) }
    problemCount += page.problemCount
    guard page.posts.isEmpty else { return page }
    if names.isEmpty && problemCount > 0 { throw .noPosts(path: path) }
    return page.problemCount > 0 ? page : nil
  }

  /// What a further piece of a file has.
  private mutating func step() throws -> PostPage {
    guard var reading = current else {
      guard let name = files.popFirst() else { return PostPage() }
      var parser = TweetsParser(source: source, owner: owner, media: media)
      let file = try contents.open(name)
      swap(&parser.notes, &notes)
      current = Current(name: name, file: file, parser: parser)
      return PostPage()
    }
    current = nil
    let bytes: [UInt8]?
    do {
      bytes = try reading.file.next()
    } catch {
      // What was read of a file before its fault is kept.
      swap(&reading.parser.notes, &notes)
      throw error
    }
    guard let bytes else {
      swap(&reading.parser.notes, &notes)
      return try reading.parser.finish()
    }
    _ = reading.parser.feed(bytes)
    let found = reading.parser.takePage()
    current = reading
    return found
  }
}

extension ArchiveReader {
  /// Adds the long posts of which no other file has the beginning.
  private mutating func keepNotes(_ page: inout PostPage) {
    let posts = notes.rest(source: source, author: owner.id).filter {
      names.insert($0.name).inserted
    }
    notes = NoteTweets()
    guard !posts.isEmpty else { return }
    page.posts += posts
    if !page.users.contains(where: { $0.id == owner.id }) { page.users.append(owner) }
  }
}

/// Hands the pages of an archive over from another thread than the one that asks.
actor ArchivePages {
  private var reader: ArchiveReader
  private let store: TimelineStore

  init(_ reader: sending ArchiveReader, _ store: TimelineStore) {
    (self.reader, self.store) = (reader, store)
  }

  /// The next posts, made ready to be kept; nil at the end.
  ///
  /// - Throws: as ``ArchiveReader/next()`` does, and `StoreError` for what no store takes.
  func next() throws -> TimelineStore.Prepared? {
    try reader.next().map { try store.prepare($0) }
  }

  /// How much of the archive was read, from 0 to 1.
  var fraction: Double { reader.fraction }
}

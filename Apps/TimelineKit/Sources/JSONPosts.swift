internal import FoundationEssentials
internal import Glibc
internal import HikidashiFeeds
public import HikidashiLoading

/// Reads posts from JSON: an array of them, one on each line, or an object with lists of them, as the exports of
/// networks are.
///
/// ```json
/// [{"name": "Ann", "text": "Hello", "date": "2011-04-01T12:00:00Z", "icon": "https://…"}]
/// ```
///
/// | key | meaning |
/// |---|---|
/// | `id` | what tells the post from others, a text or a number; who, when and what if there is none |
/// | `name`, or `author` | who has written it, a name or an object with one |
/// | `text`, `html`, or `content` | what it says |
/// | `date`, or `created_at`, `published`, `timestamp` | when; needed: a date as feeds have it, or seconds or milliseconds since 1970 |
/// | `title`, `link`, `icon`, `pictures`, `tags` | the rest; pictures are addresses, or objects with `url` and `alt` |
///
/// Exports of ActivityPub (`outbox.json`) and of several networks are read, which have these under other names. UTF-8,
/// UTF-16 and Latin-1 are read, and what is nearly JSON: comments, commas too many, `NaN`.
public struct JSONPostsParser: ResponseParser {
  private let source: String
  private var reading = ElementReading<JSONEntry>(limit: 256 << 20)
  private var page = PostPage()
  private var users: [String: TimelineUser] = [:]
  private var names: Set<String> = []

  /// - Parameter source: The ``TimelineSource/id`` of the posts.
  public init(source: String) { self.source = source }

  public mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    for found in reading.feed(bytes) {
      switch found {
      case .success(let entry):
        for post in entry.posts { take(post) }
        for (place, reason) in entry.lost {
          page.note(PostPage.Problem(reason, place: place))
        }
      case .failure(let problem): page.note(problem)
      }
    }
    return .more
  }

  /// Whether a post was found.
  var hasPosts: Bool { !page.posts.isEmpty }

  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page, and for what is no list.
  public mutating func finish() throws(ParserError) -> PostPage {
    try reading.finish(&page)
    page.users = users.values.sorted { $0.id < $1.id }
    return page
  }

  private mutating func take(_ json: JSONPost) {
    let name = json.id ?? json.hash
    guard let date = ReadableDate.date(json.date) else {
      let reason = tr("“{}” is no date; the post is left out", json.date)
      page.note(PostPage.Problem(reason, place: name))
      return
    }
    guard names.insert(name).inserted else {
      page.note(PostPage.Problem(tr("the post is there twice; the first is kept"), place: name))
      return
    }
    let user = TimelineUser(id: json.name, name: json.name, icon: Post.webAddress(json.icon))
    if users[user.id]?.icon.isEmpty ?? true { users[user.id] = user }
    let link = Post.webAddress(json.link)
    var post = Post(
      source: source, name: name, subject: link.isEmpty ? source + "\n" + name : link,
      kind: json.title == nil ? .status : .article, author: user.id, published: date)
    post.title = json.title ?? ""
    post.page = link
    post.html = json.html ?? ""
    let body = Feed.Text(post.html, kind: .html)
    post.text = json.text ?? body.plain
    post.links = body.references.links.map {
      Post.Link($0.address.absoluteString, words: $0.words)
    }
    post.pictures = json.pictures.filter { !$0.address.isEmpty }
    let lost = json.lostPictures
    if lost > 0 {
      let reason = trn(
        "{} picture is left out: it is a file of the export, and has no address of the web",
        "{} pictures are left out: they are files of the export, and have no address of the web",
        lost, lost)
      page.note(PostPage.Problem(reason, place: name))
    }
    post.tags = json.tags
    post.warning = json.warning
    post.isSensitive = json.isSensitive
    post.repliesTo = json.repliesTo
    page.posts.append(post)
  }
}

/// The files of JSON that a person points at.
public enum JSONPosts {
  /// Reads a file, whatever its name is, or every `.json`, `.jsonl` and `.ndjson` of a folder; waits for the disk.
  ///
  /// - Throws: ``TimelineError`` where nothing can be read. A file that cannot be read beside others is a
  ///   problem of the page.
  public static func read(_ path: String, source: String) throws(TimelineError) -> PostPage {
    let files = try files(at: path)
    guard !files.isEmpty else { throw .noPosts(path: path) }
    var page = PostPage()
    for file in files {
      var parser = JSONPostsParser(source: source)
      do {
        let bytes = try file.open()
        while let piece = try bytes.next() { _ = parser.feed(piece) }
        page.append(try parser.finish(), place: file.name)
      } catch let error as TimelineError where files.count == 1 {
        throw error
      } catch {
        page.note(PostPage.Problem("\(error)", place: file.name))
        page.isWhole = false
      }
    }
    if page.posts.isEmpty && page.problemCount > 0 { throw .noPosts(path: path) }
    return page
  }

  /// Checks that there is a post at a path, of which no more is read than is needed.
  ///
  /// - Throws: ``TimelineError/noPosts(path:)``; ``TimelineError/unreadable(path:reason:)`` where the path is that of a
  ///   file that cannot be opened.
  static func check(_ path: String) throws(TimelineError) {
    let files = try files(at: path)
    for file in files {
      var parser = JSONPostsParser(source: "")
      do {
        let bytes = try file.open()
        while let piece = try bytes.next() {
          _ = parser.feed(piece)
          if parser.hasPosts { return }
        }
      } catch  where files.count > 1 {
        continue
      }
    }
    throw .noPosts(path: path)
  }

  /// A file, and how it is opened.
  private struct Place {
    var name: String
    var open: () throws(TimelineError) -> any ArchiveBytes
  }

  private static func files(at path: String) throws(TimelineError) -> [Place] {
    switch try PathKind(path) {
    case .file:
      let name = String(path.split(separator: "/").last ?? "")
      return [
        Place(name: name) { () throws(TimelineError) in
          guard let real = realpath(path, nil) else {
            throw .unreadable(path: path, reason: ArchiveFolder.reason(errno))
          }
          defer { free(real) }
          return try ArchiveFile(String(cString: real))
        }
      ]
    case .folder:
      let folder = try ArchiveFolder(path)
      return folder.names(in: "").filter { name in
        ["json", "jsonl", "ndjson"].contains { name.lowercased().hasSuffix("." + $0) }
      }.map { name in Place(name: name) { () throws(TimelineError) in try folder.open(name) } }
    }
  }
}

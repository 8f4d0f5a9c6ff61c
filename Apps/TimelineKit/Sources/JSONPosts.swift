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
  private let files: ExportFiles

  /// - Parameter source: The ``TimelineSource/id`` of the posts.
  public init(source: String) { self.init(source: source, files: ExportFiles()) }

  /// - Parameter files: The files of the export that the JSON is of.
  init(source: String, files: ExportFiles) { (self.source, self.files) = (source, files) }

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
    var lost = 0
    for (picture, path) in json.media {
      var picture = picture
      if !path.isEmpty { picture.address = files.address(of: path) ?? "" }
      if picture.address.isEmpty { lost += 1 } else { post.pictures.append(picture) }
    }
    if lost > 0 {
      let reason = trn(
        "{} picture is left out: it is a file of the export, which is not there",
        "{} pictures are left out: they are files of the export, which are not there", lost, lost)
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
  /// Reads a file, whatever its name is, or every `.json`, `.jsonl` and `.ndjson` of a folder, or of a ZIP file; waits
  /// for the disk. Pictures that are files of the export stay where they are.
  ///
  /// - Throws: ``TimelineError`` where nothing can be read. A file that cannot be read beside others is a
  ///   problem of the page.
  public static func read(_ path: String, source: String) throws(TimelineError) -> PostPage {
    let (contents, export, files) = try files(at: path)
    guard !files.isEmpty else { throw .noPosts(path: path) }
    var page = PostPage()
    for problem in contents.problems { page.note(problem) }
    for file in files {
      var parser = JSONPostsParser(source: source, files: export)
      do {
        let bytes = try contents.open(file)
        while let piece = try bytes.next() { _ = parser.feed(piece) }
        page.append(try parser.finish(), place: file)
      } catch let error as TimelineError where files.count == 1 {
        throw error
      } catch {
        page.note(PostPage.Problem("\(error)", place: file))
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
    let (contents, _, files) = try files(at: path)
    for file in files {
      var parser = JSONPostsParser(source: "")
      do {
        let bytes = try contents.open(file)
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

  /// The files of JSON at a path, and the files of the export that they are in.
  private static func files(
    at path: String
  ) throws(TimelineError) -> (any ArchiveContents, ExportFiles, [String]) {
    switch try ExportKind(path) {
    case .file(let folder, let name): return (folder, ExportFiles(folder), [name])
    case .folder(let folder): return (folder, ExportFiles(folder), lists(in: "", of: folder))
    case .zip(let archive):
      // As it was downloaded, or as a person has packed its folder again.
      let place = archive.places.first { !lists(in: $0, of: archive).isEmpty } ?? ""
      let files = ExportFiles(archive, at: place)
      return (archive, files, lists(in: place, of: archive))
    }
  }

  private static func lists(in folder: String, of contents: any ArchiveContents) -> [String] {
    contents.names(in: folder).filter { name in
      ["json", "jsonl", "ndjson"].contains { name.lowercased().hasSuffix("." + $0) }
    }.map { folder.isEmpty ? $0 : folder + "/" + $0 }
  }
}

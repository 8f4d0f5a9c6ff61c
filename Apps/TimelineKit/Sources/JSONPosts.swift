internal import FoundationEssentials
internal import HikidashiFeeds
public import HikidashiLoading

/// Reads posts from JSON: an array of them, or one on each line.
///
/// ```json
/// [{"name": "Ann", "text": "Hello", "date": "2011-04-01T12:00:00Z", "icon": "https://…"}]
/// ```
///
/// | key | meaning |
/// |---|---|
/// | `id` | what tells the post from others, a text or a number; who, when and what if there is none |
/// | `name`, or `author` | who has written it |
/// | `text`, `html` | what it says |
/// | `date`, or `created_at` | when; needed |
/// | `title`, `link`, `icon`, `pictures` | the rest; pictures are addresses, or objects with `url` and `alt` |
public struct JSONPostsParser: ResponseParser {
  private let source: String
  private var reading = ElementReading<JSONPost>()
  private var page = PostPage()
  private var users: [String: TimelineUser] = [:]
  private var names: Set<String> = []

  /// - Parameter source: The ``TimelineSource/id`` of the posts.
  public init(source: String) { self.source = source }

  public mutating func feed(_ bytes: [UInt8]) -> ParserStep {
    for found in reading.feed(bytes) {
      switch found {
      case .success(let post): take(post)
      case .failure(let problem): page.note(problem)
      }
    }
    return .more
  }

  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page, and for what is no list.
  public mutating func finish() throws(ParserError) -> PostPage {
    try reading.finish(&page)
    page.users = users.values.sorted { $0.id < $1.id }
    return page
  }

  private mutating func take(_ json: JSONPost) {
    let name = json.id ?? json.hash
    guard let date = Feed.date(json.date) else {
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
    post.text = json.text ?? Feed.Text(post.html, kind: .html).plain
    post.pictures = json.pictures.filter { !$0.address.isEmpty }
    page.posts.append(post)
  }
}

/// The files of JSON that a person points at.
public enum JSONPosts {
  /// Reads a file, or every `.json`, `.jsonl` and `.ndjson` of a folder; waits for the disk.
  ///
  /// - Throws: ``TimelineError`` where nothing can be read. A file that cannot be read beside others is a
  ///   problem of the page.
  public static func read(_ path: String, source: String) throws(TimelineError) -> PostPage {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let isFile = ["json", "jsonl", "ndjson"].contains { path.hasSuffix("." + $0) }
    let folder = try ArchiveFolder(
      isFile ? (end == path.startIndex ? "." : String(path[..<end])) : path)
    let files =
      isFile
      ? [String(path[end...])]
      : folder.names(in: "").filter { name in
        ["json", "jsonl", "ndjson"].contains { name.hasSuffix("." + $0) }
      }
    guard !files.isEmpty else { throw .noPosts(path: path) }
    var page = PostPage()
    for file in files {
      var parser = JSONPostsParser(source: source)
      do {
        try folder.read(file) { bytes throws(TimelineError) in _ = parser.feed(bytes) }
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
}

/// A post as a file of JSON has it.
struct JSONPost: Decodable, Sendable {
  var id: String?
  var name: String
  var title: String?
  var text: String?
  var html: String?
  var date: String
  var link: String?
  var icon: String?
  var pictures: [Post.Picture]

  private enum Keys: String, CodingKey {
    case id, name, author, title, text, html, date, link, icon, pictures
    case createdAt = "created_at"
  }

  private struct Shown: Decodable {
    var url: String
    var alt: String?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    func text(_ key: Keys) -> String? { try? container.decodeIfPresent(String.self, forKey: key) }
    id = text(.id) ?? (try? container.decodeIfPresent(Int.self, forKey: .id)).map(String.init)
    name = text(.name) ?? text(.author) ?? ""
    title = text(.title)
    self.text = text(.text)
    html = text(.html)
    date = try text(.date) ?? text(.createdAt) ?? container.decode(String.self, forKey: .date)
    link = text(.link)
    icon = text(.icon)
    let addresses = try? container.decodeIfPresent([String].self, forKey: .pictures)
    let shown = try? container.decodeIfPresent([Shown].self, forKey: .pictures)
    pictures =
      (addresses ?? []).map { Post.Picture(Post.webAddress($0)) }
      + (shown ?? []).map { Post.Picture(Post.webAddress($0.url), alternative: $0.alt ?? "") }
  }

  /// A name for a post without an id, which is the same in every reading and every file.
  ///
  /// - Source: FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
  var hash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [name, date, title ?? "", text ?? "", html ?? "", link ?? ""] {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    return "hash:" + String(hash, radix: 16)
  }
}

internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// The posts that come with the app: written for it, and of the hours before they are first shown.
enum Sample {
  /// Where they are kept, apart from those of the reader.
  static var folder: String? { UserFolders.data(of: TimelineApp.id).map { $0 + "/sample" } }

  private struct Entry: Decodable {
    var source: String
    var id: String
    var author: String
    var hours: Double
    var title: String?
    var text: String?
    var html: String?
    var warning: String?
    var booster: String?
    var of: String?
    var replies: String?
    var pictures: [String]?
    /// The codes of emoji in its text.
    var emoji: [String]?
  }

  /// Adds them, unless they are there.
  ///
  /// - Parameters:
  ///   - folder: Where their pictures are drawn.
  ///   - now: When they are first shown; nil for the reader's present.
  @MainActor
  static func add(
    to reader: Reader, in folder: String? = folder, now: Date? = nil
  ) async throws {
    let store = reader.store
    guard let folder, !reader.sources.contains(where: { $0.address.hasPrefix(folder + "/") }) else {
      return
    }
    // The clock of the list, and not the machine's: the dates of the rows count from it.
    let now = now ?? reader.now
    try await offMainThread {
      let pages = try pages(in: folder, now)
      for (_, page) in pages { try store.add(page) }
      // A reader begins at the newest of all.
      func newest(_ page: PostPage) -> Date { page.posts.map(\.published).max() ?? now }
      for (source, _) in pages.sorted(by: { newest($0.1) > newest($1.1) }) { try store.put(source) }
    }
  }

  private static func pages(
    in folder: String, _ now: Date
  ) throws -> [(TimelineSource, PostPage)] {
    let entries = try JSONDecoder().decode([Entry].self, from: Data(PackageResources.sample_json))
    var pages: [(TimelineSource, PostPage)] = []
    for (title, found) in Dictionary(grouping: entries, by: \.source).sorted(by: { $0.key < $1.key }
    ) {
      let source = TimelineSource(
        .archive, title: title, address: folder + "/" + title, group: tr("Sample"), added: now)
      var page = PostPage()
      for entry in found {
        let post = post(entry, source, now)
        page.posts.append(post)
        for name in Set([post.author, post.booster]) where !name.isEmpty {
          page.users.append(TimelineUser(id: name, name: name))
        }
        let files = post.pictures.map(\.address) + post.emoji.map(\.address)
        for file in files { try draw(file, in: source.address) }
      }
      pages.append((source, page))
    }
    return pages
  }

  private static func post(_ entry: Entry, _ source: TimelineSource, _ now: Date) -> Post {
    let page = "https://example.org/\(entry.of ?? entry.id)"
    var post = Post(
      source: source.id, name: entry.id, subject: page,
      kind: entry.booster != nil ? .boost : entry.title == nil ? .status : .article,
      author: entry.author, published: now.addingTimeInterval(-entry.hours * 3_600))
    post.page = page
    post.title = entry.title ?? ""
    post.html = entry.html ?? ""
    post.text = entry.text ?? RichText(html: post.html).text
    post.warning = entry.warning ?? ""
    post.booster = entry.booster ?? ""
    post.repliesTo = entry.replies ?? ""
    post.pictures = (entry.pictures ?? []).enumerated().map { index, words in
      Post.Picture("\(entry.id)-\(index).png", alternative: words, width: 480, height: 360)
    }
    post.emoji = (entry.emoji ?? []).map { Post.Emoji($0, address: $0 + ".png") }
    return post
  }

  /// Draws a sun over the sea, in colours of its own.
  private static func draw(_ file: String, in folder: String) throws {
    let seed = file.utf8.reduce(7) { ($0 * 31 + Int($1)) % 1_000 }
    let (width, height, horizon) = (480, 360, 200 + seed % 60)
    let (sunX, sunY) = (80 + seed % 320, 60 + seed % 90)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let isSun = (x - sunX) * (x - sunX) + (y - sunY) * (y - sunY) < 1_300
        let shade = y * 90 / height
        let colour =
          isSun
          ? (255, 226, 150)
          : y < horizon
            ? (120 + shade + seed % 60, 140 + shade, 190 - seed % 70 + shade / 2)
            : (30 + (y + x / 9) % 12, 80 + seed % 50 - shade / 3, 120 - shade / 3)
        pixels += [colour.0, colour.1, colour.2, 255].map { UInt8(clamping: $0) }
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard let bytes = Picture(width: width, height: height, pixels: pixels)?.encoded else { return }
    try Data(bytes).write(to: URL(filePath: folder + "/" + file))
  }
}

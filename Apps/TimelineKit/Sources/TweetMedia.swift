/// A picture or film of a tweet, as an archive describes it.
struct TweetMedia: Decodable, Sendable {
  /// Its short link in the text.
  var url: String?
  private var address: String?
  private var type: String?
  /// The films in their sizes.
  private var films: [Film] = []

  private struct Film: Decodable, Sendable {
    var address: String
    var rate: Double

    private enum Keys: String, CodingKey {
      case url, bitrate
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Keys.self)
      address = try fields.decode(String.self, forKey: .url)
      rate = fields.text(.bitrate).flatMap { Double($0) } ?? 0
    }
  }

  private struct Films: Decodable {
    var variants: ReadableList<Film>?
  }

  private enum Keys: String, CodingKey {
    case url, type
    case address = "media_url_https"
    case films = "video_info"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    (url, address, type) = (fields.text(.url), fields.text(.address), fields.text(.type))
    let found = try? fields.decodeIfPresent(Films.self, forKey: .films)
    films = (found?.variants?.elements ?? []).filter { Self.name(of: $0.address).hasSuffix(".mp4") }
  }

  private var isFilm: Bool { type != "photo" && type != nil }

  /// Where it is on the network's server; nil where no address was kept.
  private var picture: Post.Picture? {
    let still = Post.webAddress(address)
    if let best = films.max(by: { $0.rate < $1.rate }) {
      let film = Post.webAddress(best.address)
      if !film.isEmpty { return Post.Picture(film, preview: still, type: "video") }
    }
    // Of a film without an address there is its first frame.
    return still.isEmpty ? nil : Post.Picture(still)
  }

  private static func name(of address: String) -> Substring {
    address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
  }

  /// The pictures of a post: its files within the archive, and the server's address of each that has no file there.
  ///
  /// - Parameter paths: The files of the post, each named by the post's id, `-`, and a name.
  static func pictures(_ media: [TweetMedia], _ paths: [String]) -> [Post.Picture] {
    var paths = paths
    func take(_ isRight: (String) -> Bool) -> String? {
      paths.firstIndex(where: isRight).map { paths.remove(at: $0) }
    }
    var found = media.map { item -> String? in
      let names = ([item.address].compactMap { $0 } + item.films.map(\.address)).map(name)
      return take { path in names.contains { !$0.isEmpty && path.hasSuffix("-" + $0) } }
    }
    // Archives name some by another copy; a film is one all the same.
    for index in media.indices where found[index] == nil {
      found[index] = take { $0.hasSuffix(".mp4") == media[index].isFilm }
    }
    let inside = { (path: String) in
      Post.Picture(path, type: path.hasSuffix(".mp4") ? "video" : "image")
    }
    return zip(found, media).compactMap { $0.map(inside) ?? $1.picture } + paths.map(inside)
  }
}

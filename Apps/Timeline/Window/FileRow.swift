internal import FoundationEssentials
internal import Hikidashi
internal import TimelineKit

/// A film, a sound or another file of a post: what it is, how large and how long, and what opens it. Nothing of it is
/// loaded before.
@MainActor
final class FileRow: Stack {
  init(_ file: Post.Picture, of post: Post, _ reader: Reader) {
    let url = reader.url(of: file, in: post)
    let title = file.alternative.ifAny ?? Self.name(of: file)
    super.init(
      .horizontal, spacing: 9, [Image(icon: Self.icon(of: file)).styleClass("dim-label")])
    let open = Button(title.replacing("_", with: "__")) { [weak self] () async throws in
      guard let url else { return }
      if url.isFileURL {
        let path = try await Self.path(of: url, Self.name(of: file), reader.connector)
        try await Desktop.open(path, over: self?.window)
      } else {
        try await Desktop.open(link: url.absoluteString, over: self?.window)
      }
    }
    append(open.styleClass("flat").tooltip(url?.absoluteString))
    append(Label(Self.facts(of: file)).styleClass("caption", "dim-label").ellipsized())
  }

  /// The path of a file, for a program: one within a ZIP file is written into the cache.
  private static func path(
    of url: URL, _ name: String, _ connector: Connector
  ) async throws -> String {
    guard url.query != nil, let cache = UserFolders.cache(of: TimelineApp.id) else {
      return url.path
    }
    // Apart from what else is kept there, as an archive names the file.
    let folder = cache + "/opened"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + name
    var request = LoadRequest(url)
    (request.limits.received, request.limits.decoded) = (4 << 30, 4 << 30)
    _ = try await connector.load(request, parser: FileParser(to: path)).value
    return path
  }

  private static func icon(of file: Post.Picture) -> String {
    switch file.type {
    case "audio": "audio-x-generic-symbolic"
    case "video", "gifv": "video-x-generic-symbolic"
    case "image": "image-x-generic-symbolic"
    default: "text-x-generic-symbolic"
    }
  }

  /// The kind, length and size of a file, as far as its source says.
  static func facts(of file: Post.Picture) -> String {
    let size = file.byteCount.map { bytes in
      bytes < 1_000_000
        ? tr("{} kB", max(1, bytes / 1_000)) : tr("{} MB", (bytes + 500_000) / 1_000_000)
    }
    let length = file.seconds.flatMap { $0 > 0 && $0 < 1e6 ? Int($0.rounded()) : nil }.map(clock)
    return [kind(of: file), length, size].compactMap(\.self).joined(separator: " · ")
  }

  nonisolated static func kind(of file: Post.Picture) -> String {
    switch file.type {
    case "audio": tr("Sound")
    case "video", "gifv": tr("Film")
    case "image": tr("Picture")
    default: tr("File")
    }
  }

  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let rest = ":" + two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes))\(rest)" : "\(minutes)\(rest)"
  }

  private static func name(of file: Post.Picture) -> String {
    let path = file.address.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? file.address
    return URL(string: "file:///" + name)?.lastPathComponent ?? name
  }
}

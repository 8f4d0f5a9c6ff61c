/// The name of a picture, the same for every size of it, so that a feed's copies beside its text are known.
struct PictureName: Hashable {
  private let name: String

  init(_ address: String) {
    var rest = Substring(address)
    for prefix in ["https://", "http://"] where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last ?? ""
    guard parts.count > 1, let dot = file.lastIndex(of: "."),
      Self.kinds.contains(file[file.index(after: dot)...].lowercased())
    else {
      // The query may name the picture.
      name = String(rest)
      return
    }
    // `a-300x200.jpg`, as blogs name copies of a.jpg.
    var stem = file[..<dot]
    if let dash = stem.lastIndex(of: "-"), Self.isSize(stem[stem.index(after: dash)...]) {
      stem = stem[..<dash]
    }
    parts[parts.count - 1] = stem + file[dot...]
    // `s72-c`, `s1600` and `w640-h480` are folders of one service, beside the file.
    if parts.count > 2, Self.hasFolders(parts[0]), Self.isFolder(parts[parts.count - 2]) {
      parts.remove(at: parts.count - 2)
    }
    let query = rest.dropFirst(path.count).drop { $0 == "?" }.prefix { $0 != "#" }
    let items = query.split(separator: "&")
    let keys = items.map { $0.prefix { $0 != "=" }.lowercased() }
    let isSized = keys.contains { ["fit", "resize", "size", "w", "width"].contains($0) }
    let others = zip(items, keys).filter { _, key in
      key != "ssl" && !(isSized && Self.sizes.contains(key))
    }.map(\.0)
    name =
      parts.joined(separator: "/") + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
  }

  /// The fields of a query that give the size and quality of a copy, or sign them.
  private static let sizes: Set<String> = [
    "auto", "crop", "dpr", "fit", "fm", "format", "h", "height", "q", "quality", "resize", "s",
    "size", "ssl", "strip", "v", "w", "width",
  ]
  private static let kinds: Set<String> = ["avif", "gif", "jpeg", "jpg", "png", "webp"]

  /// Whether it is such as `300x200`.
  private static func isSize(_ text: Substring) -> Bool {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    return sides.count == 2 && sides.allSatisfy { $0.count > 1 && $0.allSatisfy(\.isWholeNumber) }
  }

  private static func hasFolders(_ host: Substring) -> Bool {
    ["blogger.com", "blogspot.com", "googleusercontent.com"].contains {
      host == $0 || host.hasSuffix("." + $0)
    }
  }

  private static func isFolder(_ text: Substring) -> Bool {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = words.first, ["s", "w"].contains(first.prefix(1)) else { return false }
    return !first.dropFirst().isEmpty && first.dropFirst().allSatisfy(\.isWholeNumber)
      && words.dropFirst().allSatisfy { $0.count <= 5 && !$0.isEmpty }
  }
}

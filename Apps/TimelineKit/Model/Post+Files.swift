extension Post.Picture {
  /// Whether it is an image itself.
  ///
  /// One that its source says is larger than ``mostBytes`` is a file that the reader may open.
  public var isImage: Bool { type == "image" && (byteCount ?? 0) <= Self.mostBytes }
  /// The largest picture that is loaded by itself, in bytes.
  public static let mostBytes = 16 << 20
  /// Whether there is an image to show: itself, or one that stands for it.
  public var isShown: Bool { isImage || !preview.isEmpty }
  /// The address of the image that is shown large; nil where there is none.
  public var shownAddress: String? { isImage ? address : preview.isEmpty ? nil : preview }

  /// The kind of a file by its media type, else by the ending of its address: `image`, `video`, `audio` or `file`.
  public static func kind(ofType type: String?, at address: String) -> String {
    let type = (type ?? "").lowercased()
    if let kind = ["image", "video", "audio"].first(where: { type.hasPrefix($0 + "/") }) {
      return kind
    }
    // The publisher's media type counts, unless it means any bytes.
    guard ["", "application/octet-stream", "binary/octet-stream"].contains(type) else {
      return "file"
    }
    let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "file" }
    let ending = name[name.index(after: dot)...].lowercased()
    return endings.first { $0.value.contains(ending) }?.key ?? "file"
  }

  private static let endings: [String: Set<String>] = [
    "image": ["jpg", "jpeg", "png", "gif", "webp", "avif", "svg"],
    "audio": ["mp3", "m4a", "m4b", "ogg", "oga", "opus", "wav", "flac", "aac"],
    "video": ["mp4", "m4v", "webm", "mkv", "mov", "ogv"],
  ]
}

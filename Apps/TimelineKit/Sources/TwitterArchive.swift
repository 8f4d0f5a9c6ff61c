internal import FoundationEssentials

/// Reads a Twitter archive, old or new, a folder or a ZIP file, as posts.
///
/// ```swift
/// let page = try TwitterArchive.read("/home/ann/twitter-2022", source: source.id)
/// for problem in page.problems { print(problem) }
/// ```
///
/// Read are `data/tweets.js`, `tweet.js`, `community-tweet.js` and their further parts (`tweets-part1.js`), or, of
/// archives up to 2018, `data/js/tweets/2012_06.js`; the whole text of long posts, from `note-tweet.js`; who wrote
/// them, from `account.js` and `profile.js`; and the pictures in `tweets_media`. No file outside of the folder is
/// opened, whatever a name or a link says. A ZIP file is read as it is, without unpacking it.
public enum TwitterArchive {
  /// Reads all posts of an archive; waits for the disk.
  ///
  /// - Parameters:
  ///   - path: The folder that `data` stands in, or `data` itself, or the ZIP file as it was downloaded.
  ///   - source: The ``TimelineSource/id`` of the posts.
  /// - Throws: ``TimelineError`` where there is no such folder, or nothing in it that can be read. A file
  ///   that cannot be read beside others is a problem of the page.
  /// - Complexity: O(*n*) in bytes.
  public static func read(_ path: String, source: String) throws(TimelineError) -> PostPage {
    var reader = try ArchiveReader(path, source: source)
    var page = PostPage()
    while let found = try reader.next() { page.append(found) }
    return page
  }

  /// The container of the archive's files.
  static func contents(_ path: String) throws(TimelineError) -> any ArchiveContents {
    switch try PathKind(path) {
    case .folder: try ArchiveFolder(path)
    case .file: try ZipArchive(path)
    }
  }

  /// The folder that has the data, with a slash behind it; empty for the archive itself.
  static func data(of contents: any ArchiveContents) -> String {
    let place = contents.places.first { !tweetFiles(contents, $0.isEmpty ? "" : $0 + "/").isEmpty }
    return place.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
  }

  /// Whether files with posts are missing.
  static func isEmpty(_ contents: any ArchiveContents) -> Bool {
    tweetFiles(contents, data(of: contents)).isEmpty
  }

  /// The names of the files that have posts.
  static func tweetFiles(_ contents: any ArchiveContents, _ data: String) -> [String] {
    let parts = parts(of: ["tweets", "tweet", "community-tweet"], contents, data)
    let months = contents.names(in: data + "js/tweets").filter { $0.hasSuffix(".js") }
    return parts + months.map { data + "js/tweets/" + $0 }
  }

  /// The files of some names, with their further parts.
  private static func parts(
    of stems: [String], _ contents: any ArchiveContents, _ data: String
  ) -> [String] {
    contents.names(in: data).filter { name in
      guard name.hasSuffix(".js") else { return false }
      let stem = name.dropLast(3)
      return stems.contains {
        stem == $0
          || stem.hasPrefix($0 + "-part")
            && stem.dropFirst($0.utf8.count + 5).allSatisfy(\.isNumber)
      }
    }.map { data + $0 }
  }

  /// The long posts of an archive, and their problems.
  static func notes(
    _ contents: any ArchiveContents, _ data: String
  ) -> (NoteTweets, [PostPage.Problem]) {
    var notes = NoteTweets()
    var page = PostPage()
    for name in parts(of: ["note-tweet"], contents, data) {
      var found = PostPage()
      var reading = ElementReading<NoteTweets.Part>()
      do {
        try contents.read(name) { bytes throws(TimelineError) in
          for part in reading.feed(bytes) {
            switch part {
            case .success(let part): notes.add(part)
            case .failure(let problem): found.note(problem)
            }
          }
        }
        try reading.finish(&found)
      } catch {
        found.note(PostPage.Problem("\(error)"))
      }
      page.append(found, place: name)
    }
    return (notes, page.problems)
  }

  /// The paths of pictures by the name of the post that they are of.
  static func mediaFiles(_ contents: any ArchiveContents, _ data: String) -> [String: [String]] {
    var files: [String: [String]] = [:]
    for name in ["tweets_media", "tweet_media"] {
      for file in contents.names(in: data + name) {
        guard let dash = file.firstIndex(of: "-"),
          contents.has(data + name + "/" + file)
        else { continue }
        // Within the archive, as people move their archives.
        files[String(file[..<dash]), default: []].append(data + name + "/" + file)
      }
    }
    return files
  }

  private struct AccountPart: Decodable {
    var account: Account?
    var profile: Profile?

    struct Account: Decodable {
      var username: String?
      var accountDisplayName: String?
    }

    struct Profile: Decodable {
      var avatarMediaUrl: String?
    }
  }

  /// Who has written what does not say.
  static func owner(_ contents: any ArchiveContents, _ data: String) -> TimelineUser {
    var user = TimelineUser(id: "@?@twitter.com", name: "?")
    for name in ["account.js", "profile.js"] {
      var reading = ElementReading<AccountPart>()
      // An archive without them has posts all the same.
      guard contents.has(data + name) else { continue }
      try? contents.read(data + name) { bytes throws(TimelineError) in
        for case .success(let part) in reading.feed(bytes) {
          if let handle = part.account?.username {
            user.id = "@\(handle.lowercased())@twitter.com"
            user.name = part.account?.accountDisplayName ?? handle
            user.page = Post.webAddress("https://twitter.com/" + handle)
          }
          if let icon = part.profile?.avatarMediaUrl { user.icon = Post.webAddress(icon) }
        }
      }
    }
    return user
  }
}

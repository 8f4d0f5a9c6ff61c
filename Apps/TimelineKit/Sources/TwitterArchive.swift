internal import FoundationEssentials

/// Reads the folder of a Twitter archive, old or new, as posts.
///
/// ```swift
/// let page = try TwitterArchive.read("/home/ann/twitter-2022", source: source.id)
/// for problem in page.problems { print(problem) }
/// ```
///
/// Read are `data/tweets.js`, `tweet.js` and their further parts (`tweets-part1.js`), or, of archives up to
/// 2018, `data/js/tweets/2012_06.js`; who wrote them, from `account.js` and `profile.js`; and the pictures
/// in `tweets_media`. No file outside of the folder is opened, whatever a name or a link says.
public enum TwitterArchive {
  /// Reads all posts of an archive; waits for the disk.
  ///
  /// - Parameters:
  ///   - path: The folder that `data` stands in, or `data` itself.
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

  /// The names of the files that have posts.
  static func tweetFiles(_ folder: ArchiveFolder, _ data: String) -> [String] {
    let parts = folder.names(in: data).filter { name in
      guard name.hasSuffix(".js") else { return false }
      let stem = name.dropLast(3)
      return ["tweets", "tweet"].contains {
        stem == $0
          || stem.hasPrefix($0 + "-part")
            && stem.dropFirst($0.utf8.count + 5).allSatisfy(\.isNumber)
      }
    }
    let months = folder.names(in: data + "js/tweets").filter { $0.hasSuffix(".js") }
    return parts.map { data + $0 } + months.map { data + "js/tweets/" + $0 }
  }

  /// The paths of pictures by the name of the post that they are of.
  static func mediaFiles(_ folder: ArchiveFolder, _ data: String) -> [String: [String]] {
    var files: [String: [String]] = [:]
    for name in ["tweets_media", "tweet_media"] {
      for file in folder.names(in: data + name) {
        guard let dash = file.firstIndex(of: "-"),
          folder.place(of: data + name + "/" + file) != nil
        else { continue }
        // Within the folder, as people move their archives.
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
  static func owner(_ folder: ArchiveFolder, _ data: String) -> TimelineUser {
    var user = TimelineUser(id: "@?@twitter.com", name: "?")
    for name in ["account.js", "profile.js"] {
      var reading = ElementReading<AccountPart>()
      // An archive without them has posts all the same.
      try? folder.read(data + name) { bytes throws(TimelineError) in
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

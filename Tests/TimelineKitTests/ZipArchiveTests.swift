import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// Writes ZIP files as a test wants them.
struct ZipWriter {
  private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// The sum of ZIP, bit by bit.
  static func sum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return Int(~sum)
  }

  /// What is stored, as deflate writes it that has found nothing to leave out.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var written: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(60_000)
      rest = rest.dropFirst(60_000)
      written += [rest.isEmpty ? 1 : 0] + number(block.count, 2) + number(~block.count, 2) + block
    } while !rest.isEmpty
    return written
  }

  mutating func add(
    _ name: String, _ text: String, method: Int = 0, flags: Int = 0, size: Int? = nil,
    sum: Int? = nil, isLarge: Bool = false
  ) {
    let plain = Array(text.utf8)
    let packed = method == 8 ? Self.deflated(plain) : plain
    let (sum, size) = (sum ?? Self.sum(plain), size ?? plain.count)
    let name = Array(name.utf8)
    let offset = bytes.count
    let common = { (isLarge: Bool) -> [UInt8] in
      Self.number(flags, 2) + Self.number(method, 2) + Self.number(0, 4) + Self.number(sum, 4)
        + Self.number(isLarge ? 0xFFFF_FFFF : packed.count, 4)
        + Self.number(isLarge ? 0xFFFF_FFFF : size, 4) + Self.number(name.count, 2)
    }
    bytes += Self.number(0x0403_4B50, 4) + Self.number(20, 2) + common(false)
    bytes += Self.number(0, 2) + name + packed
    let extra =
      isLarge
      ? Self.number(1, 2) + Self.number(24, 2) + Self.number(size, 8) + Self.number(packed.count, 8)
        + Self.number(offset, 8) : []
    directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.number(20, 2)
    directory += common(isLarge) + Self.number(extra.count, 2) + Self.number(0, 2)
    directory += Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 4)
    directory += Self.number(isLarge ? 0xFFFF_FFFF : offset, 4) + name + extra
    count += 1
  }

  /// All of the file.
  func file(isLarge: Bool = false, comment: String = "") -> [UInt8] {
    var file = bytes + directory
    if isLarge {
      let place = file.count
      file += Self.number(0x0606_4B50, 4) + Self.number(44, 8) + Self.number(45, 2)
      file += Self.number(45, 2) + Self.number(0, 4) + Self.number(0, 4) + Self.number(count, 8)
      file += Self.number(count, 8) + Self.number(directory.count, 8) + Self.number(bytes.count, 8)
      file += Self.number(0x0706_4B50, 4) + Self.number(0, 4) + Self.number(place, 8)
      file += Self.number(1, 4)
    }
    file += Self.number(0x0605_4B50, 4) + Self.number(0, 4)
    for _ in 0..<2 { file += Self.number(isLarge ? 0xFFFF : count, 2) }
    file += Self.number(isLarge ? 0xFFFF_FFFF : directory.count, 4)
    file += Self.number(isLarge ? 0xFFFF_FFFF : bytes.count, 4)
    return file + Self.number(comment.utf8.count, 2) + Array(comment.utf8)
  }
}

/// Archives of Twitter as they are downloaded.
struct ZipArchiveTests {
  private let folder: ScratchFolder
  private var path: String { folder.url.appendingPathComponent("tw.zip").path }
  private static let tweets =
    #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "1", "full_text": "A drawer", "created_at": "Thu Mar 02 08:00:00 +0000 2023"}}]"#

  init() throws { folder = try ScratchFolder() }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  private func read() throws -> PostPage { try TwitterArchive.read(path, source: "archive x") }

  /// Written by Python: deflated and stored, in a folder of its own.
  private static let real =
    "UEsDBBQAAAAIAKlhfF0L2gvtBQEAAJkTAAAbAAAAdHdpdHRlci0yMDIyL2RhdGEvdHdlZXRzLmpzvdfBSgMxEIDhVwm5WpadyajtQm+9exFERJawG6G0aEkjK5S+u9GzR/PnlszhP30kWfbv88fSPT/uurKkVM7dKebSu617ufjfEz9c/H4ezyX7wfd+5d8+j8expK868ac4HdLs5hyXlOtsyimWNI/xZ/hUJw9TcdI77QfZDGrupq+rbmXtr9fVXwlpn9D2idA+Ye0Tt+0Td+0T9+0T6/aJDUCP4A34FgC4AMIFIC6AcQGQC6BcAOYCOFfAuRL3OOBcAecKOFfAuQLOFXCugHMFnAfAeQCcB+LBDjgPgPMAOA+A8wA4D4DzADg3wLkBzg1wbsTPHHBugHMDnBvg3ADn9r/OX78BUEsDBBQAAAAIAKlhfF3R/levSAAAAFkAAAAcAAAAdHdpdHRlci0yMDIyL2RhdGEvYWNjb3VudC5qcyvPzEvJL9eLDHHRS0xOzi/NK9ErSCwqMVCwVYiuVoIKKVlVK5UWpxblJeamKlkpOeblKenA5FwyiwtyEiv94FIKjnpKtbWxAFBLAwQUAAAAAAAAACEA6RroRgMAAAADAAAAJgAAAHR3aXR0ZXItMjAyMi9kYXRhL3R3ZWV0c19tZWRpYS83LXAuanBnanBnUEsBAhQDFAAAAAgAqWF8XQvaC+0FAQAAmRMAABsAAAAAAAAAAAAAAIABAAAAAHR3aXR0ZXItMjAyMi9kYXRhL3R3ZWV0cy5qc1BLAQIUAxQAAAAIAKlhfF3R/levSAAAAFkAAAAcAAAAAAAAAAAAAACAAT4BAAB0d2l0dGVyLTIwMjIvZGF0YS9hY2NvdW50LmpzUEsBAhQDFAAAAAAAAAAhAOka6EYDAAAAAwAAACYAAAAAAAAAAAAAAIABwAEAAHR3aXR0ZXItMjAyMi9kYXRhL3R3ZWV0c19tZWRpYS83LXAuanBnUEsFBgAAAAADAAMA5wAAAAcCAAAAAA=="

  @Test func anArchiveAsItIsDownloadedIsRead() async throws {
    try write(Array(try #require(Data(base64Encoded: Self.real))))
    let page = try read()
    #expect(page.posts.count == 50 && page.problems.isEmpty)
    #expect(page.users.map(\.name) == ["Ann A."])
    let picture = try #require(page.posts.first { $0.name == "7" }?.pictures.first)
    #expect(picture.address == "twitter-2022/data/tweets_media/7-p.jpg")
    let source = try TimelineSource(file: path)
    #expect(source.kind == .archive && source.title == "Ann A.")
    let connector = Connector(transports: [ArchiveTransport()])
    func load(_ address: String, limit: Int = 100) async throws -> [UInt8] {
      var request = LoadRequest(try #require(source.url(of: address)))
      request.limits.decoded = limit
      return try await connector.load(request, parser: DataParser()).value
    }
    #expect(try await load(picture.address) == Array("jpg".utf8))
    await #expect(throws: LoadError.self) { try await load(picture.address, limit: 2) }
    await #expect(throws: LoadError.self) { try await load("../secret") }
    // Another archive in its place is read anew.
    var other = ZipWriter()
    other.add(picture.address, "other")
    try write(other.file())
    #expect(try await load(picture.address) == Array("other".utf8))
    try write(Array(try #require(Data(base64Encoded: Self.real))))
    let store = try TimelineStore(folder: folder.url.path) { _ in .memory }
    let loader = TimelineLoader(store, Connector(transports: []))
    #expect(try await loader.refresh(source).added.new.count == 50)
  }

  @Test(arguments: [
    "data/", "", "twitter-2022/data/", "a/b/c/data/", "日本/data/", "My archive/data/",
  ])
  func theDataMayBeInAnyFolder(place: String) throws {
    for method in [0, 8] {
      var zip = ZipWriter()
      zip.add("\(place)assets/x.js", "no")
      zip.add("\(place)tweets.js", Self.tweets, method: method)
      zip.add("\(place)", "")
      try write(zip.file())
      #expect(try read().posts.map(\.text) == ["A drawer"])
    }
  }

  @Test func formsOfTheFormatAreRead() throws {
    var (plain, large) = (ZipWriter(), ZipWriter())
    plain.add("data/tweets.js", Self.tweets, method: 8)
    large.add("data/tweets.js", Self.tweets, method: 8, isLarge: true)
    for file in [
      plain.file(), plain.file(comment: "made by hand"), plain.file(isLarge: true), large.file(),
      large.file(isLarge: true), plain.file(comment: String(repeating: "x", count: 65_000)),
      large.file(isLarge: true, comment: "PK"),
    ] {
      try write(file)
      #expect(try read().posts.count == 1)
    }
  }

  @Test(arguments: [
    "../secret.js", "/etc/passwd", "data/../../x.js", "data/./tweets.js", "data//tweets.js",
    "..\\x.js", "C:\\x.js", "data/..", "./data/tweets.js", "x\u{0}y",
  ])
  func whatLeadsOutOfTheArchiveIsLeftOutAndTold(name: String) throws {
    var zip = ZipWriter()
    zip.add(name, Self.tweets.replacing("drawer", with: "trap"))
    zip.add("data/tweets.js", Self.tweets)
    try write(zip.file())
    let page = try read()
    #expect(page.posts.map(\.text) == ["A drawer"])
    #expect(page.problems.map(\.place) == [path])
    #expect(page.problems[0].reason.contains("leads out"))
  }

  @Test func aFileThatCannotBeReadIsToldByItsName() throws {
    let cases: [(String, (inout ZipWriter) -> Void)] = [
      ("encrypted", { $0.add("data/tweets-part1.js", Self.tweets, flags: 1) }),
      ("encrypted", { $0.add("data/tweets-part1.js", Self.tweets, method: 8, flags: 9) }),
      ("not known here", { $0.add("data/tweets-part1.js", Self.tweets, method: 12) }),
      ("not known here", { $0.add("data/tweets-part1.js", Self.tweets, method: 99) }),
      ("damaged", { $0.add("data/tweets-part1.js", Self.tweets, method: 8, sum: 5) }),
      ("damaged", { $0.add("data/tweets-part1.js", Self.tweets, sum: 5) }),
      ("damaged", { $0.add("data/tweets-part1.js", Self.tweets, method: 8, size: 5) }),
      ("damaged", { $0.add("data/tweets-part1.js", Self.tweets, method: 8, size: 500_000) }),
      ("damaged", { $0.add("data/tweets-part1.js", Self.tweets, size: 500_000) }),
      (
        "larger than", { $0.add("data/tweets-part1.js", Self.tweets, size: 5 << 30, isLarge: true) }
      ),
    ]
    for (words, add) in cases {
      var zip = ZipWriter()
      zip.add("data/tweets.js", Self.tweets, method: 8)
      add(&zip)
      try write(zip.file())
      let page = try read()
      #expect(page.posts.map(\.name) == ["1"])
      #expect(page.problems.map(\.place) == ["data/tweets-part1.js"])
      #expect(page.problems[0].reason.contains(words), "\(page.problems)")
      #expect(!page.isWhole)
    }
  }

  @Test func whatIsNoWholeZipFileIsRefused() throws {
    var zip = ZipWriter()
    zip.add("data/tweets.js", Self.tweets, method: 8)
    let file = zip.file()
    for length in [4, 21, 30, file.count / 2, file.count - 23, file.count - 22, file.count - 1] {
      try write(Array(file.prefix(length)))
      #expect(throws: TimelineError.self, "\(length)") { try read() }
      #expect(throws: TimelineError.self, "\(length)") { try TimelineSource(file: path) }
    }
    var other = ZipWriter()
    other.add("photos/1.txt", "x")
    for empty in [other.file(), ZipWriter().file()] {
      try write(empty)
      #expect(throws: TimelineError.noPosts(path: path)) { try TimelineSource(file: path) }
    }
  }

  @Test func aSmallFileThatWouldMakeALargeOneEndsWhereItSays() throws {
    var zip = ZipWriter()
    zip.add(
      "data/tweets.js", "[" + String(repeating: " ", count: 3 << 20), method: 8, size: 1 << 20)
    try write(zip.file())
    #expect(throws: TimelineError.noPosts(path: path)) { try read() }
  }

  @Test func anyChangeOfAByteIsReadOrRefused() throws {
    var generator = seededGenerator()
    let bytes = Array(try #require(Data(base64Encoded: Self.real)))
    for _ in 0..<testSteps(300) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      try write(changed)
      let page = try? read()
      #expect((page?.posts.count ?? 0) <= 50)
    }
  }
}

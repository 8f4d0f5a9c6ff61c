import Glibc
import HikidashiStorage

/// The indexes that stood in a folder before the one of today, by their dates, and which of them a person
/// has seen last.
///
/// ```swift
/// let archive = RFCIndexArchive(in: folder.path)
/// if let seen = archive.seen, let old = archive.index(of: seen) { show(index.changes(since: old)) }
/// ```
///
/// An index that is replaced by a newer one comes here. Of those the four newest are kept, the one that
/// was seen last, and the newest of each month, twelve of them.
public struct RFCIndexArchive: Sendable {
  private let path: String
  private static let seenName = "seen"

  /// - Parameter folder: The path of the folder that has the index of today.
  public init(in folder: String) { path = folder + "/.indexes" }

  /// The dates of the indexes that are kept, the newest first.
  ///
  /// - Complexity: O(*n* · log *n*) in their number.
  public var dates: [RFCDate] {
    guard exists, let names = try? FolderStorage(path).list() else { return [] }
    return names.compactMap { Self.date(ofFile: $0.name.description) }.sorted(by: >)
  }

  /// The index of a date; nil where it is not kept.
  ///
  /// - Complexity: O(*n*) in its bytes, about 15 ms.
  public func index(of date: RFCDate) -> RFCIndex? {
    let bytes = try? FileReader.read(path + "/" + Self.file(of: date))
    return bytes.flatMap { try? RFCIndex(parsing: $0) }
  }

  /// The date of the index that a person has seen last; nil before they have seen any.
  public var seen: RFCDate? {
    (try? FileReader.read(path + "/" + Self.seenName)).flatMap {
      RFCDate(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Takes note that a person has seen the index of a date; where that cannot be written, they are told
  /// of the same news again.
  public func markSeen(_ date: RFCDate) {
    guard let storage = try? FolderStorage(path), let name = try? StorageName(Self.seenName) else {
      return
    }
    try? storage.write(Array(date.description.utf8), to: name, durability: .none)
  }

  /// Keeps an index that is about to be replaced. One without a date, or that cannot be written, is not:
  /// that must not keep the newer one from coming.
  func keep(_ bytes: [UInt8]) {
    guard let date = (try? RFCIndex(parsing: bytes))?.created, date.day != nil,
      let storage = try? FolderStorage(path), let name = try? StorageName(Self.file(of: date))
    else { return }
    try? storage.write(bytes, to: name, durability: .none)
    let kept = Self.kept(of: dates, seen: seen)
    for old in dates where !kept.contains(old) {
      if let name = try? StorageName(Self.file(of: old)) { _ = try? storage.remove(name) }
    }
  }

  /// Which of some dates, the newest first, are worth their room.
  static func kept(of dates: [RFCDate], seen: RFCDate?) -> Set<RFCDate> {
    var months: Set<RFCDate> = []
    let firsts = dates.filter { months.insert(RFCDate(year: $0.year, month: $0.month)).inserted }
    return Set(dates.prefix(4) + firsts.prefix(12)).union(seen.map { [$0] } ?? [])
  }

  /// Nothing is made where nothing was kept.
  private var exists: Bool { access(path, F_OK) == 0 }

  private static func file(of date: RFCDate) -> String { "rfc-index-\(date).txt" }

  private static func date(ofFile name: String) -> RFCDate? {
    guard name.hasPrefix("rfc-index-"), name.hasSuffix(".txt") else { return nil }
    return RFCDate(String(name.dropFirst(10).dropLast(4))).flatMap { $0.day == nil ? nil : $0 }
  }
}

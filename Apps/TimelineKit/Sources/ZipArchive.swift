import Glibc

/// Reads files of a ZIP file where they are, without unpacking it.
///
/// What is in it is known by its central directory, and ZIP64 is understood. A name that leads out of the archive is
/// left out and told. Files that are stored or deflated are read; others are refused when they are asked for, by
/// name.
///
/// - Source: PKWARE, "APPNOTE.TXT – .ZIP File Format Specification", 4.3 and 4.5.3.
struct ZipArchive: ArchiveContents {
  /// A file in the archive, as the central directory has it.
  struct Entry {
    var flags: Int
    var method: Int
    var sum: UInt32
    var packed: Int
    var size: Int
    var offset: Int
  }

  let path: String
  private(set) var problems: [PostPage.Problem] = []
  private let file: ArchiveFile
  private var entries: [String: Entry] = [:]
  /// The names in each folder.
  private var folders: [String: [String]] = [:]

  /// The greatest central directory: that of two million pictures.
  static let mostDirectory = 256 << 20

  /// - Throws: ``TimelineError`` where there is no such file, or its central directory cannot be read.
  init(_ path: String) throws(TimelineError) {
    guard let real = realpath(path, nil) else {
      throw .unreadable(path: path, reason: ArchiveFolder.reason(errno))
    }
    defer { free(real) }
    self.path = path
    file = try ArchiveFile(String(cString: real))
    try readDirectory()
    for name in entries.keys.sorted() {
      let parts = name.split(separator: "/")
      folders[parts.dropLast().joined(separator: "/"), default: []].append(String(parts.last ?? ""))
    }
  }

  /// Whether a file begins as ZIP files do.
  static func isZip(_ start: [UInt8]) -> Bool {
    start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Whether the file is still the one that was read.
  var isCurrent: Bool { file.isCurrent }

  func names(in folder: String) -> [String] {
    folders[String(folder.split(separator: "/").joined(separator: "/"))] ?? []
  }

  /// The names of all its files, each with the folders that it is in.
  var files: Set<String> { Set(entries.keys) }

  func has(_ name: String) -> Bool { entries[name] != nil }

  /// The outermost first: archives are in a folder of their own, or in none.
  var places: [String] { folders.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) } }

  func open(_ name: String) throws(TimelineError) -> any ArchiveBytes {
    guard let entry = entries[name] else {
      throw .unreadable(path: path + "/" + name, reason: tr("it is not in the archive"))
    }
    return try ZipEntryBytes(file, entry, path: path + "/" + name)
  }
}

// MARK: - The central directory

extension ZipArchive {
  private func damaged(_ reason: String) -> TimelineError { .damaged(path: path, reason: reason) }

  private mutating func readDirectory() throws(TimelineError) {
    let (count, size, offset) = try endRecord()
    guard size <= Self.mostDirectory else {
      throw damaged(tr("its list of files is larger than {} MB", Self.mostDirectory >> 20))
    }
    let directory = ZipFields(try file.bytes(at: offset, size))
    var place = 0
    var read = 0
    while directory.number(place, 4) == 0x0201_4B50, let found = directory.entry(at: place) {
      place = found.end
      read += 1
      take(found.name, found.entry)
    }
    guard directory.bytes.count == size, read >= count & 0xFFFF || read >= count else {
      throw damaged(tr("its list of files breaks off; download it again"))
    }
  }

  private mutating func take(_ name: String, _ entry: Entry) {
    // A folder has no bytes.
    if name.hasSuffix("/") { return }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !name.contains("\\"), !name.utf8.contains(0),
      !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
    else {
      problems.append(
        PostPage.Problem(tr("“{}” leads out of the archive; it is left out", name), place: path))
      return
    }
    guard entries[name] == nil else {
      problems.append(
        PostPage.Problem(tr("“{}” is there twice; the first is kept", name), place: path))
      return
    }
    entries[name] = entry
  }

  /// Where the central directory is, and of how many files.
  private func endRecord() throws(TimelineError) -> (count: Int, size: Int, offset: Int) {
    // A comment of 65,535 bytes at most may be behind it.
    let start = max(0, file.size - 65_557)
    let end = ZipFields(try file.bytes(at: start, file.size - start))
    guard let place = end.last(of: 0x0605_4B50, room: 22) else {
      throw damaged(tr("it is not a whole ZIP file; download it again"))
    }
    guard let count = end.number(place + 10, 2), let size = end.number(place + 12, 4),
      let offset = end.number(place + 16, 4)
    else { throw damaged(tr("it is not a whole ZIP file; download it again")) }
    let isLarge = count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF
    guard isLarge, place >= 20, end.number(place - 20, 4) == 0x0706_4B50 else {
      guard offset + size <= file.size else {
        throw damaged(tr("its list of files breaks off; download it again"))
      }
      return (count, size, offset)
    }
    guard let far = end.number(place - 12, 8), far >= 0, far < file.size else {
      throw damaged(tr("its list of files breaks off; download it again"))
    }
    let large = ZipFields(try file.bytes(at: far, 56))
    guard large.number(0, 4) == 0x0606_4B50, let count = large.number(32, 8),
      let size = large.number(40, 8), let offset = large.number(48, 8),
      count >= 0, size >= 0, offset >= 0, size <= file.size, offset <= file.size - size
    else { throw damaged(tr("its list of files breaks off; download it again")) }
    return (count, size, offset)
  }
}

/// Numbers in bytes, the least part first.
struct ZipFields {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number at a place; nil where the bytes end before.
  func number(_ place: Int, _ count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(bytes[place + index]) }
    return Int(truncatingIfNeeded: number)
  }

  /// The last place of a number of four bytes, with so much room behind it.
  func last(of mark: Int, room: Int) -> Int? {
    guard bytes.count >= room else { return nil }
    return (0...(bytes.count - room)).last { number($0, 4) == mark }
  }

  /// The file that the central directory has at a place, and where the next is; nil where it breaks off.
  func entry(at place: Int) -> (name: String, entry: ZipArchive.Entry, end: Int)? {
    guard let flags = number(place + 8, 2), let method = number(place + 10, 2),
      let sum = number(place + 16, 4), var packed = number(place + 20, 4),
      var size = number(place + 24, 4), let nameCount = number(place + 28, 2),
      let extraCount = number(place + 30, 2), let wordCount = number(place + 32, 2),
      var offset = number(place + 42, 4)
    else { return nil }
    let (name, extra) = (place + 46, place + 46 + nameCount)
    let end = extra + extraCount + wordCount
    guard end <= bytes.count else { return nil }
    var field = extra
    while let id = number(field, 2), let count = number(field + 2, 2),
      field + 4 + count <= extra + extraCount
    {
      var value = field + 4
      // ZIP64: those of the three that are too large for four bytes.
      func take(_ number: inout Int) {
        guard id == 1, number == 0xFFFF_FFFF, value + 8 <= field + 4 + count else { return }
        number = self.number(value, 8) ?? number
        value += 8
      }
      take(&size)
      take(&packed)
      take(&offset)
      field += 4 + count
    }
    guard size >= 0, packed >= 0, offset >= 0 else { return nil }
    let text = String(decoding: bytes[name..<extra], as: UTF8.self)
    let entry = ZipArchive.Entry(
      flags: flags, method: method, sum: UInt32(truncatingIfNeeded: sum), packed: packed,
      size: size, offset: offset)
    return (text, entry, end)
  }
}

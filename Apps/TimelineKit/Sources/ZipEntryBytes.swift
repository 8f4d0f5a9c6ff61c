internal import HikidashiLoading

/// Reads a file of a ZIP file, piece by piece.
///
/// What is deflated is put between head and foot of gzip, so that zlib checks its sum and its length. It makes no more
/// bytes than the archive says, and never more than ``ArchiveFile/limit``.
final class ZipEntryBytes: ArchiveBytes {
  private let file: ArchiveFile
  private let entry: ZipArchive.Entry
  private let path: String
  private let start: Int
  private let stream: GzipStream?
  private var sum = CyclicSum()
  /// How many of its bytes were read of the archive, and how many were made of them.
  private var (taken, made) = (0, 0)
  private var isFed = false
  private static let piece = 256 << 10

  /// - Throws: ``TimelineError`` where the file cannot be read.
  init(_ file: ArchiveFile, _ entry: ZipArchive.Entry, path: String) throws(TimelineError) {
    (self.file, self.entry, self.path) = (file, entry, path)
    guard entry.flags & 1 == 0 else {
      throw .damaged(
        path: path, reason: tr("it is encrypted; unpack the archive, and give the folder"))
    }
    guard entry.method == 0 || entry.method == 8 else {
      throw .damaged(
        path: path,
        reason: tr(
          "it is compressed in a way that is not known here ({}); unpack the archive, and give the folder",
          entry.method))
    }
    guard entry.size <= ArchiveFile.limit else {
      throw .tooLarge(path: path, limit: ArchiveFile.limit)
    }
    let head = ZipFields(try file.bytes(at: entry.offset, 30))
    guard head.number(0, 4) == 0x0403_4B50, let name = head.number(26, 2),
      let extra = head.number(28, 2), entry.packed <= file.size,
      entry.offset + 30 + name + extra <= file.size - entry.packed
    else { throw .damaged(path: path, reason: Self.cutOff) }
    start = entry.offset + 30 + name + extra
    if entry.method == 0 {
      guard entry.packed == entry.size else { throw .damaged(path: path, reason: Self.cutOff) }
      stream = nil
      return
    }
    do throws(GzipError) {
      let stream = try GzipStream()
      stream.add([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
      self.stream = stream
    } catch {
      throw .damaged(path: path, reason: "\(error)")
    }
  }

  private static var cutOff: String { tr("it is damaged; download the archive again") }

  var fraction: Double { entry.size > 0 ? min(1, Double(made) / Double(entry.size)) : 1 }

  func next() throws(TimelineError) -> [UInt8]? {
    guard let stream else { return try nextStored() }
    while true {
      let found: [UInt8]?
      do throws(GzipError) { found = try stream.next() } catch { throw damaged(error) }
      if let found {
        made += found.count
        // A sum that is right does not help where a small file makes a large one.
        guard made <= entry.size else { throw .damaged(path: path, reason: Self.cutOff) }
        return found
      }
      if isFed {
        do throws(GzipError) { try stream.finish() } catch { throw damaged(error) }
        guard made == entry.size else { throw .damaged(path: path, reason: Self.cutOff) }
        return nil
      }
      try feed(stream)
    }
  }

  private func damaged(_ error: GzipError) -> TimelineError {
    .damaged(path: path, reason: Self.cutOff)
  }

  private func feed(_ stream: GzipStream) throws(TimelineError) {
    let bytes = try file.bytes(at: start + taken, min(Self.piece, entry.packed - taken))
    guard !bytes.isEmpty else {
      isFed = true
      let foot = UInt64(entry.sum) | UInt64(UInt32(truncatingIfNeeded: entry.size)) << 32
      stream.add((0..<8).map { UInt8(foot >> ($0 * 8) & 0xFF) })
      return
    }
    taken += bytes.count
    stream.add(bytes)
  }

  private func nextStored() throws(TimelineError) -> [UInt8]? {
    let bytes = try file.bytes(at: start + taken, min(1 << 20, entry.packed - taken))
    taken += bytes.count
    made = taken
    sum.add(bytes)
    guard bytes.isEmpty else { return bytes }
    guard taken == entry.size, sum.value == entry.sum else {
      throw .damaged(path: path, reason: Self.cutOff)
    }
    return nil
  }
}

/// The sum by which a damaged file is known.
///
/// - Source: RFC 1952, 8.
struct CyclicSum {
  private var state = UInt32.max

  var value: UInt32 { ~state }

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      state = Self.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
    }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}

internal import Glibc
internal import HikidashiBase

/// Fills memory with the bytes of a source, one block after the other.
final class SourceReader {
  private let source: RecordSource
  private var descriptor: Int32 = -1
  /// Where the next block of a plain file begins; nil where only `read` works.
  private var offset: Int?
  private var rest: ArraySlice<UInt8> = []
  private var isAtEnd = false
  /// Bytes of the source from where reading begins, if known.
  private(set) var byteCount: Int?
  /// How long a plain file was when reading began.
  private var end = 0

  init(_ source: RecordSource) throws(RecordTextError) {
    self.source = source
    switch source.kind {
    case .file(let path):
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: systemMessage()) }
      measure()
    case .descriptor(let given):
      descriptor = given
      measure()
    case .bytes(let bytes):
      rest = bytes[...]
      byteCount = bytes.count
    case .parts: break
    }
  }

  deinit {
    if case .file = source.kind, descriptor >= 0 { close(descriptor) }
  }

  private func measure() {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let start = lseek(descriptor, 0, SEEK_CUR)
    // Files of the kernel's say that they are empty, and are not.
    guard start >= 0, status.st_size > start else { return }
    offset = start
    end = Int(status.st_size)
    byteCount = end - start
  }

  /// Fills the block as far as there are bytes; fewer mean that the source is at its end.
  func fill(_ block: UnsafeMutableBufferPointer<UInt8>) throws(RecordTextError) -> Int {
    guard let start = block.baseAddress, !block.isEmpty, !isAtEnd else { return 0 }
    var filled = 0
    if let offset {
      filled = try fillFromFile(start, block.count, at: offset)
      self.offset = offset + filled
      // What follows, if the file has grown, is read from where this ended.
      lseek(descriptor, off_t(offset + filled), SEEK_SET)
    }
    while filled < block.count {
      let count = try readSome(start + filled, block.count - filled)
      if count == 0 {
        isAtEnd = true
        break
      }
      filled += count
      if let offset { self.offset = offset + count }
    }
    return filled
  }

  /// Reads on all processors: copying out of the kernel's memory takes as long as parsing.
  private func fillFromFile(
    _ start: UnsafeMutablePointer<UInt8>, _ most: Int, at offset: Int
  ) throws(RecordTextError) -> Int {
    let descriptor = descriptor
    let count = min(most, max(0, end - offset))
    let parts = count >= 1 << 20 ? Parallel.processors * 2 : 1
    let read = [Int](unsafeUninitializedCapacity: parts) { counts, initialized in
      nonisolated(unsafe) let counts = counts
      nonisolated(unsafe) let start = start
      Parallel.run(parts) { part in
        let range = Parallel.range(part, of: parts, count: count, step: 4096)
        counts[part] = Self.readAll(
          descriptor, start + range.lowerBound, range.count, at: offset + range.lowerBound)
      }
      initialized = parts
    }
    var filled = 0
    for part in 0..<parts {
      let wanted = Parallel.range(part, of: parts, count: count, step: 4096).count
      guard read[part] >= 0 else {
        throw .cannotRead(source: source.name, reason: systemMessage(-Int32(read[part])))
      }
      filled += read[part]
      // A file that was cut while it was read: what is behind the cut does not count.
      if read[part] < wanted { break }
    }
    return filled
  }

  /// Returns the number of bytes read, or the system's error code as a negative number.
  private static func readAll(
    _ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>, _ count: Int, at offset: Int
  ) -> Int {
    var filled = 0
    while filled < count {
      let read = pread(descriptor, start + filled, count - filled, off_t(offset + filled))
      if read < 0, errno == EINTR { continue }
      if read < 0 { return -Int(errno) }
      if read == 0 { break }
      filled += read
    }
    return filled
  }

  private func readSome(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int
  ) throws(RecordTextError) -> Int {
    switch source.kind {
    case .bytes: return takeRest(start, count)
    case .parts(let next):
      while rest.isEmpty {
        do {
          guard let part = try next() else { return 0 }
          rest = part[...]
        } catch {
          throw .cannotRead(source: source.name, reason: "\(error)")
        }
      }
      return takeRest(start, count)
    case .file, .descriptor: return try readDescriptor(start, count)
    }
  }

  private func readDescriptor(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int
  ) throws(RecordTextError) -> Int {
    while true {
      let found = read(descriptor, start, count)
      if found >= 0 { return found }
      if errno == EAGAIN {
        // A descriptor that does not wait by itself is waited for.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, 200)
        if Task.isCancelled { throw .cancelled }
      } else if errno != EINTR {
        throw .cannotRead(source: source.name, reason: systemMessage())
      }
    }
  }

  private func takeRest(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    let taken = rest.prefix(count)
    taken.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { start.update(from: first, count: bytes.count) }
    }
    rest = rest.dropFirst(taken.count)
    return taken.count
  }
}

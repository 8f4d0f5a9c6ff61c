internal import HikidashiBase
internal import Synchronization

extension RecordSource {
  /// The source in UTF-8, with line feeds at the ends of lines. A byte that its encoding does not have becomes one that
  /// UTF-8 does not have: its record is refused.
  func asUTF8(from format: DelimitedFormat) throws(RecordTextError) -> RecordSource {
    guard format.encoding != .utf8 || format.lineEnd == .cr else { return self }
    let reader = try SourceReader(self)
    let isOther = format.encoding != .utf8
    let converter = isOther ? TextConverter(from: format.encoding) : nil
    guard converter != nil || !isOther else {
      throw .badFormat(
        reason: "this system does not know the encoding \(format.encoding.name)")
    }
    let conversion = Mutex(Conversion(reader: reader, converter: converter))
    let mapsReturns = format.lineEnd == .cr
    return .parts { try conversion.withLock { try $0.next(mapsReturns: mapsReturns) } }
  }
}

/// A source that is converted part by part.
private struct Conversion: @unchecked Sendable {
  // A reader is used by one thread at a time: the lock is around it.
  let reader: SourceReader
  let converter: TextConverter?
  private var isAtStart = true
  private var isAtEnd = false

  private static let partSize = 1 << 18
  private static let noText: [UInt8] = [0xFF]

  init(reader: SourceReader, converter: TextConverter?) {
    (self.reader, self.converter) = (reader, converter)
  }

  mutating func next(mapsReturns: Bool) throws -> [UInt8]? {
    guard !isAtEnd else { return nil }
    var failure: RecordTextError?
    var part = [UInt8](unsafeUninitializedCapacity: Self.partSize) { block, count in
      do throws(RecordTextError) {
        count = try reader.fill(
          UnsafeMutableBufferPointer(rebasing: block[..<Self.partSize]))
      } catch { failure = error }
    }
    if let failure { throw failure }
    isAtEnd = part.count < Self.partSize
    if let converter {
      (part, _) = converter.convert(part, isLast: isAtEnd, replacement: Self.noText)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if isAtStart, part.starts(with: mark) { part.removeFirst(mark.count) }
    isAtStart = false
    if mapsReturns {
      for place in part.indices where part[place] == UInt8(ascii: "\r") {
        part[place] = UInt8(ascii: "\n")
      }
    }
    return part
  }
}

internal import HikidashiBase

/// Bytes that were compressed with gzip, as those of a file whose name ends in `.gz`.
///
/// ```swift
/// let text = try GzipFile(bytes).contents(limit: 8 << 20)
/// ```
///
/// The library that undoes it is zlib, which is loaded when it is first asked for.
///
/// - Source: RFC 1952.
public struct GzipFile: Sendable {
  private let bytes: [UInt8]

  /// Makes a file of its bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the bytes begin as those of gzip do.
  public var isGzip: Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns what was compressed: that of all members of the file, one after the other.
  ///
  /// - Parameter limit: The greatest number of bytes that may come of it.
  /// - Throws: ``GzipError``
  /// - Complexity: O(*n*) in the bytes that come of it.
  public func contents(limit: Int) throws(GzipError) -> [UInt8] {
    guard isGzip else { throw .notGzip }
    let contents: Result<[UInt8], GzipError>
    do throws(BodyDecoder.Problem) {
      guard let decoder = try BodyDecoder.of(["Content-Encoding": "gzip"], limit: limit) else {
        throw BodyDecoder.Problem(reason: "")
      }
      contents = try Self.read(bytes, through: decoder, limit: limit)
    } catch {
      throw .damaged(reason: error.reason)
    }
    return try contents.get()
  }

  private static func read(
    _ bytes: [UInt8], through decoder: BodyDecoder, limit: Int
  ) throws(BodyDecoder.Problem) -> Result<[UInt8], GzipError> {
    bytes.withUnsafeBytes { decoder.add($0) }
    var contents: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { room.deallocate() }
    while true {
      let count = try decoder.read(into: room)
      guard contents.count + count <= limit else { return .failure(.tooLarge(limit: limit)) }
      contents += room[..<count]
      guard count == room.count else { break }
    }
    return decoder.unfinished == nil ? .success(contents) : .failure(.cutOff)
  }
}

/// Why a file of gzip cannot be read.
public enum GzipError: Error, Sendable, Hashable {
  /// The bytes do not begin as those of gzip do.
  case notGzip
  /// The file ends before its contents do.
  case cutOff
  /// The bytes are no such stream, in the words of the library.
  case damaged(reason: String)
  /// More than the allowed number of bytes comes of it.
  case tooLarge(limit: Int)
}

extension GzipError: CustomStringConvertible {
  /// A message that says what is wrong with the file, and how to mend it.
  public var description: String {
    switch self {
    case .notGzip: tr("it is not compressed with gzip")
    case .cutOff: tr("it is cut off; copy it anew")
    case .damaged(let reason): tr("it is damaged ({}); copy it anew", reason)
    case .tooLarge(let limit): tr("more than {} bytes come of it", limit)
    }
  }
}

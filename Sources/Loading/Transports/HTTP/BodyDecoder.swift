import CHikidashiCurl
import HikidashiBase

/// Undoes the compression of a body as far as somebody takes it, and knows where its streams end.
///
/// What follows a stream that has ended is more of the same (members of gzip, frames of zstd), or is
/// ignored, as browsers do.
///
/// - Source: RFC 9110, 8.4; RFC 1950 to 1952; RFC 7932; RFC 8878; RFC 9659.
final class BodyDecoder {
  private let name: String
  private let decoder: OpaquePointer
  /// What undoes the coding that was applied behind this one; nil where this one meets the wire.
  private let source: BodyDecoder?
  private var input: [UInt8] = []
  private var taken = 0
  /// Where the source decodes to.
  private var buffer: UnsafeMutableRawBufferPointer?

  /// Why a body cannot be decoded.
  struct Problem: Error {
    var reason: String
  }

  /// How many bytes the source has made, and how many it may: they are in no body, and so are not
  /// counted there.
  private var sourceCount = 0
  private let sourceLimit: Int

  private init(_ name: String, _ decoder: OpaquePointer, source: BodyDecoder?, limit: Int) {
    self.name = name
    sourceLimit = limit
    self.decoder = decoder
    self.source = source
  }

  deinit {
    hk_decoder_free(decoder)
    buffer?.deallocate()
  }

  /// The most codings of one body: more are no honest sender's.
  private static let mostCodings = 5
  private static let bufferSize = 16 << 10

  /// A decoder of what a head says of its body; nil where the body comes as it is.
  ///
  /// - Parameter limit: How many bytes may come of each coding but the outermost.
  static func of(_ headers: HeaderFields, limit: Int) throws(Problem) -> BodyDecoder? {
    var codings: [String] = []
    for field in headers.values("Content-Encoding") + headers.values("Transfer-Encoding") {
      codings += field.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
    }
    codings.removeAll { ["", "identity", "none", "chunked"].contains($0) }
    guard codings.count <= mostCodings else {
      throw Problem(reason: tr("it is compressed {} times", codings.count))
    }
    var decoder: BodyDecoder?
    // The last was applied last.
    for name in codings.reversed() {
      guard let coding = coding(name), hk_decoder_knows(coding) else {
        throw Problem(reason: tr("“{}” is no compression that is known here", name.prefix(40)))
      }
      guard let new = hk_decoder_make(coding) else {
        throw Problem(reason: tr("there is no memory"))
      }
      decoder = BodyDecoder(name, new, source: decoder, limit: limit)
    }
    return decoder
  }

  /// What can be undone here, as a server is asked for it.
  static let accepted: String =
    ["gzip", "deflate", "br", "zstd"].filter { coding($0).map(hk_decoder_knows) ?? false }
    .joined(separator: ", ")

  private static func coding(_ name: String) -> hk_coding? {
    switch name {
    case "gzip", "x-gzip": HK_GZIP
    case "deflate": HK_DEFLATE
    case "br": HK_BROTLI
    case "zstd": HK_ZSTD
    default: nil
    }
  }

  /// Adds bytes off the wire, which wait until they are decoded.
  func add(_ bytes: UnsafeRawBufferPointer) {
    if let source { return source.add(bytes) }
    if taken == input.count { forgetTaken() }
    input.append(contentsOf: bytes)
  }

  /// How many bytes off the wire wait.
  var waitingCount: Int { source?.waitingCount ?? input.count - taken }

  /// The name of a coding whose stream has not ended; nil where all have.
  var unfinished: String? {
    source?.unfinished ?? (hk_decoder_is_whole(decoder) ? nil : name)
  }

  /// Decodes into `room`, which is not empty; how many bytes came of it, fewer than there is room for
  /// only where more must come off the wire first.
  func read(into room: UnsafeMutableRawBufferPointer) throws(Problem) -> Int {
    var count = 0
    while true {
      count += try decode(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
      guard count < room.count, let source else { return count }
      // All of the input is taken.
      let buffer = buffer ?? .allocate(byteCount: Self.bufferSize, alignment: 1)
      self.buffer = buffer
      let next = try source.read(into: buffer)
      if next == 0 { return count }
      sourceCount += next
      guard sourceCount <= sourceLimit else {
        throw Problem(reason: tr("what its codings make of each other is too large"))
      }
      forgetTaken()
      input.append(contentsOf: buffer[..<next])
    }
  }

  private func forgetTaken() {
    input.removeAll(keepingCapacity: true)
    taken = 0
  }

  /// Decodes what there is of the input, as far as there is room.
  private func decode(into room: UnsafeMutableRawBufferPointer) throws(Problem) -> Int {
    var (used, made) = (0, 0)
    let isRight = input.withUnsafeBufferPointer { bytes in
      room.withMemoryRebound(to: UInt8.self) { room in
        hk_decoder_run(
          decoder, bytes.baseAddress.map { $0 + taken }, bytes.count - taken, &used,
          room.baseAddress, room.count, &made)
      }
    }
    taken += used
    guard isRight else {
      throw Problem(reason: "\(name): " + String(cString: hk_decoder_problem(decoder)))
    }
    return made
  }
}

internal import HikidashiBase

/// Undoes the compression of gzip while its bytes arrive, so that neither they nor what they make need be in memory
/// as a whole.
///
/// ```swift
/// let stream = try GzipStream()
/// for piece in pieces {
///   stream.add(piece)
///   while let text = try stream.next() { print(text.count) }
/// }
/// try stream.finish()
/// ```
///
/// The library that undoes it is zlib, which is loaded when it is first asked for. It checks the sum and the
/// length at the end of what was compressed. ``GzipFile`` is for a file that is in memory.
///
/// - Source: RFC 1952.
public final class GzipStream {
  private let decoder: BodyDecoder

  /// Begins a stream.
  ///
  /// - Throws: ``GzipError/damaged(reason:)`` where zlib is not there.
  public init() throws(GzipError) {
    let made: BodyDecoder?
    do throws(BodyDecoder.Problem) {
      made = try BodyDecoder.of(["Content-Encoding": "gzip"], limit: .max)
    } catch {
      throw .damaged(reason: error.reason)
    }
    guard let made else { throw .notGzip }
    decoder = made
  }

  /// Adds compressed bytes, which wait until they are asked for by ``next(most:)``.
  public func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { decoder.add($0) } }

  /// Returns the next bytes of what was compressed; nil where more must be added first.
  ///
  /// - Parameter most: The greatest number of bytes that is returned, at least 1.
  /// - Throws: ``GzipError/damaged(reason:)``
  public func next(most: Int = 1 << 20) throws(GzipError) -> [UInt8]? {
    var problem: BodyDecoder.Problem?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(1, most)) { buffer, count in
      do throws(BodyDecoder.Problem) {
        count = try decoder.read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        problem = error
      }
    }
    if let problem { throw .damaged(reason: problem.reason) }
    return bytes.isEmpty ? nil : bytes
  }

  /// Checks that what was compressed is there to its end.
  ///
  /// - Throws: ``GzipError/cutOff``
  public func finish() throws(GzipError) {
    guard decoder.unfinished == nil else { throw .cutOff }
  }
}

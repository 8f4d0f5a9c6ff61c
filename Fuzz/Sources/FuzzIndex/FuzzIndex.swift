import RFCKit

private let heading = Array("RFC INDEX\n---------\n(CREATED ON: 08/21/2026.)\n".utf8)
private let title = "RFC INDEX"

/// Reads any bytes as an index, once as they are and once behind a heading, so that the entries are
/// reached at once.
///
/// Must hold: no trap; no entry lost; every entry found again by its number.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIndex(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  check(bytes, beginnings: 0)
  let text = String(decoding: bytes, as: UTF8.self)
  check(
    Array("RFC INDEX\n---------\n".utf8) + heading + bytes,
    // Another heading in the input would be taken for the last one.
    beginnings: text.contains(title) ? 0 : beginnings(in: bytes))
  return 0
}

private func check(_ bytes: [UInt8], beginnings: Int) {
  guard let index = try? RFCIndex(parsing: bytes) else { return }
  precondition(index.entries.count >= max(1, beginnings), "an entry was lost")
  for entry in index.entries {
    precondition(index[entry.number]?.number == entry.number, "an entry is not found")
    precondition(entry.isIssued || entry.authors.isEmpty, "not issued, but with authors")
  }
  for warning in index.warnings {
    precondition(warning.line > 0 && !warning.description.isEmpty, "a warning of nothing")
  }
}

/// Lines that begin with one to nine digits and a blank or nothing.
private func beginnings(in bytes: [UInt8]) -> Int {
  bytes.split(separator: 0x0A).count { line in
    let rest = line.drop { 0x30...0x39 ~= $0 }
    let digits = line.count - rest.count
    return 1...9 ~= digits && (rest.first.map { [0x20, 0x09, 0x0D].contains($0) } ?? true)
  }
}

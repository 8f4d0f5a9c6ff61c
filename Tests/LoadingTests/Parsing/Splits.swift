import HikidashiBase

@testable import HikidashiLoading

/// What a parser makes of a body that comes in these chunks.
func parse<Parser: ResponseParser>(
  _ parser: Parser, _ chunks: [[UInt8]], head: ResponseHead = ResponseHead()
) -> Result<Parser.Output, ParserError> {
  var parser = parser
  do throws(ParserError) {
    if try parser.begin(head) == .enough { return .success(try parser.finish()) }
    for chunk in chunks where !chunk.isEmpty {
      if try parser.feed(chunk) == .enough { break }
    }
    return .success(try parser.finish())
  } catch {
    return .failure(error)
  }
}

/// Every way to cut bytes into chunks, where there are few; else many ways drawn at random.
func splits(_ bytes: [UInt8], using random: inout SeededGenerator) -> [[[UInt8]]] {
  let cuts = max(0, bytes.count - 1)
  if cuts <= 9 { return (0..<1 << cuts).map { cut(bytes, at: $0) } }
  let everyPair = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
  let single = [bytes.map { [$0] }]
  return everyPair + single
    + (0..<100).map { _ in
      cut(bytes, at: Int(truncatingIfNeeded: random.next() & random.next()))
    }
}

/// Cuts behind the bytes whose bits are set; behind the 62nd byte the bits begin anew.
private func cut(_ bytes: [UInt8], at bits: Int) -> [[UInt8]] {
  var chunks: [[UInt8]] = [[]]
  for (place, byte) in bytes.enumerated() {
    chunks[chunks.count - 1].append(byte)
    if bits >> (place % 62) & 1 == 1 { chunks.append([]) }
  }
  return chunks
}

import HikidashiBase

@testable import HikidashiRecords

/// Makes strings of what is hard to compare: combining marks in and out of order, contractions,
/// long vowel signs, jamo, digits, scalars that mean nothing; many of them nearly equal.
struct NastyText {
  private(set) var generator: SeededGenerator
  private var pool: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A string, every other time one that was given before with a small change.
  mutating func next() -> String {
    let text: String
    if pool.count > 8, Bool.random(using: &generator),
      let old = pool.randomElement(using: &generator)
    {
      text = changed(old)
    } else {
      text = (0..<Int.random(in: 0...7, using: &generator)).map { _ in piece() }.joined()
    }
    if pool.count < 64 {
      pool.append(text)
    } else {
      pool[Int.random(in: 0..<64, using: &generator)] = text
    }
    return text
  }

  private mutating func piece() -> String {
    let row = Self.rows[Int.random(in: 0..<Self.rows.count, using: &generator)]
    switch Int.random(in: 0..<40, using: &generator) {
    case 0: return String(Character(anyScalar()))
    case 1...6: return String(Character(element(of: Self.marks)))
    default: return String(Character(element(of: row)))
    }
  }

  private mutating func element(of scalars: [Unicode.Scalar]) -> Unicode.Scalar {
    scalars.randomElement(using: &generator) ?? "a"
  }

  private mutating func anyScalar() -> Unicode.Scalar {
    Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &generator)) ?? "\u{FFFD}"
  }

  private mutating func changed(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    let place = scalars.isEmpty ? 0 : Int.random(in: 0...scalars.count, using: &generator)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: scalars.insert(contentsOf: piece().unicodeScalars, at: place)
    case 1 where place < scalars.count: scalars.remove(at: place)
    case 2 where place < scalars.count:
      scalars.replaceSubrange(place...place, with: piece().unicodeScalars)
    case 3: return text.uppercased()
    case 4 where place + 1 < scalars.count: scalars.swapAt(place, place + 1)
    case 5: scalars.insert(element(of: Self.marks), at: place)
    default: return text + text
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func row(_ ranges: ClosedRange<UInt32>...) -> [Unicode.Scalar] {
    ranges.flatMap { range in range.compactMap { Unicode.Scalar($0) } }
  }

  private static let marks: [Unicode.Scalar] =
    row(0x300...0x345, 0x3099...0x309C, 0xFF9E...0xFF9F, 0x591...0x5BD, 0x64B...0x65F)
    + ["\u{308}", "\u{30A}", "\u{327}", "\u{323}", "\u{34F}", "\u{200D}", "\u{FE0F}", "\u{AD}"]

  private static let rows: [[Unicode.Scalar]] = [
    Array("aAbcdeghlnosuyzqxijkrtv".unicodeScalars), row(0x30...0x39), row(0x20...0x7E),
    row(0x00...0x20), row(0xA0...0x17F), row(0x180...0x24F, 0x1E00...0x1EFF),
    row(0xFF01...0xFF5E), row(0x3041...0x309F), row(0x30A1...0x30FF), row(0xFF61...0xFF9F),
    Array("かがカガーｰゝゞヽヾｶﾞﾟｱァぁッーあいうえおアイウエオ".unicodeScalars),
    Array("日一丁七万三上下不世山田\u{3400}\u{20000}\u{2F800}\u{F900}亜唖阿".unicodeScalars),
    row(0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2), row(0xAC00...0xAC40, 0xD780...0xD7A3),
    row(0xE01...0xE4E), row(0xE81...0xECD), row(0x1780...0x17D3), row(0x1000...0x103F),
    row(0x900...0x94D, 0x958...0x95F), row(0x985...0x9D7), row(0xB82...0xBD7), row(0xD05...0xD57),
    row(0x621...0x64A, 0x660...0x669), row(0x5D0...0x5EA, 0xFB1D...0xFB4E),
    row(0x400...0x481, 0x48A...0x4FF), row(0x391...0x3CE, 0x1F00...0x1FFE), row(0xF40...0xF84),
    row(0x10A0...0x10FF), row(0x1F600...0x1F64F, 0x1F1E6...0x1F1FF),
    row(
      0x0...0x0, 0xFFFD...0xFFFF, 0x378...0x379, 0xE000...0xE001, 0x10_FFFF...0x10_FFFF,
      0xFDD0...0xFDD1, 0x2060...0x2060, 0xAD...0xAD, 0x1D165...0x1D165, 0x32FF...0x3300,
      0xF_0000...0xF_0000, 0x1F...0x1F),
    Array("aaAAaÅåøØæÆäöüßchCHllñrrcsdzžš\u{131}\u{130}iI".unicodeScalars),
    row(0x1200...0x1220, 0x13A0...0x13B0, 0x2C00...0x2C10, 0x10400...0x10410, 0x16A0...0x16B0),
    row(0x2160...0x217F, 0x2460...0x2473, 0x3200...0x3210, 0x32D0...0x32FE, 0x3300...0x3357),
    row(0x19B0...0x19C9, 0xAA80...0xAADF, 0x1D7CE...0x1D7FF),
  ]
}

/// Chunks of strings as a column holds them.
func textChunks(_ texts: [String?]) -> [TextChunk] {
  var chunks: [TextChunk] = []
  for (position, text) in texts.enumerated() {
    let place = position & ChunkLayout.mask
    if place == 0 { chunks.append(TextChunk(capacity: ChunkLayout.size)) }
    if let text {
      withBytes(of: text) { chunks[chunks.count - 1].set($0, at: place) }
    } else {
      chunks[chunks.count - 1].set(nil, at: place)
    }
  }
  return chunks
}

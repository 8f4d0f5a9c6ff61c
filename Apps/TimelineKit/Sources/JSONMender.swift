/// Makes JSON of what nearly is: comments and commas too many are left out, `NaN` and its kin are `null`, half a pair
/// of UTF-16 (`\ud800`) is U+FFFD, ends of lines within a text are escaped, and bytes that are not UTF-8 are letters of
/// Windows-1252, as of exports in Latin-1.
///
/// - Source: RFC 8259; JSON5, <https://spec.json5.org>; WHATWG, "Encoding" (Windows-1252).
struct JSONMender {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var mended: [UInt8] = []
  /// The last byte that was written, blanks aside.
  private var last: UInt8 = 0

  /// The bytes as JSON; unchanged where they cannot be mended.
  static func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var mender = JSONMender(bytes)
    mender.mend()
    return mender.mended
  }

  /// Whether a decoder would give up a text within the bytes, which it tells only where the text is asked for.
  ///
  /// - Complexity: O(*n*)
  static func isNeeded(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var (isText, isPlain, index) = (false, true, 0)
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte >= 0x80 { isPlain = false }
        if byte == UInt8(ascii: "\"") { isText.toggle() }
        guard isText else { continue }
        if byte < 0x20 { return true }
        guard byte == UInt8(ascii: "\\"), index < bytes.count else { continue }
        switch bytes[index] {
        case UInt8(ascii: "u"):
          // Pairs are right mostly, and looked at by the mender alone.
          guard index + 2 < bytes.count else { return true }
          let isPair = bytes[index + 1] | 0x20 == UInt8(ascii: "d")
          if isPair, !(0x30...0x37).contains(bytes[index + 2]) { return true }
        case 0x22, 0x2F, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74: break
        default: return true
        }
        index += 1
      }
      return !isPlain && String(validating: bytes, as: UTF8.self) == nil
    }
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, place) = (bytes, bytes.startIndex)
    mended.reserveCapacity(bytes.count)
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    place + distance < bytes.endIndex ? bytes[place + distance] : nil
  }

  private mutating func mend() {
    while let next = byte() {
      switch next {
      case UInt8(ascii: "\""): mendText()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"):
        passComment()
      case UInt8(ascii: ","):
        // One behind nothing; those before a bracket are taken back there.
        if ![UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), 0].contains(last) {
          write(next)
        }
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if last == UInt8(ascii: ","), let comma = mended.lastIndex(of: last) {
          mended.remove(at: comma)
        }
        write(next)
        place += 1
      case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), 0x30...0x39,
        UInt8(ascii: "."):
        mendWord()
      default:
        if next > 0x20 { write(next) } else { mended.append(0x20) }
        place += 1
      }
    }
  }

  private mutating func write(_ byte: UInt8) {
    mended.append(byte)
    last = byte
  }

  private mutating func passComment() {
    let isBlock = byte(1) == UInt8(ascii: "*")
    place += 2
    while let next = byte() {
      place += 1
      if !isBlock, next == 0x0A || next == 0x0D { return }
      if isBlock, next == UInt8(ascii: "*"), byte() == UInt8(ascii: "/") {
        place += 1
        return
      }
    }
  }

  private mutating func mendWord() {
    let start = place
    while let next = byte(), next >= 0x2B, next != UInt8(ascii: ","), next != UInt8(ascii: ":"),
      next != UInt8(ascii: "]"), next != UInt8(ascii: "}"), next != UInt8(ascii: "/")
    {
      place += 1
    }
    // A sign that ends a word at once is taken alone.
    if place == start { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    let written =
      switch word {
      case "True": "true"
      case "False": "false"
      case "NaN", "-NaN", "Infinity", "-Infinity", "+Infinity", "undefined", "None", "nil", "NULL":
        "null"
      default: word.hasPrefix("+") ? String(word.dropFirst()) : word
      }
    mended += written.utf8
    last = mended.last ?? last
  }
}

// MARK: - Texts

extension JSONMender {
  private mutating func mendText() {
    write(UInt8(ascii: "\""))
    place += 1
    while let next = byte() {
      switch next {
      case UInt8(ascii: "\""):
        write(next)
        place += 1
        return
      case UInt8(ascii: "\\"): mendEscape()
      case ..<0x20:
        mended += Self.unit(UInt16(next))
        place += 1
      case 0x80...: mendLetter(next)
      default:
        mended.append(next)
        place += 1
      }
    }
  }

  private mutating func mendEscape() {
    guard let sign = byte(1) else {
      place += 1
      return
    }
    switch sign {
    case UInt8(ascii: "u"): mendUnit()
    case 0x22, 0x2F, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74:
      mended += [UInt8(ascii: "\\"), sign]
      place += 2
    // As JavaScript has it: a backslash before any other sign means nothing.
    default: place += 1
    }
  }

  private mutating func mendUnit() {
    guard let unit = unit(at: place + 2) else {
      place += 2
      mended.append(UInt8(ascii: "u"))
      return
    }
    place += 6
    var pair: [UInt16] = [unit]
    if UTF16.isLeadSurrogate(unit), byte() == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "u"),
      let low = self.unit(at: place + 2), UTF16.isTrailSurrogate(low)
    {
      pair.append(low)
      place += 6
    } else if UTF16.isSurrogate(unit) {
      pair = [0xFFFD]
    }
    for unit in pair { mended += Self.unit(unit) }
  }

  private func unit(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.endIndex else { return nil }
    return UInt16(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
  }

  private static func unit(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
  }

  /// A letter beyond ASCII.
  private mutating func mendLetter(_ first: UInt8) {
    let count =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let letter = bytes[place..<min(place + count, bytes.endIndex)]
    if count > 1, String(validating: letter, as: UTF8.self) != nil {
      mended += letter
      place += count
      return
    }
    let scalar = first < 0xA0 ? Self.windows[Int(first) - 0x80] : UInt32(first)
    mended += String(Unicode.Scalar(scalar).map(Character.init) ?? "\u{FFFD}").utf8
    place += 1
  }

  /// The letters that Windows-1252 has where Latin-1 has none.
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]
}

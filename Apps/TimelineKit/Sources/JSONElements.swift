/// Takes the elements of a JSON array apart while its bytes come, without reading them.
///
/// An element that is no JSON does no harm to the others, and of a text that breaks off all whole elements
/// are there. What stands before the array is passed over, as archives begin with `window.YTD.tweets.part0 =`.
/// Several arrays behind one another are one; a text with an object and no array around it is that object.
///
/// - Complexity: O(*n*) in bytes.
struct JSONElements {
  /// An element: its bytes, and the line that it begins in, from 1.
  struct Element {
    var bytes: ArraySlice<UInt8>
    var line: Int
  }

  private enum State {
    /// Before an array.
    case before
    /// In an array, before an element or behind it.
    case between
    /// In an element.
    case within
  }

  private var state = State.before
  private var pending: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var start = 1
  /// Whether the element is a number, a text or a word.
  private var isBare = false
  /// Whether the element stands in an array.
  private var hasOuter = false
  /// Whether an array, or an object without one, was found.
  private(set) var hasBegun = false
  /// The first byte that is not blank; nil before it.
  private(set) var first: UInt8?

  /// Whether the text broke off within an array.
  var isOpen: Bool { state != .before }

  /// Takes the next bytes, and hands over each element that ends in them.
  mutating func feed(_ bytes: [UInt8], _ take: (Element) -> Void) {
    // Where the element begins that is open; what came earlier of it is in `pending`.
    var (from, index) = (0, 0)
    while index < bytes.count {
      defer { index += 1 }
      if isInString, !isEscaped, state == .within { passPlain(bytes, &index) }
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == 0x0A { line += 1 }
      if first == nil, byte > 0x20 { first = byte }
      switch state {
      case .before: begin(byte, index, &from)
      case .between: enter(byte, index, &from)
      case .within:
        if isInString {
          passString(byte)
        } else if passes(byte) {
          // The comma or the bracket behind a number is not of it.
          let isClosing = depth == 0 && (byte == 0x7D || byte == 0x5D) && !isBare
          emit(bytes[from..<(isClosing ? index + 1 : index)], take)
          leave(byte, isClosing)
        }
      }
    }
    if state == .within { pending += bytes[from...] }
  }

  private mutating func begin(_ byte: UInt8, _ index: Int, _ from: inout Int) {
    if byte == UInt8(ascii: "[") {
      (state, hasBegun, hasOuter) = (.between, true, true)
    } else if byte == UInt8(ascii: "{") {
      (hasBegun, hasOuter) = (true, false)
      open(byte, index, &from)
    }
  }

  private mutating func enter(_ byte: UInt8, _ index: Int, _ from: inout Int) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): break
    case UInt8(ascii: "]"): state = .before
    default: open(byte, index, &from)
    }
  }

  private mutating func open(_ byte: UInt8, _ index: Int, _ from: inout Int) {
    (state, from, start) = (.within, index, line)
    isInString = byte == UInt8(ascii: "\"")
    isBare = byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
    depth = isBare ? 0 : 1
  }

  /// Passes over what has no meaning in a text, which is most of it.
  private mutating func passPlain(_ bytes: [UInt8], _ index: inout Int) {
    bytes.withUnsafeBufferPointer { bytes in
      while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
        bytes[index] != UInt8(ascii: "\\")
      {
        if bytes[index] == 0x0A { line += 1 }
        index += 1
      }
    }
  }

  private mutating func passString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }

  /// Counts a byte outside of a text; whether the element ends with it, or before it.
  private mutating func passes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if isBare && depth == 0 { return true }
      depth -= 1
      return depth == 0 && !isBare
    case UInt8(ascii: ","): return depth == 0
    default: break
    }
    return false
  }

  private mutating func emit(_ rest: ArraySlice<UInt8>, _ take: (Element) -> Void) {
    if pending.isEmpty {
      take(Element(bytes: rest, line: start))
    } else {
      take(Element(bytes: (pending + rest)[...], line: start))
      pending = []
    }
  }

  private mutating func leave(_ byte: UInt8, _ isClosing: Bool) {
    if !hasOuter || !isClosing && byte == UInt8(ascii: "]") {
      state = .before
    } else {
      state = .between
    }
  }
}

/// Takes the elements of a JSON array apart while its bytes come, without reading them.
///
/// An element that is no JSON does no harm to the others, and of a text that breaks off all whole elements
/// are there. What stands before the array is passed over, as archives begin with `window.YTD.tweets.part0 =`.
/// Several arrays behind one another are one; a text with an object and no array around it is that object. Comments
/// are passed over. An element that is longer than a limit is handed over without its bytes.
///
/// - Complexity: O(*n*) in bytes.
struct JSONElements {
  /// An element: its bytes, and the line that it begins in, from 1.
  struct Element {
    var bytes: ArraySlice<UInt8>
    var line: Int
    /// Whether it was longer than is taken, so that its bytes are missing.
    var isTooLong = false
  }

  private enum State {
    /// Before an array.
    case before
    /// In an array, before an element or behind it.
    case between
    /// In an element.
    case within
    /// In a comment, or behind the slash that may begin one.
    case comment
  }

  private enum Comment {
    case slash
    case line
    case block
    /// Behind a star in a block.
    case star
  }

  private let limit: Int
  private var state = State.before
  private var comment = Comment.slash
  /// The state that the comment interrupts.
  private var outer = State.before
  /// Whether bytes of the element were given up, as there are too many.
  private var isTooLong = false
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

  /// - Parameter limit: The greatest number of bytes of an element.
  init(limit: Int = 16 << 20) { self.limit = limit }

  /// Whether the text broke off within an array.
  var isOpen: Bool { (state == .comment ? outer : state) != .before }

  /// Takes the next bytes, and hands over each element that ends in them.
  mutating func feed(_ bytes: [UInt8], _ take: (Element) -> Void) {
    // Where the element begins that is open; what came earlier of it is in `pending`.
    var (from, index) = (0, 0)
    while index < bytes.count {
      defer { index += 1 }
      if state == .within, !isBare, !isEscaped { passWithin(bytes, &index) }
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == 0x0A { line += 1 }
      if first == nil, byte > 0x20 { first = byte }
      switch state {
      case .before: begin(byte, index, &from)
      case .between: enter(byte, index, &from)
      case .comment: passComment(byte, &index)
      case .within:
        if isInString {
          passString(byte)
        } else if byte == UInt8(ascii: "/") {
          beginComment()
        } else if passes(byte) {
          // The comma or the bracket behind a number is not of it.
          let isClosing = depth == 0 && (byte == 0x7D || byte == 0x5D) && !isBare
          emit(bytes[from..<(isClosing ? index + 1 : index)], take)
          leave(byte, isClosing)
        }
      }
    }
    guard (state == .comment ? outer : state) == .within else { return }
    if !isTooLong { pending += bytes[from...] }
    guard pending.count > limit else { return }
    (isTooLong, pending) = (true, [])
  }

  private mutating func beginComment() { (outer, state, comment) = (state, .comment, .slash) }

  private mutating func passComment(_ byte: UInt8, _ index: inout Int) {
    switch (comment, byte) {
    case (.slash, UInt8(ascii: "/")): comment = .line
    case (.slash, UInt8(ascii: "*")): comment = .block
    case (.slash, _):
      // It was none: the byte is looked at again.
      state = outer
      index -= 1
      if byte == 0x0A { line -= 1 }
    case (.line, 0x0A), (.line, 0x0D), (.star, UInt8(ascii: "/")): state = outer
    case (.block, UInt8(ascii: "*")): comment = .star
    case (.star, UInt8(ascii: "*")): break
    case (.star, _): comment = .block
    default: break
    }
  }

  private mutating func begin(_ byte: UInt8, _ index: Int, _ from: inout Int) {
    if byte == UInt8(ascii: "[") {
      (state, hasBegun, hasOuter) = (.between, true, true)
    } else if byte == UInt8(ascii: "{") {
      (hasBegun, hasOuter) = (true, false)
      open(byte, index, &from)
    } else if byte == UInt8(ascii: "/") {
      beginComment()
    }
  }

  private mutating func enter(_ byte: UInt8, _ index: Int, _ from: inout Int) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): break
    case UInt8(ascii: "]"): state = .before
    case UInt8(ascii: "/"): beginComment()
    default: open(byte, index, &from)
    }
  }

  private mutating func open(_ byte: UInt8, _ index: Int, _ from: inout Int) {
    (state, from, start) = (.within, index, line)
    isInString = byte == UInt8(ascii: "\"")
    isBare = byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
    depth = isBare ? 0 : 1
  }

  /// Passes over an object or a list as far as its end, a comment, or what the bytes break off in, which are most of
  /// them: with all that it counts in variables of its own.
  private mutating func passWithin(_ bytes: [UInt8], _ index: inout Int) {
    var (place, depth, line, isInString) = (index, depth, line, isInString)
    bytes.withUnsafeBufferPointer { bytes in
      while place < bytes.count {
        let byte = bytes[place]
        if isInString {
          if byte == UInt8(ascii: "\"") {
            isInString = false
          } else if byte == UInt8(ascii: "\\") {
            guard place + 1 < bytes.count else { return }
            place += 1
            if bytes[place] == 0x0A { line += 1 }
          } else if byte == 0x0A {
            line += 1
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""): isInString = true
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == 1 { return }
            depth -= 1
          case UInt8(ascii: "/"): return
          case 0x0A: line += 1
          default: break
          }
        }
        place += 1
      }
    }
    index = place
    (self.depth, self.line, self.isInString) = (depth, line, isInString)
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
    if isTooLong || pending.count + rest.count > limit {
      (isTooLong, pending) = (false, [])
      take(Element(bytes: [], line: start, isTooLong: true))
    } else if pending.isEmpty {
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

/// The bytes on their way in one direction.
struct Flow {
  /// How many may wait; who sends more has to wait too.
  static let limit = 262_144

  private var bytes: [UInt8] = []
  private var sent = 0
  /// Nothing more will be added.
  var isEnded = false
  /// The receiver was told so.
  private(set) var isClosed = false

  var isEmpty: Bool { sent == bytes.count }
  var hasRoom: Bool { !isEnded && bytes.count - sent < Self.limit }

  mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

  /// Sends as much as the receiver takes now.
  ///
  /// - Returns: False when the receiver is gone.
  mutating func flush(to socket: Socket) -> Bool {
    while !isEmpty {
      switch socket.send(bytes[sent...]) {
      case .bytes(let count): sent += count
      case .later:
        // What was sent is dropped when it is the greater part, so that each byte is moved once.
        if sent > bytes.count / 2 { drop() }
        return true
      case .end, .broken: return false
      }
    }
    drop()
    if isEnded, !isClosed {
      isClosed = true
      socket.endSending()
    }
    return true
  }

  private mutating func drop() {
    bytes.removeFirst(sent)
    sent = 0
  }
}

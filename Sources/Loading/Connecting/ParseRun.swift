/// One attempt's parser at work: takes what a transfer delivers, and says when that has an end.
struct ParseRun<Parser: ResponseParser> {
  /// What an event has led to.
  enum Progress {
    case more
    /// The result is there. The transfer may have more, which nobody wants.
    case done(Parser.Output)
    case failed(LoadError)
  }

  let target: LoadTarget
  /// What is in the cache, which a 304 stands for.
  let cached: CachedResponse?
  private var parser: Parser
  private(set) var head: ResponseHead?
  private(set) var amount = LoadAmount()
  private(set) var metrics: TransferMetrics?
  private(set) var isFromCache = false
  /// Whether the body is known to be whole.
  var isEndConfirmed: Bool { isFromCache || metrics?.isEndConfirmed ?? false }
  /// The body for the cache; nil where it is not to be kept, or too large.
  private(set) var kept: [UInt8]?
  private let keepLimit: Int
  private let decodedLimit: Int
  private let method: LoadMethod
  private let needsConfirmedEnd: Bool
  private var wantsPart = false
  private let wallTime: @Sendable () -> Duration
  /// The start of the body of an answer that is no success.
  private var snippet: [UInt8]?

  init(
    _ parser: Parser, _ request: LoadRequest, cached: CachedResponse?, keepLimit: Int?,
    needsConfirmedEnd: Bool, wallTime: @escaping @Sendable () -> Duration
  ) {
    self.wallTime = wallTime
    self.parser = parser
    target = request.target
    self.cached = cached
    self.keepLimit = keepLimit ?? 0
    kept = keepLimit == nil ? nil : []
    decodedLimit = request.limits.decoded
    method = request.method
    self.needsConfirmedEnd = needsConfirmedEnd
  }

  /// The part of the body that the parser still wants.
  mutating func missingPart() -> BodyRange? {
    let part = parser.missingPart()
    wantsPart = part != nil
    return part
  }

  mutating func take(_ event: TransferEvent) -> Progress {
    do throws(ParserError) {
      switch event {
      case .head(let head): return try begin(head)
      case .chunk(let bytes): return try feed(bytes)
      case .finished(let metrics):
        self.metrics = metrics
        if let snippet { return .failed(statusError(snippet)) }
        let missing = missing
        if missing != nil || needsConfirmedEnd && !metrics.isEndConfirmed {
          return .failed(.truncated(LoadFailure(target), got: amount.bytes, expected: missing))
        }
        return try finish()
      case .failed(let error):
        if let snippet { return .failed(statusError(snippet)) }
        return .failed(error)
      }
    } catch {
      return .failed(Self.error(error, target))
    }
  }

  /// Parses what is in the cache in place of a transfer.
  mutating func takeCached() -> Progress {
    guard let cached else { return .failed(.notModified(LoadFailure(target))) }
    isFromCache = true
    kept = nil
    head = cached.head
    do throws(ParserError) {
      if try parser.begin(cached.head) == .enough { return try finish() }
      amount.expectedBytes = cached.body.count
      if !cached.body.isEmpty, try parser.feed(cached.body) == .enough { return try finish() }
      amount.bytes = cached.body.count
      return try finish()
    } catch {
      return .failed(Self.error(error, target))
    }
  }

  private mutating func begin(_ head: ResponseHead) throws(ParserError) -> Progress {
    if head.isNotModified, cached != nil { return takeCached() }
    self.head = head
    guard head.isSuccess || head.isNotModified || head.status == 416 && wantsPart else {
      snippet = []
      return .more
    }
    amount.expectedBytes = head.expectedLength
    amount.fraction = head.expectedLength.map { $0 > 0 ? 0 : 1 }
    if !isKept(head) || head.expectedLength ?? 0 > keepLimit { kept = nil }
    return try parser.begin(head) == .enough ? finish() : .more
  }

  private mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> Progress {
    if let snippet { return feedSnippet(snippet + bytes.prefix(1_200)) }
    amount.bytes += bytes.count
    if amount.bytes > decodedLimit {
      return .failed(.tooLarge(LoadFailure(target), .decoded, limit: decodedLimit))
    }
    amount.fraction = amount.expectedBytes.map {
      $0 > 0 ? min(1, Double(amount.bytes) / Double($0)) : 1
    }
    if kept != nil, amount.bytes > keepLimit { kept = nil } else { kept?.append(contentsOf: bytes) }
    return try parser.feed(bytes) == .enough ? finish(isWhole: false) : .more
  }

  private mutating func feedSnippet(_ bytes: [UInt8]) -> Progress {
    snippet = bytes
    return bytes.count < 1_200 ? .more : .failed(statusError(bytes))
  }

  private mutating func finish(isWhole: Bool = true) throws(ParserError) -> Progress {
    if !isWhole { kept = nil }
    return .done(try parser.finish())
  }

  /// The length that was announced and did not come, whatever a transport makes of that.
  private var missing: Int? {
    guard method != .head, let head, head.isSuccess, head.status != 204,
      let expected = head.expectedLength, amount.bytes < expected
    else { return nil }
    return expected
  }

  private func isKept(_ head: ResponseHead) -> Bool {
    let control = head.headers.values("Cache-Control").joined(separator: ",").lowercased()
    return head.status == 200 && !control.contains("no-store")
  }

  private func statusError(_ body: [UInt8]) -> LoadError {
    let whole = String(decoding: body, as: UTF8.self)
    // People are shown it: what a page says, and not how it is written.
    let text = (isMarkup(body) ? HTMLText.plain(whole) : whole)
      .map { $0.isWhitespace || $0.unicodeScalars.first.map(Self.isControl) ?? false ? " " : $0 }
    let problem = StatusProblem(
      head?.status ?? 0, retryAfter: head?.retryAfter(now: wallTime()),
      snippet: String(text.prefix(300)).split(separator: " ").joined(separator: " "))
    return .status(LoadFailure(target), problem)
  }

  private func isMarkup(_ body: [UInt8]) -> Bool {
    let type = head?.mediaType ?? ""
    if type.hasSuffix("html") || type.hasSuffix("xml") || type.contains("html+") { return true }
    let start = body.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    return start.first == UInt8(ascii: "<")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  private static func error(_ error: ParserError, _ target: LoadTarget) -> LoadError {
    error == .notModified
      ? .notModified(LoadFailure(target)) : .parser(LoadFailure(target), error)
  }
}

import FoundationEssentials
import Support

extension Fetch {
  /// Whether the answer may come from the cache, and go there.
  var usesCache: Bool { connector.usesCache(request, options) }

  var cacheKey: String { Self.cacheKey(request) }

  /// A hash of address and fields, as a server may choose the body by them: keys of services are among
  /// them, and no one's who reads the file.
  static func cacheKey(_ request: LoadRequest) -> String {
    let fields = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    guard case .url(let url) = request.target else { return "" }
    return SHA256.hex(([url.absoluteString] + fields).joined(separator: "\n"))
  }

  /// Asks the cache before the network; answers from it where it serves.
  func lookUp() {
    // Many may have been cancelled before their turn to read came.
    guard state.withLock({ $0.machine.state == .queued }) else { return }
    let now = connector.environment.wallTime()
    let isOnline = connector.isOnline(for: self)
    guard let cached = connector.cache?.response(for: cacheKey, at: now) else {
      handle(.missed(isOnline: isOnline))
      return
    }
    state.withLock { $0.cached = cached }
    let age = cached.age(at: now)
    guard serves(age) || !isOnline, var response = parsed(cached, age: age) else {
      handle(.missed(isOnline: isOnline))
      return
    }
    // One that was cancelled meanwhile needs no refreshing.
    guard state.withLock({ $0.machine.state == .queued }) else { return }
    if isOnline, case .staleWhileRevalidate = options.cache {
      var behind = options
      behind.cache = .validate
      response.refresh = connector.load(request, parser, behind)
    }
    state.withLock { [response] in $0.response = response }
    if !handle(.answered) { response.refresh?.cancel() }
  }

  private func serves(_ age: Duration) -> Bool {
    switch options.cache {
    case .none, .validate: false
    case .fresh(let limit), .staleWhileRevalidate(let limit): age < limit
    }
  }

  /// What is in the cache, parsed; nil where the parser refuses it.
  private func parsed(_ cached: CachedResponse, age: Duration) -> Response? {
    var run = Run(
      parser, request, cached: cached, keepLimit: nil, needsConfirmedEnd: options.needsConfirmedEnd,
      wallTime: connector.environment.wallTime)
    guard case .done(let output) = run.takeCached() else { return nil }
    return LoadResponse(output, head: cached.head, source: .cache(age: age), isUnchanged: true)
  }

  /// Whether the body is the one that was in the cache, whatever the status is: some servers answer
  /// 200 always.
  func isUnchanged(_ run: Run) -> Bool {
    guard let cached = run.cached else { return false }
    if run.isFromCache { return true }
    if let etag = run.head?.etag, !etag.hasPrefix("W/"), etag == cached.head.etag { return true }
    guard let body = run.kept else { return false }
    return body.count == cached.body.count && BodyHash.hash(body) == cached.hash
  }

  /// Puts a whole body into the cache, or notes that the one there is current. What may be but the
  /// beginning of a body is not kept: the server would go on to call it current.
  func keep(_ run: Run) {
    guard usesCache, let cache = connector.cache else { return }
    let now = connector.environment.wallTime()
    if run.isFromCache {
      cache.confirm(cacheKey, at: now)
    } else if let body = run.kept, let head = run.head {
      guard run.isEndConfirmed else { return }
      cache.store(CachedResponse(head: head, body: body, confirmed: now), for: cacheKey)
    } else if run.cached != nil {
      // A newer body that is too large to keep, or is not to be kept.
      cache.remove(cacheKey)
    }
  }
}

internal import CHikidashiGTK
internal import Dispatch
import FoundationEssentials
public import HikidashiLoading

/// A store of pictures by URL: it loads them through a connector, decodes them off the main thread,
/// and keeps as many as its limit allows.
///
/// A picture that several rows show is loaded and decoded once, at a size once. A load that nobody
/// waits for any more is cancelled, unless somebody asks for it again before what happens now is over,
/// as a row does that shows the same again.
///
/// Only pictures are loaded, and none that is larger than ``PictureLimits`` allow: a response that says that it is
/// something else, such as the sound of an episode, ends before its body. What could not be shown is not asked for
/// again for two minutes, then for twenty, then for a day.
///
/// ```swift
/// let pictures = PictureStore(connector, byteLimit: 32 << 20)
/// let cells = Cells<Post> { PictureBox(pictures, width: 48, height: 48) } bind: { box, row in
///   box.url = row.item.portrait
/// } unbind: { box in
///   box.url = nil
/// }
/// ```
@MainActor
public final class PictureStore {
  typealias Texture = ThumbnailLoader.Texture

  struct Key: Hashable, Sendable {
    let url: URL
    let width: Int
    let height: Int
  }

  /// Somebody who waits for a picture.
  final class Wait {
    fileprivate let key: Key
    fileprivate var give: (@MainActor (Texture?) -> Void)?
    fileprivate init(_ key: Key, _ give: @escaping @MainActor (Texture?) -> Void) {
      self.key = key
      self.give = give
    }
  }

  private final class Work {
    var waits: [Wait] = []
    var load: Load<[UInt8]>?
  }

  private let connector: Connector
  private let options: LoadOptions
  private var made: ByteLimitedCache<Key, Texture>
  private var works: [Key: Work] = [:]
  private var failed = FailedPictures()
  /// What tells the time, which a test moves.
  var now: () -> ContinuousClock.Instant = { .now }
  private let limits: PictureLimits
  /// Two, so that no more than two pictures are decoded at once: each may take much memory meanwhile.
  private let queues = (0..<2).map { number in
    DispatchQueue(label: "hikidashi.pictures.\(number)", qos: .userInitiated)
  }
  private var decoded = 0

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - connector: Loads what the pictures are made of.
  ///   - byteLimit: How many bytes decoded pictures may take, four a pixel.
  ///   - limits: How large a picture may be; a larger one is not shown.
  ///   - options: Repeating, caching and sharing of the loads. Without them no load is repeated by itself.
  public init(
    _ connector: Connector, byteLimit: Int = 64 << 20, limits: PictureLimits = PictureLimits(),
    options: LoadOptions = LoadOptions(retry: .never)
  ) {
    self.connector = connector
    self.limits = limits
    self.options = options
    made = ByteLimitedCache(limit: byteLimit)
  }

  /// The size of all kept pictures in bytes.
  public var byteCount: Int { made.byteCount }

  /// The number of pictures that are being loaded or decoded and that somebody waits for.
  public var pendingCount: Int { works.values.count { !$0.waits.isEmpty } }

  /// Removes all kept pictures; those that are on the screen stay there.
  public func removeAll() {
    made.removeAll()
    failed.removeAll()
  }

  /// Whether a picture could not be shown when it was asked for last.
  func hasFailed(_ url: URL) -> Bool { failed.contains(url) }

  /// Asks for a picture no larger than a size in pixels; `give` is called once, at once when it is
  /// there already, with nil when nothing can be had.
  ///
  /// - Returns: What ``cancel(_:)`` takes; nil when `give` has been called.
  func picture(
    _ url: URL, width: Int, height: Int, give: @escaping @MainActor (Texture?) -> Void
  ) -> Wait? {
    let key = Key(url: url, width: width, height: height)
    if let texture = made.value(for: key) {
      give(texture)
      return nil
    }
    if works[key] == nil, failed.isResting(url, at: now()) {
      give(nil)
      return nil
    }
    let wait = Wait(key, give)
    if let work = works[key] {
      work.waits.append(wait)
    } else {
      let work = Work()
      work.waits = [wait]
      works[key] = work
      start(work, key)
    }
    return wait
  }

  /// Waits no more; without the last one who did, the load is cancelled soon.
  func cancel(_ wait: Wait) {
    wait.give = nil
    guard let work = works[wait.key] else { return }
    work.waits.removeAll { $0 === wait }
    guard work.waits.isEmpty else { return }
    Task {
      guard work.waits.isEmpty, works[wait.key] === work else { return }
      works[wait.key] = nil
      work.load?.cancel()
    }
  }

  private func start(_ work: Work, _ key: Key) {
    var request = LoadRequest(key.url)
    request.limits.received = limits.bytes
    request.limits.decoded = limits.bytes
    let load = connector.load(request, parser: PictureParser(), options: options)
    work.load = load
    Task {
      do throws(LoadError) {
        let bytes = try await load.value
        decoded += 1
        let queue = queues[decoded % queues.count]
        end(work, key, await PictureStore.decode(bytes, key, limits, on: queue))
      } catch {
        end(work, key, nil, error)
      }
    }
  }

  private func end(_ work: Work, _ key: Key, _ texture: Texture?, _ error: LoadError? = nil) {
    guard works[key] === work else { return }
    works[key] = nil
    switch error {
    // Without a network nobody was asked.
    case .noNetwork, .offline, .cancelled: break
    default:
      if texture == nil { failed.note(key.url, at: now()) } else { failed.forget(key.url) }
    }
    if let texture {
      let width = Int(gdk_texture_get_width(texture.native))
      let height = Int(gdk_texture_get_height(texture.native))
      made.insert(texture, bytes: width * height * 4, for: key)
    }
    for wait in work.waits {
      wait.give?(texture)
      wait.give = nil
    }
  }

  private nonisolated static func decode(
    _ bytes: [UInt8], _ key: Key, _ limits: PictureLimits, on queue: DispatchQueue
  ) async -> Texture? {
    guard !bytes.isEmpty else { return nil }
    let room = Size(Double(key.width), Double(key.height))
    return await withCheckedContinuation { continuation in
      queue.async {
        let texture = PictureBytes.texture(of: bytes, fitting: room, limits)
        continuation.resume(returning: texture.map(Texture.init))
      }
    }
  }
}

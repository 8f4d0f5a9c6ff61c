internal import CHikidashiGTK
internal import Dispatch
internal import HikidashiBase

/// Makes small pictures off the main thread, at most two at once, the latest asked for first: what a
/// person scrolls past need not be made before what is seen.
@MainActor
final class ThumbnailLoader {
  /// A `GdkTexture`, which is immutable and counts its references atomically.
  final class Texture: @unchecked Sendable {
    let native: OpaquePointer
    /// Takes the reference.
    init(_ native: OpaquePointer) { self.native = native }
    deinit { g_object_unref(UnsafeMutableRawPointer(native)) }
  }

  private struct Request {
    let path: String
    let isWanted: @MainActor () -> Bool
    let give: @MainActor (Texture?) -> Void
  }

  private var waiting: [Request] = []
  private var running = 0
  private var made: [String: Texture] = [:]
  private static let most = 500
  private let queue = DispatchQueue(
    label: "hikidashi.thumbnails", qos: .utility, attributes: .concurrent)

  /// Asks for a small version of a file; `give` is called once, at once when it is there already,
  /// and not at all when it `isWanted` no more.
  func load(
    _ path: String, isWanted: @escaping @MainActor () -> Bool,
    give: @escaping @MainActor (Texture?) -> Void
  ) {
    if let texture = made[path] { return give(texture) }
    waiting.append(Request(path: path, isWanted: isWanted, give: give))
    goOn()
  }

  /// Forgets what waits and what was made.
  func reset() {
    waiting = []
    made = [:]
  }

  private func goOn() {
    while running < 2, let request = waiting.popLast() {
      guard request.isWanted() else { continue }
      running += 1
      let path = request.path
      Task {
        let texture = await ThumbnailLoader.make(path, on: queue)
        running -= 1
        if made.count >= ThumbnailLoader.most { made = [:] }
        made[path] = texture
        if request.isWanted() { request.give(texture) }
        goOn()
      }
    }
  }

  private nonisolated static func make(_ path: String, on queue: DispatchQueue) async -> Texture? {
    await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Thumbnails.small(of: path).map(Texture.init))
      }
    }
  }
}

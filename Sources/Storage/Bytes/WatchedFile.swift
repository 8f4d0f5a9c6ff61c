internal import Dispatch
internal import HikidashiBase

/// The contents of a file that another program may change, such as an editor.
///
/// A closure that follows what it reads is called again when the file has changed.
///
/// ```swift
/// let notes = WatchedFile("notes.txt")
/// Label { (try? notes.contents.get()).map { "\($0.count) bytes" } ?? "There are no notes" }
/// ```
///
/// A file is read again when a program that wrote to it closes it, or when another takes its place, as
/// editors do it. It need not be there at first.
public final class WatchedFile: Sendable {
  /// The path of the file.
  public let path: String
  private let limit: Int
  private let current: Guarded<Result<[UInt8], UnreadableFile>>
  private let observed = ObservedState()
  private let queue = DispatchQueue(label: "hikidashi.watched-file")
  private let watch = Guarded<FolderWatch?>(nil)

  /// Reads a file, and watches it from then on.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - limit: The most bytes that it may have.
  public init(_ path: String, limit: Int = 64 << 20) {
    self.path = path
    self.limit = limit
    current = Guarded(Self.read(path, limit))
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let look: @Sendable () -> Void = { [weak self] in self?.look() }
    let made = FolderWatch(
      parts.count == 1 ? "." : folder + "/", of: [parts.last.map(String.init) ?? path],
      for: [.written, .movedIn, .movedOut, .removed], on: queue, onChange: look)
    watch.withLock { $0 = made ?? FolderWatch(every: .seconds(1), on: queue, onChange: look) }
    // It may have changed between the reading and the watch.
    queue.async(execute: look)
  }

  /// The bytes of the file, or why they cannot be read.
  public var contents: Result<[UInt8], UnreadableFile> {
    observed.willRead()
    return current.withLock { $0 }
  }

  private func look() {
    let new = Self.read(path, limit)
    let isOther = current.withLock { current in
      defer { current = new }
      return current != new
    }
    if isOther { observed.didChange() }
  }

  private static func read(
    _ path: String, _ limit: Int
  ) -> Result<[UInt8], UnreadableFile> {
    do throws(FileBytes.Failure) {
      return .success(try FileBytes.read(path, limit: limit))
    } catch {
      return .failure(UnreadableFile(path, error))
    }
  }
}

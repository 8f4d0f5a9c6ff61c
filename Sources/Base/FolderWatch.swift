package import Dispatch
internal import Glibc

/// Tells of what happens to the files of a folder, until it is released.
// @unchecked: the source may be cancelled from any thread, and nothing else is done with it here.
package final class FolderWatch: @unchecked Sendable {
  /// What is told of.
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    private init(_ mask: Int) { self.init(rawValue: UInt32(mask)) }

    /// A file was written; there may be many of these while it is.
    package static let writing = Events(Int(IN_MODIFY))
    /// A file that was written was closed.
    package static let written = Events(Int(IN_CLOSE_WRITE))
    package static let made = Events(Int(IN_CREATE))
    /// A file was renamed to a name in the folder.
    package static let movedIn = Events(Int(IN_MOVED_TO))
    package static let movedOut = Events(Int(IN_MOVED_FROM))
    package static let removed = Events(Int(IN_DELETE))
  }

  private let source: any DispatchSourceProtocol

  /// Begins to watch (inotify); nil where the kernel cannot.
  ///
  /// - Parameters:
  ///   - names: The files that are of interest; nil for all.
  ///   - rest: How long to wait after a call before the next; what changes meanwhile is told of then.
  ///   - onChange: Called on the queue, once for what came together.
  package init?(
    _ folder: String, of names: Set<String>? = nil, for events: Events, on queue: DispatchQueue,
    rest: Duration = .zero, onChange: @escaping @Sendable () -> Void
  ) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, folder, events.rawValue) >= 0 else {
      close(descriptor)
      return nil
    }
    // Unsafe as far as the compiler can see: a source may be used from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      guard Self.take(descriptor, of: names) else { return }
      onChange()
      guard rest > .zero else { return }
      source.suspend()
      queue.asyncAfter(deadline: .now() + .nanoseconds(rest.nanoseconds)) { source.resume() }
    }
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.resume()
  }

  /// Calls back every so often, for where nothing tells.
  package init(
    every interval: Duration, on queue: DispatchQueue, onChange: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let nanoseconds = max(1_000_000, interval.nanoseconds)
    timer.schedule(
      deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
      leeway: .nanoseconds(nanoseconds / 4))
    timer.setEventHandler { onChange() }
    source = timer
    timer.resume()
  }

  deinit { cancel() }

  /// Ends the watch; a call that has begun runs to its end.
  package func cancel() { source.cancel() }

  /// Takes all that there is to read; whether it is about one of the names.
  private static func take(_ descriptor: Int32, of names: Set<String>?) -> Bool {
    var isAboutThem = false
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        guard let names, !isAboutThem else {
          isAboutThem = true
          continue
        }
        // No name: so much has happened that the kernel keeps it no longer.
        isAboutThem = Self.names(in: buffer[..<count]).contains { $0.isEmpty || names.contains($0) }
      }
    }
    return isAboutThem
  }

  private static func names(in events: Slice<UnsafeMutableRawBufferPointer>) -> [String] {
    var names: [String] = []
    var rest = UnsafeRawBufferPointer(rebasing: events)
    let head = MemoryLayout<inotify_event>.size
    while rest.count >= head {
      let length = min(rest.count - head, Int(rest.loadUnaligned(as: inotify_event.self).len))
      let name = rest[head..<head + length].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = UnsafeRawBufferPointer(rebasing: rest[(head + length)...])
    }
    return names
  }
}

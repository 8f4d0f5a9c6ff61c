internal import Dispatch
internal import FoundationEssentials
public import HikidashiLoading

/// Loads files within ZIP files, such as the pictures of an archive, by their ``TimelineSource/url(of:)``.
///
/// ```swift
/// let connector = Connector(transports: [HTTPTransport(), ArchiveTransport()])
/// ```
///
/// The list of files of the archive that was read last is kept, so that its pictures are read one after another.
public final class ArchiveTransport: Transport {
  private let queue = DispatchQueue(label: "ArchiveTransport", qos: .userInitiated)
  private let opened = OpenedArchive()

  /// Creates a transport, which has read nothing.
  public init() {}

  /// Whether the target is a file within a ZIP file.
  public func serves(_ target: LoadTarget) -> Bool { Self.place(target) != nil }

  /// Reads a file off the caller's thread, no further than the request's limit of decoded bytes.
  public func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    let transfer = ArchiveTransfer(request, TransferGate(receiver), queue)
    queue.async { [opened] in transfer.begin(opened, Self.place(request.target)) }
    return transfer
  }

  /// The address of a file within a ZIP file.
  static func url(_ archive: String, _ name: String) -> URL? {
    var parts = URLComponents(url: URL(filePath: archive), resolvingAgainstBaseURL: false)
    parts?.queryItems = [URLQueryItem(name: entry, value: name)]
    return parts?.url
  }

  private static func place(_ target: LoadTarget) -> (archive: String, name: String)? {
    guard case .url(let url) = target, url.isFileURL, url.query != nil,
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems,
      let item = items.first, items.count == 1, item.name == entry, let name = item.value
    else { return nil }
    return (url.path, name)
  }

  private static let entry = "entry"
}

/// The archive that was read last.
// @unchecked: only reached on the queue of its transport.
private final class OpenedArchive: @unchecked Sendable {
  private var archive: ZipArchive?

  func archive(_ path: String) throws(TimelineError) -> ZipArchive {
    if let archive, archive.path == path, archive.isCurrent { return archive }
    let read = try ZipArchive(path)
    archive = read
    return read
  }
}

// @unchecked: its state is only reached on the queue of its transport.
private final class ArchiveTransfer: Transfer, @unchecked Sendable {
  private let request: LoadRequest
  private let gate: TransferGate
  private let queue: DispatchQueue
  private var file: (any ArchiveBytes)?
  private var count = 0
  private let begun = ContinuousClock.now

  init(_ request: LoadRequest, _ gate: TransferGate, _ queue: DispatchQueue) {
    (self.request, self.gate, self.queue) = (request, gate, queue)
  }

  func begin(_ opened: OpenedArchive, _ place: (archive: String, name: String)?) {
    guard let place, !gate.isClosed else { return }
    do throws(TimelineError) {
      file = try opened.archive(place.archive).open(place.name)
      if gate.deliver(.head(ResponseHead())) == .proceed { go() }
    } catch { fail(error) }
  }

  /// Hands bytes over until the receiver has enough for now.
  private func go() {
    guard let file else { return }
    let limit = request.limits.decoded
    do throws(TimelineError) {
      while !gate.isClosed, let bytes = try file.next() {
        count += bytes.count
        guard count <= limit else {
          let failure = LoadFailure(request.target)
          return end(.failed(.tooLarge(failure, .decoded, limit: limit)))
        }
        if !bytes.isEmpty, gate.deliver(.chunk(bytes)) == .pause { return }
      }
      end(.finished(TransferMetrics(receivedBytes: count, total: ContinuousClock.now - begun)))
    } catch { fail(error) }
  }

  private func fail(_ error: TimelineError) {
    end(.failed(.file(LoadFailure(request.target, reason: error.description), .io)))
  }

  private func end(_ event: TransferEvent) {
    file = nil
    gate.deliver(event)
  }

  func resume() {
    queue.async { if self.gate.resume() { self.go() } }
  }

  func cancel() { _ = gate.close() }
}

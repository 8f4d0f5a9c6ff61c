/// Reads everything that is behind a file descriptor: files, the output of programs, TCP and Unix
/// sockets, serial devices.
///
/// ```swift
/// let transport = DescriptorTransport()
/// let request = LoadRequest(.program("git", arguments: ["log", "--oneline"]))
/// let transfer = transport.start(request, receiver: receiver)
/// ```
///
/// - A file must be a regular one. Its head has its length and, as ETag, its size and the time of
///   its last change. One that ends before the length that it had is truncated.
/// - A program gets the body on its standard input, or nothing. It ends well with status 0; another
///   status, or a signal, is an error with the end of what it wrote to standard error. When its
///   transfer ends before it does, it is killed with every process of its group.
/// - A connection stays open for writing behind the body, and ends when the other side ends it.
/// - A serial device is set to eight bits without parity or flow control, and back at the end. It
///   ends when it hangs up.
///
/// One thread serves every transfer of a transport; it is not there before the first.
public final class DescriptorTransport: Transport {
  /// The kinds of target that a transport may read from.
  public enum Kind: Hashable, Sendable, CaseIterable {
    case file, program, tcp, unixSocket, serial
  }

  private let kinds: Set<Kind>
  private let loop = DescriptorLoop()

  /// A transport for these kinds, so that an app can leave out those that it never wants, such as
  /// programs.
  public init(serving kinds: Set<Kind> = Set(Kind.allCases)) { self.kinds = kinds }

  public func serves(_ target: LoadTarget) -> Bool {
    Self.kind(of: target).map(kinds.contains) ?? false
  }

  public func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    let transfer = DescriptorTransfer(request, receiver: receiver, loop: loop)
    loop.post(.start(transfer))
    return transfer
  }

  private static func kind(of target: LoadTarget) -> Kind? {
    switch target {
    case .url: target.scheme == "file" ? .file : nil
    case .program: .program
    case .tcp: .tcp
    case .unixSocket: .unixSocket
    case .serial: .serial
    }
  }
}

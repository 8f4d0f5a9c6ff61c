import Glibc
import HikidashiBase

/// What a serial device sends, once the body has been written to it.
final class SerialSource: DescriptorSource {
  private let target: LoadTarget
  private let device: Int32
  private var before = termios()
  private var body: ArraySlice<UInt8>
  let head: ResponseHead? = ResponseHead()

  init(_ request: LoadRequest, _ path: String, speed: Int) throws(LoadError) {
    target = request.target
    body = (request.body ?? [])[...]
    guard let speed = Self.speeds[speed] else {
      let known = Self.speeds.keys.sorted().map(String.init).joined(separator: ", ")
      throw .badRequest(LoadFailure(target, reason: tr("the speeds are {}", known)))
    }
    device = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard device >= 0 else { throw .file(target, errno: errno) }
    guard tcgetattr(device, &before) == 0 else {
      Glibc.close(device)
      throw .file(LoadFailure(target, reason: tr("it is no serial device")), .io)
    }
    var settings = before
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~tcflag_t(CSTOPB)
    cfsetspeed(&settings, speed)
    guard tcsetattr(device, TCSANOW, &settings) == 0 else {
      let error = errno
      Glibc.close(device)
      throw .file(target, errno: error)
    }
  }

  func waits(mayRead: Bool) -> [pollfd] {
    let events = (mayRead ? POLLIN : 0) | (body.isEmpty ? 0 : POLLOUT)
    return events == 0 ? [] : [pollfd(fd: device, events: Int16(events), revents: 0)]
  }

  func advance(
    into buffer: UnsafeMutableRawBufferPointer, mayRead: Bool
  ) throws(LoadError) -> DescriptorStep {
    if !body.isEmpty {
      let result = body.withUnsafeBytes { bytes in
        DescriptorResult { write(device, bytes.baseAddress, bytes.count) }
      }
      switch result {
      case .bytes(let count): body = body.dropFirst(count)
      case .failed(let errno): throw .file(target, errno: errno)
      case .wait, .end: break
      }
    }
    guard mayRead else { return .wait }
    switch DescriptorResult({ read(device, buffer.baseAddress, buffer.count) }) {
    case .bytes(let count): return .bytes(count)
    case .wait: return .wait
    // A device that was pulled out, or whose other side was closed.
    case .end, .failed(EIO): return .end
    case .failed(let errno): throw .file(target, errno: errno)
    }
  }

  func close() {
    tcsetattr(device, TCSANOW, &before)
    Glibc.close(device)
  }

  private static let speeds: [Int: speed_t] = [
    300: speed_t(B300), 600: speed_t(B600), 1_200: speed_t(B1200), 2_400: speed_t(B2400),
    4_800: speed_t(B4800), 9_600: speed_t(B9600), 19_200: speed_t(B19200),
    38_400: speed_t(B38400), 57_600: speed_t(B57600), 115_200: speed_t(B115200),
    230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
  ]
}

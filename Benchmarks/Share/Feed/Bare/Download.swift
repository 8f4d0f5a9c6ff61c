import BareHelp
import CBare
import Dispatch

private final class Body {
  var bytes: [UInt8] = []
}

/// What is at an address. It blocks its thread.
private func download(_ address: String) throws -> [UInt8] {
  guard let curl = curl_easy_init() else { throw FeedError(description: "There is no libcurl.") }
  defer { curl_easy_cleanup(curl) }
  let body = Body()
  curl_set_text(curl, CURLOPT_URL, address)
  curl_set_number(curl, CURLOPT_FOLLOWLOCATION, 1)
  curl_set_number(curl, CURLOPT_TIMEOUT, 30)
  curl_set_number(curl, CURLOPT_NOSIGNAL, 1)
  curl_set_pointer(curl, CURLOPT_WRITEDATA, Unmanaged.passUnretained(body).toOpaque())
  curl_set_writer(curl) { bytes, size, count, data in
    let body = Unmanaged<Body>.fromOpaque(data!).takeUnretainedValue()
    body.bytes.append(
      contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
  }
  let code = curl_easy_perform(curl)
  guard code == CURLE_OK else {
    throw FeedError(description: String(cString: curl_easy_strerror(code)))
  }
  guard curl_status(curl) < 400 else {
    throw FeedError(description: "The server answers \(curl_status(curl)).")
  }
  return body.bytes
}

/// Downloads on another thread, makes something of the bytes there, and hands it to the main thread.
func load<Value: Sendable>(
  _ address: String, make: @escaping @Sendable ([UInt8]) throws -> Value,
  then: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
) {
  DispatchQueue.global().async {
    let result = Result { try make(try download(address)) }
    onMain { then(result) }
  }
}

/// The pictures of entries, each loaded once.
@MainActor
final class Pictures {
  private struct Texture: @unchecked Sendable {
    let native: OpaquePointer
  }
  private var loaded: [String: Texture] = [:]
  private var wanted: [UnsafeMutablePointer<GtkWidget>: String] = [:]
  private var loading: Set<String> = []

  /// Shows the picture at an address as soon as it is there.
  func show(_ address: String?, in image: UnsafeMutablePointer<GtkWidget>) {
    wanted[image] = address
    gtk_image_set_from_paintable(image.opaque, address.flatMap { loaded[$0]?.native })
    guard let address, loaded[address] == nil, loading.insert(address).inserted else { return }
    load(address) { bytes in
      let data = g_bytes_new(bytes, gsize(bytes.count))
      defer { g_bytes_unref(data) }
      guard let texture = gdk_texture_new_from_bytes(data, nil) else {
        throw FeedError(description: "It is no picture.")
      }
      return Texture(native: texture)
    } then: { [self] result in
      loading.remove(address)
      guard case .success(let texture) = result else { return }
      loaded[address] = texture
      for (image, other) in wanted where other == address {
        gtk_image_set_from_paintable(image.opaque, texture.native)
      }
    }
  }
}

internal import CGTK
internal import CWebP
internal import Glibc
internal import Motion

extension SceneExporter {
  /// Writes the scene as an animated WebP file, without loss.
  ///
  /// - Parameters:
  ///   - path: Of the file.
  ///   - framesPerSecond: More than 0, at most 1000.
  ///   - seconds: How much of the scene; nil for all of it.
  ///   - loops: Whether it begins again at its end, without end.
  /// - Throws: ``SceneExportError``
  public func writeAnimation(
    to path: String, framesPerSecond: Double = 30, seconds: Double? = nil, loops: Bool = true
  ) throws(SceneExportError) {
    let framesPerSecond = min(framesPerSecond, 1_000)
    let times = try times(framesPerSecond, seconds)
    // Times are whole milliseconds, of which there are so many.
    let end = ((times.last ?? 0) + 1 / framesPerSecond) * 1_000
    guard end < Double(CInt.max) else { throw .tooLarge }
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0 else {
      throw .cannotEncode(reason: "libwebp is of another version")
    }
    options.anim_params.loop_count = loops ? 0 : 1
    guard let encoder = WebPAnimEncoderNew(CInt(size.width), CInt(size.height), &options) else {
      throw .tooLarge
    }
    defer { WebPAnimEncoderDelete(encoder) }
    let surface = try makeSurface(size.width, size.height)
    defer { cairo_surface_destroy(surface) }
    for (number, time) in times.enumerated() {
      clear(surface)
      draw(time, on: surface)
      try add(surface, at: CInt((time * 1_000).rounded()), to: encoder)
      onProgress?(number + 1, times.count)
    }
    guard WebPAnimEncoderAdd(encoder, nil, CInt(end.rounded()), nil) != 0 else {
      throw .cannotEncode(reason: String(cString: WebPAnimEncoderGetError(encoder)))
    }
    var data = WebPData()
    WebPDataInit(&data)
    defer { WebPDataClear(&data) }
    guard WebPAnimEncoderAssemble(encoder, &data) != 0 else {
      throw .cannotEncode(reason: String(cString: WebPAnimEncoderGetError(encoder)))
    }
    guard let file = fopen(path, "wb") else { throw .cannotWrite(path: path) }
    let written = fwrite(data.bytes, 1, data.size, file)
    guard fclose(file) == 0, written == data.size else { throw .cannotWrite(path: path) }
  }

  private func clear(_ surface: OpaquePointer) {
    let cairo = cairo_create(surface)
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
    cairo_paint(cairo)
    cairo_destroy(cairo)
  }

  private func add(
    _ surface: OpaquePointer, at milliseconds: CInt, to encoder: OpaquePointer
  ) throws(SceneExportError) {
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw .cannotEncode(reason: "libwebp is of another version")
    }
    config.lossless = 1
    config.quality = 20
    config.method = 1
    config.exact = 0
    picture.use_argb = 1
    picture.width = CInt(size.width)
    picture.height = CInt(size.height)
    guard WebPPictureAlloc(&picture) != 0 else { throw .tooLarge }
    defer { WebPPictureFree(&picture) }
    cairo_surface_flush(surface)
    guard let pixels = cairo_image_surface_get_data(surface), let argb = picture.argb else {
      throw .tooLarge
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<size.height {
      let line = UnsafeRawPointer(pixels + row * stride)
      let target = argb + row * Int(picture.argb_stride)
      for column in 0..<size.width {
        target[column] = Self.straight(line.load(fromByteOffset: column * 4, as: UInt32.self))
      }
    }
    guard WebPAnimEncoderAdd(encoder, &picture, milliseconds, &config) != 0 else {
      throw .cannotEncode(reason: String(cString: WebPAnimEncoderGetError(encoder)))
    }
  }

  /// A pixel whose colours are not multiplied by its alpha, as WebP has them.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0, alpha < 255 else { return alpha == 0 ? 0 : pixel }
    func part(_ shift: UInt32) -> UInt32 {
      min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
    }
    return alpha << 24 | part(16) | part(8) | part(0)
  }
}

internal import CHikidashiGTK
internal import CHikidashiWebP
internal import Glibc
internal import HikidashiBase
public import HikidashiMotion
public import HikidashiWidgets

/// An error of exporting a scene.
public enum SceneExportError: Error, Equatable, Sendable {
  /// The scene has no end, so that there is no last picture.
  case endless
  /// The scene contains a widget, which cannot be drawn without a screen.
  case widget(id: String)
  /// The pictures are too many or too large.
  case tooLarge
  case cannotWrite(path: String)
  case cannotEncode(reason: String)
}

extension SceneExportError: CustomStringConvertible {
  /// The error as a sentence for the user.
  public var description: String {
    switch self {
    case .endless: tr("The scene never ends: say how many seconds of it to export.")
    case .widget(let id):
      tr("The part “{}” is a widget, which has no picture without a screen.", id)
    case .tooLarge: tr("The pictures are too many or too large: take fewer, or smaller ones.")
    case .cannotWrite(let path):
      tr("Cannot write the picture {}: check that its folder exists and can be written.", path)
    case .cannotEncode(let reason): tr("Cannot encode the pictures: {}.", reason)
    }
  }
}

/// An exporter that writes a scene to files: one picture, all pictures, an animation, or an
/// overview sheet.
///
/// It needs no screen, and the same scene gives the same bytes on the same machine.
///
/// ```swift
/// let exporter = try SceneExporter(scene, background: .white)
/// try exporter.writeSheet(to: "scene.png", count: 12)
/// try exporter.writeAnimation(to: "scene.webp", framesPerSecond: 30)
/// ```
@MainActor
public final class SceneExporter {
  /// The scene to export.
  public let scene: Scene
  /// The colour behind the scene; nil for a transparent background.
  public let background: Color?
  /// The scale of the pictures, relative to the size of the scene.
  public let scale: Double
  /// Called after each picture, with the number of finished pictures and of all pictures.
  public var onProgress: (@MainActor (_ done: Int, _ total: Int) -> Void)?
  private let painter: ScenePainter
  private var state = SceneState()

  /// Creates an exporter of a scene.
  ///
  /// - Parameters:
  ///   - scene: What there are to be pictures of.
  ///   - background: What lies behind it; nil lets it be seen through.
  ///   - scale: How many pixels of a picture one of the scene has; more than 0.
  ///   - pictures: Finds the pictures that the scene names; nil takes the names for files.
  /// - Throws: ``SceneExportError/widget(id:)``, ``SceneExportError/tooLarge``
  public init(
    _ scene: Scene, background: Color? = nil, scale: Double = 1,
    pictures: ((String) -> Picture?)? = nil
  ) throws(SceneExportError) {
    for part in scene.parts {
      if case .widget = part.content { throw .widget(id: part.id) }
    }
    guard scale > 0, max(scene.size.width, scene.size.height) * scale <= 16_384 else {
      throw .tooLarge
    }
    // What GTK does first where there is a screen: nodes have no types before. Asked for in vain, the
    // type would not be asked for at all, as C says that the answer is always the same.
    guard g_type_name(gsk_container_node_get_type()) != nil else { throw .tooLarge }
    self.scene = scene
    self.background = background
    self.scale = scale
    let contents = SceneContents(scene, pictures: pictures ?? { Picture(file: $0) })
    painter = ScenePainter(scene: scene, contents: contents, isPlane: true, scale: scale)
  }

  /// The size of a picture, in pixels.
  public var size: (width: Int, height: Int) {
    (
      Int((scene.size.width * scale).rounded(.up)), Int((scene.size.height * scale).rounded(.up))
    )
  }

  /// Writes the scene at a point in time as a PNG file.
  ///
  /// - Throws: ``SceneExportError/cannotWrite(path:)``
  public func writePicture(at time: Double, to path: String) throws(SceneExportError) {
    let surface = try makeSurface(size.width, size.height)
    defer { cairo_surface_destroy(surface) }
    draw(time, on: surface)
    try write(surface, to: path)
  }

  /// Writes all pictures of the scene as PNG files named `00000.png`, `00001.png` and so on.
  ///
  /// - Parameters:
  ///   - folder: Where; it must be there.
  ///   - framesPerSecond: More than 0.
  ///   - seconds: How much of the scene; nil for all of it.
  /// - Returns: How many were written.
  /// - Throws: ``SceneExportError``
  @discardableResult
  public func writePictures(
    to folder: String, framesPerSecond: Double, seconds: Double? = nil
  ) throws(SceneExportError) -> Int {
    let times = try times(framesPerSecond, seconds)
    for (number, time) in times.enumerated() {
      let digits = String(number)
      let name = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
      try writePicture(at: time, to: "\(folder)/\(name).png")
      onProgress?(number + 1, times.count)
    }
    return times.count
  }

  /// Writes a PNG file that shows the scene from beginning to end as pictures in rows.
  ///
  /// - Parameters:
  ///   - path: Of the file.
  ///   - count: How many; two or more.
  ///   - columns: How many stand in a row.
  ///   - seconds: How much of the scene; nil for all of it.
  /// - Throws: ``SceneExportError``
  public func writeSheet(
    to path: String, count: Int = 12, columns: Int = 4, seconds: Double? = nil
  ) throws(SceneExportError) {
    let length = try length(seconds)
    let count = min(max(2, count), 1_000)
    let columns = min(max(1, columns), count)
    let rows = (count + columns - 1) / columns
    let gap = 4
    let sheet = try makeSurface(
      columns * (size.width + gap) + gap, rows * (size.height + gap) + gap)
    defer { cairo_surface_destroy(sheet) }
    let cairo = cairo_create(sheet)
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgb(cairo, 0.5, 0.5, 0.5)
    cairo_paint(cairo)
    for number in 0..<count {
      let picture = try makeSurface(size.width, size.height)
      defer { cairo_surface_destroy(picture) }
      draw(length * Double(number) / Double(count - 1), on: picture)
      cairo_set_source_surface(
        cairo, picture, Double(number % columns * (size.width + gap) + gap),
        Double(number / columns * (size.height + gap) + gap))
      cairo_paint(cairo)
      onProgress?(number + 1, count)
    }
    try write(sheet, to: path)
  }

  /// The times of the pictures.
  func times(
    _ framesPerSecond: Double, _ seconds: Double?
  ) throws(SceneExportError) -> [Double] {
    let length = try length(seconds)
    let count = (length * framesPerSecond).rounded(.up) + 1
    guard framesPerSecond > 0, count <= 100_000 else { throw .tooLarge }
    return (0..<Int(count)).map { min(length, Double($0) / framesPerSecond) }
  }

  /// How much of the scene is meant; less than nothing is nothing.
  private func length(_ seconds: Double?) throws(SceneExportError) -> Double {
    let length = seconds ?? scene.duration
    guard length.isFinite else { throw .endless }
    return max(0, length)
  }

  /// A new surface, which lets everything be seen through.
  func makeSurface(_ width: Int, _ height: Int) throws(SceneExportError) -> OpaquePointer {
    guard width <= 32_767, height <= 32_767,
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, gint(width), gint(height))
    else { throw .tooLarge }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw .tooLarge
    }
    return surface
  }

  /// Draws what is shown at a time.
  func draw(_ time: Double, on surface: OpaquePointer) {
    let cairo = cairo_create(surface)
    defer { cairo_destroy(cairo) }
    if let background {
      cairo_set_source_rgba(
        cairo, background.red, background.green, background.blue, background.alpha)
      cairo_paint(cairo)
    }
    cairo_scale(cairo, scale, scale)
    cairo_rectangle(cairo, 0, 0, scene.size.width, scene.size.height)
    cairo_clip(cairo)
    scene.state(at: time, into: &state)
    guard let snapshot = gtk_snapshot_new() else { return }
    painter.paint(state, on: snapshot)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
    gsk_render_node_draw(node, cairo)
    gsk_render_node_unref(node)
  }

  private func write(
    _ surface: OpaquePointer, to path: String
  ) throws(SceneExportError) {
    guard cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS else {
      throw .cannotWrite(path: path)
    }
  }
}

// MARK: - Animation

extension SceneExporter {
  /// Writes the scene as an animated WebP file with lossless compression.
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

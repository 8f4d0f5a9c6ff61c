import CHikidashiGTK
import Foundation
import TestSupport
import XCTest

/// The pixels of a picture of a text.
struct PagePicture {
  private let pixels: [UInt8]
  private let width: Int

  init(_ file: URL) throws {
    let texture = try XCTUnwrap(gdk_texture_new_from_filename(file.path, nil))
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let width = Int(gdk_texture_get_width(texture))
    let height = Int(gdk_texture_get_height(texture))
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    gdk_texture_download(texture, &pixels, gsize(width * 4))
    (self.pixels, self.width) = (pixels, width)
  }

  /// How many pixels in lines of the picture are of letters, darker than half.
  func darkCount(inLines lines: Range<Int>) -> Int {
    (lines.lowerBound * width..<lines.upperBound * width).count { pixels[$0 * 4 + 1] < 128 }
  }

  /// The colour that most pixels have, and the least and the most light of any, of 255.
  var colours: (page: [UInt8], least: Int, most: Int) {
    var counts: [[UInt8]: Int] = [:]
    var (least, most) = (255, 0)
    for start in stride(from: 0, to: pixels.count, by: 4) {
      // In memory the bytes are blue, green, red and opacity.
      let colour = [pixels[start + 2], pixels[start + 1], pixels[start]]
      counts[colour, default: 0] += 1
      let light = colour.reduce(0) { $0 + Int($1) } / 3
      (least, most) = (min(least, light), max(most, light))
    }
    return (counts.max { $0.value < $1.value }?.key ?? [], least, most)
  }
}

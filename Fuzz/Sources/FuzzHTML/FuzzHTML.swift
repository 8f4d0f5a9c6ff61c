import HikidashiWidgets

/// Reads any bytes as HTML that somebody else has written.
///
/// Must hold: no trap; styles lie in the text; links lead to web pages and mail addresses; no picture is shown of
/// which the app has no file, and the app is asked for nothing but web addresses and files below the document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTML(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let html = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  let text = RichText(html: html) { source in
    let address = source.lowercased()
    let isWeb =
      address.utf8.starts(with: "http://".utf8) || address.utf8.starts(with: "https://".utf8)
    let isBelow =
      !address.utf8.contains(UInt8(ascii: ":")) && address.utf8.first != UInt8(ascii: "/")
    precondition(isWeb || isBelow, "asked for \(source)")
    return nil
  }
  let length = text.text.unicodeScalars.count
  for span in text.spans {
    precondition(!span.range.isEmpty && span.range.lowerBound >= 0, "a style of nothing")
    precondition(span.range.upperBound <= length, "a style beyond the text")
    switch span.kind {
    case .picture(let path): preconditionFailure("a picture \(path)")
    case .link(let target):
      let address = target.lowercased()
      // Bytes: an accent upon a sign makes it another one to Swift.
      let isOpened = ["http://", "https://", "mailto:"].contains {
        address.utf8.starts(with: $0.utf8)
      }
      precondition(isOpened, "a link \(target)")
    default: break
    }
  }
  for heading in text.headings { precondition(heading.range.upperBound <= length, "a heading") }
  return 0
}

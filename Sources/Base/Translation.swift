import CHikidashiCatalogues
import HikidashiLocalization

/// The toolkit's own messages (`po/`), which are built in, so that outside apps have them, too.
private let texts = Texts { language in
  var count = 0
  guard let start = hk_catalogue(language, &count) else { return nil }
  return [UInt8](UnsafeBufferPointer(start: start, count: count))
}

/// The message in the reader's language, with each `{}` replaced by the next argument.
///
/// Messages are literals without interpolation, so that `xgettext` finds them whole.
package func tr(_ message: String, _ arguments: any CustomStringConvertible...) -> String {
  texts.text(message, arguments)
}

/// Like ``tr(_:_:)``, with the plural form for `count`. The first `{}` is the first argument.
package func trn(
  _ singular: String, _ plural: String, _ count: Int,
  _ arguments: any CustomStringConvertible...
) -> String {
  texts.text(singular, plural, count, arguments)
}

/// The language in which the reader is told messages; nil where none is asked for.
package var messageLanguage: String? { ReaderLanguage.current.first }

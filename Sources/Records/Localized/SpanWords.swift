internal import CHikidashiICU
internal import FoundationEssentials
internal import HikidashiBase

/// ICU's words for spans of time in a language, which the formats of one kind share.
struct SpanWords: Sendable {
  private let native: Guarded<NativeSpans?>

  init(isShort: Bool, language: String?, timeZone: String?) {
    let key = SpansKey(locale: LocaleName.dates(language), isShort: isShort, zone: timeZone)
    native = opened.withLock { opened in
      if let found = opened[key] { return found }
      let made = Guarded(NativeSpans(key))
      opened[key] = made
      return made
    }
  }

  /// The text that `writing` writes; nil where it fails.
  func write(_ writing: Writing) -> String? {
    native.withLock { $0.flatMap { written(by: $0.own, writing) } }
  }

  /// The days from 1970-01-01 to the day of a date in the time zone.
  func day(of date: Date) -> Int {
    // As far as ICU's calendar goes.
    let milliseconds = min(max(date.timeIntervalSince1970 * 1000, -1e17), 1e17)
    return native.withLock { $0.map { Int(hk_spans_day($0.own, milliseconds)) } }
      ?? Int((milliseconds / 86_400_000).rounded(.down))
  }
}

/// The open formats by their options; an app has few. The dictionary is guarded.
private let opened = Guarded<[SpansKey: Guarded<NativeSpans?>]>([:])

private struct SpansKey: Hashable {
  let locale: String
  let isShort: Bool
  let zone: String?
}

/// ICU's formatters, for one thread at a time.
private final class NativeSpans {
  let own: OpaquePointer

  init?(_ key: SpansKey) {
    var error: Int32 = 0
    guard let own = hk_spans_open(key.locale, key.isShort, key.zone, &error) else { return nil }
    self.own = own
  }

  deinit { hk_spans_close(own) }
}

import HikidashiLocalization

/// Takes any bytes as a catalogue.
///
/// Must hold: no trap; what is well formed behind them is found all the same; a message that is not
/// translated stays as it is; every number has a text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalogue(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  // The first one ends whatever was left open.
  let end = """

    msgid "a"
    msgstr "b"

    msgid "known to be last"
    msgstr "{} was the last"
    """
  let texts = Texts(["xx": bytes + Array(end.utf8)], languages: ["yy", "xx"])
  precondition(texts.tr("known to be last", 1) == "1 was the last", "the last is not found")
  let unknown = "unknown" + String(repeating: "?", count: count)
  precondition(texts.tr(unknown) == unknown, "a message of nobody")
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  for line in lines.prefix(20) {
    let message = String(line.split(separator: "\"").dropFirst().first ?? line)
    for number in [Int.min, -1, 0, 1, 2, 5, 11, 100, Int.max] {
      let text = texts.trn(message, message + "s", number)
      precondition(!text.isEmpty || message.isEmpty, "no text")
    }
  }
  return 0
}

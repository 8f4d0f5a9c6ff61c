import RFCKit

/// Reads any bytes as a document.
///
/// Must hold: no trap; the same bytes come back; what is shown has as many scalars as the text; all
/// spans lie in the text, in order, and say the same in bytes and in scalars.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  let document = RFCDocument(bytes, number: 1)
  precondition(document.encoded() == bytes, "other bytes came back")
  let scalars = Array(document.text.unicodeScalars)
  precondition(document.displayText().unicodeScalars.count == scalars.count, "not one for one")

  let layout = document.layout()
  let text = Array(document.text.utf8)
  checkOrder(layout.lines.map(\.span))
  checkOrder(layout.headings.map(\.span))
  checkOrder(layout.references.map(\.span))
  checkOrder(layout.links.map(\.span))
  for span in layout.lines.map(\.span) + layout.headings.map(\.span)
    + layout.references.map(\.span) + layout.links.map(\.span) + layout.listed.map(\.span)
    + layout.sections.map(\.span) + document.requirements(layout).map(\.span)
    + document.abbreviations(layout).map(\.span)
  {
    let words = String(String.UnicodeScalarView(scalars[span.scalars]))
    precondition(Array(words.utf8) == Array(text[span.bytes]), "two places for one span")
  }
  precondition(layout.references.allSatisfy { 1...99_999 ~= $0.number }, "no number of an RFC")
  precondition(layout.sections.map(\.heading) == layout.headings, "other sections than headings")
  for pair in RFCDifference(from: document, to: document).pairs {
    precondition(pair.old == pair.new && pair.changes.isEmpty, "it differs from itself")
  }
  precondition(layout.headings.allSatisfy { !$0.title.isEmpty && $0.level > 0 }, "no heading")
  return 0
}

private func checkOrder(_ spans: [TextSpan]) {
  for (span, next) in zip(spans, spans.dropFirst()) {
    precondition(span.bytes.upperBound <= next.bytes.lowerBound, "spans overlap")
    precondition(span.scalars.upperBound <= next.scalars.lowerBound, "spans overlap")
  }
}

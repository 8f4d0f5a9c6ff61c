import RFCKit
import Testing

/// What a person types for the number of an RFC.
struct EntryNumberTests {
  @Test(arguments: [
    ("791", 791), ("RFC 791", 791), ("rfc791", 791), (" 0791 ", 791), ("０７９１", 791), ("0", 0),
  ]) func numbers(text: String, number: Int) { #expect(RFCEntry.number(text) == number) }

  @Test(arguments: [
    "", "rfc", "tls 1.3", "http2", "1 3", "rfc 1 3", "-1", "1.5", "123456", "½", "ipv6 address",
    "一", "1e3",
  ]) func others(text: String) { #expect(RFCEntry.number(text) == nil) }
}

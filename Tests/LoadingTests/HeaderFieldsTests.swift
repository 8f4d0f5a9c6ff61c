import HikidashiLoading
import Testing

struct HeaderFieldsTests {
  @Test func namesMatchInAnyCase() {
    var fields: HeaderFields = ["Accept": "text/plain", "X": "1"]
    fields.append("x", "2")
    #expect(fields["ACCEPT"] == "text/plain")
    #expect(fields.values("X") == ["1", "2"])
    fields["x"] = "3"
    #expect(fields.map(\.value) == ["text/plain", "3"])
    fields["accept"] = nil
    #expect(fields.count == 1)
  }

  @Test func nothingIsThereOfAnotherName() {
    #expect(HeaderFields()["Accept"] == nil)
    #expect(HeaderFields(dictionaryLiteral: ("Acceptance", "1"))["Accept"] == nil)
  }
}

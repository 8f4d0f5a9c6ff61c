import Foundation
import HikidashiCommands
import Testing

@Suite struct JSONValueTests {
  @Test func keysKeepTheirOrder() {
    let value = JSONValue.object([
      ("b", .number(1)), ("a", .array([.null, true ? .boolean(true) : .null, "x"])),
      ("c", JSONValue(nil as String?)), ("d", JSONValue(nil as Int?)), ("e", .object([])),
    ])
    #expect(value.text == #"{"b":1,"a":[null,true,"x"],"c":null,"d":null,"e":{}}"#)
  }

  @Test func othersReadIt() throws {
    let text = "\"\\/\u{0}\u{1F}\n\r\t\u{7F}\u{9F}é猫😀\u{2028}"
    let json = JSONValue.object([
      ("text", .string(text)), ("flag", .boolean(false)), ("list", .array([.null, .number(-3)])),
    ])
    let read = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
    #expect(read?["text"] as? String == text)
    #expect(read?["flag"] as? Bool == false)
    #expect((read?["list"] as? [Any])?.count == 2)
    // A terminal obeys none of it, and it is one line.
    #expect(json.text == json.text.withoutControls)
  }
}

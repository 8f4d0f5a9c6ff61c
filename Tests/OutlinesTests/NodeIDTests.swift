import Foundation
import HikidashiOutlines
import Testing

@Suite struct NodeIDTests {
  @Test func derivedIDsAreTheSameAtEveryLaunch() {
    // Saved states hold these numbers: a change here loses them.
    #expect(NodeID(path: []) == 7_523_662_752_898_970_472)
    #expect(NodeID(path: ["ほ乳類", "犬"]) == 4_813_968_397_429_481_518)
    #expect(NodeID(path: ["a text that is longer than eight bytes"]) == 2_454_411_286_293_589_583)
  }

  @Test func derivedIDsDependOnEveryTextAndItsPlace() {
    let paths = [
      [], [""], ["", ""], ["a"], ["a", ""], ["a", "b"], ["b", "a"], ["ab"], ["a\0"], ["12345678"],
      ["123456789"], ["12345678", "9"],
    ]
    #expect(Set(paths.map { NodeID(path: $0) }).count == paths.count)
  }

  @Test func textOutsideOfSwiftsOwnStorageGetsTheSameID() {
    let foreign = NSString(string: "ジャンクロードバンダム") as String
    #expect(NodeID(path: [foreign]) == NodeID(path: ["ジャンクロードバンダム"]))
  }

  @Test func jsonIsAStringOfDigits() throws {
    let ids: [NodeID] = [0, 42, 18_446_744_073_709_551_615]
    let json = try JSONEncoder().encode(ids)
    #expect(String(decoding: json, as: UTF8.self) == #"["0","42","18446744073709551615"]"#)
    #expect(try JSONDecoder().decode([NodeID].self, from: json) == ids)
  }

  @Test func plainNumbersAreReadToo() throws {
    #expect(try JSONDecoder().decode([NodeID].self, from: Data("[7]".utf8)) == [7])
  }

  @Test(arguments: [
    #"["x"]"#, #"["-1"]"#, #"["18446744073709551616"]"#, "[-1]", "[true]", "[null]",
  ])
  func otherJSONIsRefused(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([NodeID].self, from: Data(json.utf8))
    }
  }

  @Test func aWrongTextIsNamed() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([NodeID].self, from: Data(#"["dog"]"#.utf8))
    }
    #expect("\(error as Any)".contains(#""dog" is no node id; write a whole number"#))
  }
}

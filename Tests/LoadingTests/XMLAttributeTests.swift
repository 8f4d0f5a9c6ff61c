import HikidashiLoading
import Testing

/// The attributes that a visitor of XML is given.
struct XMLAttributeTests {
  private final class Visitor: XMLVisitor {
    var found: [String] = []

    func enter(_ name: String) { found.append("never") }

    func enter(_ name: String, _ attributes: XMLElementAttributes) {
      found.append("\(name) \(attributes["a"] ?? "-") \(attributes["b"] ?? "-")")
    }

    func take(_ text: UnsafeBufferPointer<UInt8>) {}
    func leave(_ name: String) {}
  }

  @Test func attributesAreReadWithTheirEntities() throws {
    let visitor = Visitor()
    let text = "<x a='1 &amp; 2' b='&lt;&quot;&#233;'><y xmlns:n='u' n:a='n'/><z b=''/></x>"
    try XMLReader.read(Array(text.utf8), visitor)
    #expect(visitor.found == ["x 1 & 2 <\"é", "y n -", "z - "])
  }

  @Test func entitiesOfTheDocumentAreNotExpanded() throws {
    let visitor = Visitor()
    let text = "<!DOCTYPE x [<!ENTITY e 'boom'>]><x a='&e;'/>"
    try? XMLReader.read(Array(text.utf8), visitor)
    #expect(!visitor.found.contains { $0.contains("boom") })
  }
}

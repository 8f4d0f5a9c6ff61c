import Foundation
import RFCKit
import TestSupport
import Testing

@Suite struct DetailsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private var details: [Int: RFCDetails] { RFCLibrary.kept(in: folder.url.path).details() }

  private static let xml = """
    <?xml version='1.0' encoding='utf-8'?>
    <rfc-index xmlns="https://www.rfc-editor.org/rfc-index">
      <bcp-entry><doc-id>BCP14</doc-id><is-also><doc-id>RFC2119</doc-id></is-also></bcp-entry>
      <rfc-entry>
        <doc-id>RFC0009</doc-id><title>A &amp; B</title>
        <author><name>A. Décimo</name></author>
        <keywords><kw>IP&#x50;M</kw><kw> two
          words </kw></keywords>
        <abstract><p>First  one.</p><p>Second &lt;one&gt;.</p></abstract>
        <updates><doc-id>RFC8762</doc-id></updates>
        <stream>IETF</stream><area>rtg</area><wg_acronym>babel</wg_acronym>
      </rfc-entry>
      <rfc-entry>
        <doc-id>RFC10001</doc-id><stream>INDEPENDENT</stream>
        <wg_acronym>NON WORKING GROUP</wg_acronym>
      </rfc-entry>
    """

  @Test func theIndexInXMLIsRead() throws {
    try folder.write(Self.xml + "</rfc-index>", to: "rfc-index.xml")
    #expect(
      details == [
        9: RFCDetails(
          stream: "IETF", area: "rtg", workingGroup: "babel", keywords: ["IPPM", "two words"],
          abstract: "First one.\n\nSecond <one>."),
        10_001: RFCDetails(stream: "INDEPENDENT"),
      ])
  }

  @Test(arguments: [
    "", "no XML", "<a>",
    "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
  ])
  func whatIsNoIndexIsNothing(text: String) throws {
    try folder.write(text, to: "rfc-index.xml")
    #expect(details.isEmpty)
  }

  @Test func ofADamagedOneTheBeginningIsRead() throws {
    try folder.write(Self.xml + "<rfc-entry><doc-id>RFC3</doc-id><stream>IE", to: "rfc-index.xml")
    #expect(details.keys.sorted() == [9, 10_001])
  }

  @Test func theFilesOfEachAreReadWhereThereIsNoIndex() throws {
    try folder.write(
      """
      {"doc_id":"RFC9000","source":"quic","keywords":["transport"," two  words",null,""],
       "abstract":"<p>Defines the core.</p> <p>More.</p>"}
      """, to: "rfc9000.json")
    try folder.write(#"{"doc_id":"RFC1","source":"Legacy","keywords":null}"#, to: "rfc1.json")
    try folder.write("broken", to: "rfc2.json")
    try folder.write("text", to: "rfc3.txt")
    #expect(
      details == [
        9_000: RFCDetails(
          workingGroup: "quic", keywords: ["transport", "two words"],
          abstract: "Defines the core. More."),
        1: RFCDetails(),
      ])
    #expect(RFCLibrary.kept(in: folder.url.path).documentNumbers() == [3])
    #expect(RFCLibrary.builtIn.details().isEmpty && RFCLibrary.builtIn.documentNumbers().isEmpty)
  }

  @Test(.needsSharedData)
  func theSampleOfTheRealIndexIsRead() throws {
    try folder.write(try RealData().text("index/rfc-index-sample.xml"), to: "rfc-index.xml")
    let details = details
    #expect(details[8968]?.workingGroup == "babel" && details[8968]?.area == "rtg")
    #expect(details[8972]?.keywords == ["IPPM", "Performance Measurement"])
    #expect(details[8972]?.abstract.hasPrefix("This document describes optional") == true)
  }
}

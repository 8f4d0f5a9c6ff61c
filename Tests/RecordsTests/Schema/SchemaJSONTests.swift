import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct SchemaJSONTests {
  private func full() throws -> Schema {
    let yomi = Field<String?>("yomi")
    return try Schema(
      Field<Int>("id", title: "Number", default: 5, rules: [.range(0...9), .oneOf([5, 6])]),
      Field<Double>(
        "rate", default: .infinity, format: .percent(decimals: 1), rules: [.range(0.5...)]),
      Field<Bool?>("passed", default: true),
      Field<String>(
        "name", default: "a\"b\n", reading: yomi, rules: [.length(1...80), .range("a"..."z")]),
      yomi,
      Field<String>("code", format: .paragraphs, collation: .binary, rules: [.length(0 ... .max)]),
      Field<String>("file", collation: .localized(locale: "ja", numbers: .byValue)),
      Field<Date>("made", default: Date(timeIntervalSinceReferenceDate: 0.1), format: .day),
      Field<Data>("bytes", default: Data([1, 2, 255]), format: .bytes),
      Field<[String]>("tags", default: ["x"], format: .decimals(2)),
      Field<Int>("even", rules: [.check("must be even") { $0.isMultiple(of: 2) }]),
      version: 7)
  }

  @Test func everythingThatIsDataComesBack() throws {
    let schema = try full()
    let text = schema.json
    let back = try Schema(json: text)
    #expect(back.json == text)
    #expect(back.version == 7)
    for (field, read) in zip(schema.fields, back.fields) {
      #expect(read.name == field.name)
      #expect(read.title == field.title)
      #expect(read.type == field.type)
      #expect(read.isOptional == field.isOptional)
      #expect(read.defaultValue == field.defaultValue)
      #expect(read.format == field.format)
      #expect(read.reading == field.reading)
      #expect(field.type != .string || read.collation == field.collation)
    }
    #expect(back["id"]?.complaint(about: 10) != nil)
    #expect(back["id"]?.complaint(about: 6) == nil)
    #expect(back["even"]?.complaint(about: 5) == nil, "closures are not written")
    #expect(back["tags"]?.complaint(about: .json("[")) != nil)
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  @Test func rulesAndFormatsThatCannotBeAreRefused() {
    for bounds in [#"["NaN", 5]"#, #"[null, "NaN"]"#] {
      #expect(throws: SchemaError.self) {
        try Schema(
          json: #"{"fields":[{"name":"a","type":"double","rules":[{"range":\#(bounds)}]}]}"#)
      }
    }
    #expect(throws: SchemaError.self) { try Schema(Field<Double>("a", format: .decimals(-1))) }
    #expect(throws: SchemaError.self) {
      try Schema(Field<Double>("a", format: .percent(decimals: 21)))
    }
  }

  @Test func theJSONIsReadable() throws {
    let schema = try Schema(
      Field<String>("name", rules: [.length(1...80)]),
      Field<Double>("rate", title: "Rate", default: 0))
    #expect(
      schema.json == """
        {
          "version": 1,
          "fields": [
            { "name": "name", "type": "string", "rules": [{ "length": [1, 80] }] },
            { "name": "rate", "title": "Rate", "type": "double", "default": 0.0 }
          ]
        }

        """)
  }

  private func place(_ json: String) -> String? {
    do throws(SchemaError) {
      _ = try Schema(json: json)
    } catch {
      if case .badJSON(let place, _) = error { return place }
      return "\(error)"
    }
    return nil
  }

  private func inField(_ members: String) -> String {
    "{\"fields\":[{\"name\":\"a\",\"type\":\"string\"},{\"name\":\"b\",\(members)}]}"
  }

  @Test(arguments: [
    ("", "line 1, character 1"), ("{\n \"fields\": [},", "line 2, character 13"),
    ("[]", "the beginning"), ("{}", "the beginning"), ("{\"fields\":{}}", "fields"),
    ("{\"size\":1,\"fields\":[]}", "size"), ("{\"version\":1.5,\"fields\":[]}", "version"),
    ("{\"fields\":[5]}", "fields[0]"), ("{\"fields\":[{\"name\":\"a\"}]}", "fields[0]"),
    ("{\"fields\":[],\"fields\":[]}", "fields"),
  ])
  func theShapeIsChecked(_ json: String, _ expected: String) {
    #expect(place(json) == expected)
  }

  @Test(arguments: [
    ("\"type\":\"text\"", "fields[1].type"), ("\"type\":5", "fields[1].type"),
    ("\"type\":\"integer\",\"default\":\"x\"", "fields[1].default"),
    ("\"type\":\"integer\",\"default\":9223372036854775808", "fields[1].default"),
    ("\"type\":\"double\",\"default\":\"x\"", "fields[1].default"),
    ("\"type\":\"date\",\"default\":\"today\"", "fields[1].default"),
    ("\"type\":\"data\",\"default\":\"*\"", "fields[1].default"),
    ("\"type\":\"string\",\"titel\":\"x\"", "fields[1].titel"),
    ("\"type\":\"string\",\"format\":\"big\"", "fields[1].format"),
    ("\"type\":\"string\",\"format\":{\"decimals\":99}", "fields[1].format.decimals"),
    ("\"type\":\"string\",\"format\":{}", "fields[1].format"),
    ("\"type\":\"string\",\"collation\":\"ascii\"", "fields[1].collation"),
    ("\"type\":\"string\",\"collation\":{\"lang\":\"ja\"}", "fields[1].collation"),
    ("\"type\":\"integer\",\"collation\":\"binary\"", "fields[1].collation"),
    ("\"type\":\"integer\",\"reading\":\"a\"", "fields[1].reading"),
    ("\"type\":\"string\",\"rules\":[{\"length\":[1]}]", "fields[1].rules[0].length"),
    ("\"type\":\"integer\",\"rules\":[{\"range\":[1,\"2\"]}]", "fields[1].rules[0].range[1]"),
    ("\"type\":\"integer\",\"rules\":[{\"length\":[1,2]}]", "fields[1].rules[0].length"),
    ("\"type\":\"boolean\",\"rules\":[{\"range\":[null,true]}]", "fields[1].rules[0].range"),
    ("\"type\":\"integer\",\"rules\":[{\"oneOf\":[1,null,\"a\"]}]", "fields[1].rules[0].oneOf[2]"),
    ("\"type\":\"integer\",\"rules\":[{\"range\":[1,2],\"oneOf\":[]}]", "fields[1].rules[0]"),
    ("\"type\":\"integer\",\"rules\":[{\"even\":true}]", "fields[1].rules[0].even"),
    ("\"type\":\"string\",\"optional\":\"yes\"", "fields[1].optional"),
  ])
  func theFieldsAreChecked(_ members: String, _ expected: String) {
    #expect(place(inField(members)) == expected)
  }

  @Test func whatTheSchemaItselfRefusesIsToldAsEver() {
    #expect(throws: SchemaError.duplicateName("A")) {
      try Schema(
        json:
          "{\"fields\":[{\"name\":\"a\",\"type\":\"string\"},{\"name\":\"A\",\"type\":\"data\"}]}")
    }
    #expect(throws: SchemaError.badVersion(0)) {
      try Schema(json: "{\"version\":0,\"fields\":[{\"name\":\"a\",\"type\":\"string\"}]}")
    }
  }
}

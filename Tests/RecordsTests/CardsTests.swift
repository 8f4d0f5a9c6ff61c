import HikidashiRecords
import Testing

@Test func cardsAreTypedSortedAndSearched() throws {
  let reading = Field<String>("reading")
  let name = Field<String>("name", collation: .localized(locale: "ja"), reading: reading)
  let rate = Field<Double>("rate", default: 3, rules: [.range(0...5)])
  let passed = Field<Bool>("passed", default: false)

  var cards = try RecordTable(Schema(name, reading, rate, passed))
  let yamada = try cards.append {
    $0[name] = "山田"
    $0[reading] = "やまだ"
    $0[rate] = 4.5
  }
  try cards.append(columns: [
    name.column(["佐藤", "ＴＡＮＡＫＡ", "田中"]),
    reading.column(["さとう", "たなか", "タナカ"]),
    passed.column([true, false, true]),
  ])

  #expect(cards[yamada, name] == "山田")  // a String, without a cast
  #expect(cards.sorted(by: name).map { cards[$0, name] } == ["佐藤", "ＴＡＮＡＫＡ", "田中", "山田"])
  #expect(cards.search(rate >= 4 && !passed).numbers == [yamada])
  #expect(cards.search(name == "tanaka").count == 1)  // case and width do not count
  #expect(cards.mean(rate) == 3.375)

  let before = cards  // a snapshot, in constant time
  try cards.update(yamada) { $0[passed] = true }
  #expect(cards.changes(since: before).updated(passed).numbers == [yamada])

  let typed = try Query(parsing: "rate:3.. -passed:no", schema: cards.schema)
  #expect(cards.search(typed).count == 3)
  #expect(try cards.text(as: .csv).hasPrefix("name,reading,rate,passed\r\n山田,やまだ,4.5,true\r\n"))
}

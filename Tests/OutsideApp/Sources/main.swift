import Hikidashi
import HikidashiWidgetTesting

let title = Field<String>("title")
let year = Field<Int>("year")

func books() throws -> RecordTable {
  var books = try RecordTable(Schema(title, year))
  for (name, published) in [("Kokoro", 1914), ("Botchan", 1906)] {
    try books.append {
      $0[title] = name
      $0[year] = published
    }
  }
  return books
}

// Prints what its window says: in the reader's language, the toolkit's words as well as its own.
let app = App(id: "io.github.hikidashi.Bookshelf") {
  let books = try books()
  let age = DurationFormat(units: 1).text(.seconds(7_200))
  Window(tr("Bookshelf"), width: 640, height: 480) {
    RecordsView(books)
    Label(trn("{} book, for {}", "{} books, for {}", books.count, books.count, age))
  }
}
app.ready = { if let window = app.windows.first { print(Stage(window).dump()) } }
app.run()

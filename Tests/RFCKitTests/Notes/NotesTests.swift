import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import RFCKit

/// Bookmarks, highlights and notes in their store.
struct NotesTests {
  private let folder: ScratchFolder
  private var place: StoreDestination {
    .sqlite(folder.url.appendingPathComponent("far/notes.db").path, table: "rfc_notes")
  }

  init() throws { folder = try ScratchFolder() }

  private let note = RFCNote(
    .highlight, number: 9110, section: "9.3.1", place: 100..<120, quote: "the GET method",
    color: .green, words: "Ask\nAnn", tags: ["http", "to do"], author: "ann",
    created: Date(timeIntervalSinceReferenceDate: 800_000_000))

  @Test func whatIsKeptIsThereAgain() async throws {
    let notes = try await RFCNotes.open(at: place)
    let number = try await notes.add(note)
    #expect(notes[number] == note)
    notes.records.close()
    let again = try RFCNotes(at: place)
    #expect(again.select().map(\.1) == [note])
    #expect(again.select().first?.0 == number)
  }

  @Test func changesAreTakenBackAndMadeAgain() async throws {
    let notes = try await RFCNotes.open(at: place)
    let number = try await notes.add(note)
    var other = note
    other.words = "Done"
    let later = Date(timeIntervalSinceReferenceDate: 800_000_500)
    try await notes.replace(number, with: other, at: later)
    #expect(notes[number]?.words == "Done")
    #expect(notes[number]?.changed == later)
    #expect(notes[number]?.created == note.created)
    try await notes.records.undo()
    #expect(notes[number] == note)
    #expect(try await notes.remove([number, RecordNumber(77)]) == 1)
    #expect(notes[number] == nil)
    try await notes.records.undo()
    #expect(notes[number] == note)
    await #expect(throws: (any Error).self) {
      try await notes.replace(RecordNumber(77), with: note)
    }
  }

  @Test func theyAreChosenByWhatOneAsks() async throws {
    let notes = try await RFCNotes.open(at: .memory)
    try await notes.add(RFCNote(.bookmark, number: 793, section: "3.1", place: 9..<12))
    try await notes.add(note)
    try await notes.add(RFCNote(.bookmark, number: 9110, place: 3..<4, tags: ["HTTP"]))
    func chosen(_ selection: NoteSelection) -> [String] {
      notes.select(selection).map { "\($0.1.number) \($0.1.kind.rawValue)" }
    }
    #expect(chosen(NoteSelection()) == ["793 bookmark", "9110 bookmark", "9110 highlight"])
    #expect(chosen(NoteSelection(number: 9110, kind: .bookmark)) == ["9110 bookmark"])
    #expect(chosen(NoteSelection(tag: "http")) == ["9110 bookmark", "9110 highlight"])
    #expect(chosen(NoteSelection(words: ["get", "ANN"])) == ["9110 highlight"])
    #expect(chosen(NoteSelection(words: ["get", "nobody"])) == [])
    #expect(notes.bookmarked == [793, 9110])
  }

  /// A table view knows nothing of dates and authors: they come by themselves.
  @Test func editsOfATableAreDatedAndSigned() async throws {
    let notes = try await RFCNotes.open(at: .memory)
    let records = NoteRecords(notes.records, author: "bob")
    let before = Date()
    try await records.change("Add") { table in
      try table.append { draft in
        draft[NoteFields.kind] = .note
        draft[NoteFields.number] = 8446
      }
    }
    let (number, made) = try #require(notes.select().first)
    #expect(made.author == "bob")
    #expect(made.created >= before && made.changed == made.created)
    try await records.change("Change") { table in
      try table.update(number) { $0[NoteFields.words] = "Late" }
    }
    let changed = try #require(notes[number])
    #expect(changed.changed >= made.changed && changed.created == made.created)
    #expect(changed.author == "bob")
    #expect(try await records.undo())
    #expect(notes[number] == made)
  }

  /// A store of a later version of the app, or of an earlier one, keeps what it has.
  @Test func anEarlierStoreGetsTheNewFields() async throws {
    let fields: [any FieldHandle] = [
      NoteFields.kind, NoteFields.number, NoteFields.section, NoteFields.start, NoteFields.end,
      NoteFields.quote, NoteFields.words, NoteFields.created, NoteFields.changed,
    ]
    let schema = try Schema(fields: fields.map(\.definition))
    let old = try await RecordStore.open(schema, at: place)
    try await old.edit("Add") { table in
      try table.append { draft in
        draft[NoteFields.kind] = .bookmark
        draft[NoteFields.number] = 791
      }
    }
    old.close()
    let notes = try RFCNotes(at: place)
    #expect(notes.select().map(\.1.number) == [791])
    #expect(notes.select().first?.1.tags == [])
  }

  @Test func namesOfPlacesAndTagsAreReadAsPeopleWriteThem() {
    #expect(RFCNote(.note, number: 9110, section: "9.3.1").address == "RFC 9110, Section 9.3.1")
    #expect(RFCNote(.note, number: 9110, section: "A.1").address == "RFC 9110, Appendix A.1")
    #expect(RFCNote(.note, number: 9110, section: "Appendix B").address == "RFC 9110, Appendix B")
    #expect(RFCNote(.note, number: 9110).address == "RFC 9110")
    #expect(RFCNote.tags(" a , b  c、d,a,, ") == ["a", "b c", "d"])
  }

  @Test func damageIsSaidAndNothingIsTouched() throws {
    let path = folder.url.appendingPathComponent("notes.db").path
    try folder.write(String(repeating: "this is no database\n", count: 100), to: "notes.db")
    #expect(throws: StoreError.self) { try RFCNotes(at: .sqlite(path, table: "rfc_notes")) }
    #expect(folder.read("notes.db")?.hasPrefix("this is no database") == true)
  }
}

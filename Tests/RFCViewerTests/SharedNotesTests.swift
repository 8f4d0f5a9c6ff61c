import Foundation
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// Notes that a team shares through a database.
@MainActor
struct SharedNotesTests {
  /// One line of the settings: what one person marks the other sees, and what the other removes is gone.
  @Test(.needsPostgres)
  func whatOneMarksTheOtherSees() async throws {
    let server = try PostgresServer.shared.get()
    let url = server.url(try server.makeDatabase())
    let (ann, bob) = (
      NoteKeeper(at: NotesPlace.destination(url)), NoteKeeper(at: NotesPlace.destination(url))
    )
    let (hers, his) = (try #require(await ann.open()), try #require(await bob.open()))
    let number = try await hers.add(
      RFCNote(.bookmark, number: 9110, section: "4.2", tags: ["読む"], author: "ann"))
    try await eventually("the bookmark of the other") { bob.bookmarks.contains(9110) }
    #expect(his[number]?.author == "ann")
    #expect(his[number]?.tags == ["読む"])
    try await his.remove([number])
    try await eventually("the end of the bookmark") { !ann.bookmarks.contains(9110) }
  }

  /// Two windows, or a window and a command, on one file.
  @Test func whatACommandAddsAWindowShows() async throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("notes.db").path
    let keeper = NoteKeeper(at: NotesPlace.destination(path))
    _ = try #require(await keeper.open())
    let other = try RFCNotes(at: try #require(NotesPlace.destination(path)))
    try await other.add(RFCNote(.bookmark, number: 793))
    try await eventually("the bookmark") { keeper.bookmarks.contains(793) }
  }

  @Test func whatCannotBeOpenedIsSaidAndTriedAgain() async throws {
    let folder = try ScratchFolder()
    try folder.write("no database, but a text of some length\n", to: "notes.db")
    let path = folder.url.appendingPathComponent("notes.db").path
    let keeper = NoteKeeper(at: NotesPlace.destination(path))
    #expect(await keeper.open() == nil)
    #expect(keeper.problem?.contains("notes.db") == true)
    try FileManager.default.removeItem(atPath: path)
    #expect(await keeper.open() != nil)
    #expect(keeper.problem == nil)
    #expect(await NoteKeeper(at: nil).open() == nil)
  }

  @Test(arguments: [
    ("", true), ("/home/ann/notes.db", true), ("~/notes.db", true), ("notes.db", false),
    ("postgresql://ann@db.example.org/office", true), ("/home/ann/", false),
    ("https://example.org", false),
  ])
  func aPlaceIsAFileOrADatabase(address: String, isPlace: Bool) {
    #expect(NotesPlace.isPlace(address) == isPlace)
  }
}

internal import Hikidashi
internal import Observation
internal import RFCKit

/// The bookmarks, highlights and notes of the document that is read: shown in its text, made, changed and
/// removed there.
@Observable @MainActor
final class ReaderNotes {
  let keeper: NoteKeeper
  /// Those of the document that is shown.
  private(set) var placed = PlacedNotes()
  /// The number of the document; nil while none is shown.
  private(set) var number: Int?
  /// The colour of the next highlight.
  private(set) var color: RFCNote.Color = .yellow
  @ObservationIgnored weak var window: Window?
  @ObservationIgnored private let pane: DocumentPane
  /// Finds the words of notes in the document, once there are any.
  @ObservationIgnored private var finder: Task<QuoteFinder, Never>?
  @ObservationIgnored private var document: (document: RFCDocument, layout: RFCLayout)?
  @ObservationIgnored private var beginning: Task<Void, Never>?
  @ObservationIgnored private let placing = LatestTask()
  @ObservationIgnored private let deeds = SerialTask()
  @ObservationIgnored private let showing = LatestTask()

  init(_ keeper: NoteKeeper, _ pane: DocumentPane) {
    self.keeper = keeper
    self.pane = pane
    pane.onShow = { [weak self] in self?.take($0, $1, number: $2) }
    keeper.onChange(of: self) { $0.place() }
  }

  /// Opens the notes behind the first frame, which must not wait for them.
  func begin() {
    beginning = Task {
      await window?.drawn()
      if await keeper.open() == nil { tellProblem() }
    }
  }

  private func take(_ document: RFCDocument, _ layout: RFCLayout, number: Int) {
    self.document = (document, layout)
    // A file that is named for no RFC has no number by which it would be known again.
    self.number = number < 0 ? nil : number
    finder?.cancel()
    finder = nil
    placed = PlacedNotes()
    place()
  }

  /// Finds words in the text, off the main thread.
  private func wordFinder() async -> QuoteFinder? {
    if let finder { return await finder.value }
    guard let document else { return nil }
    let made = Task.detached(priority: .userInitiated) {
      QuoteFinder(document.document, document.layout)
    }
    finder = made
    return await made.value
  }

  /// Puts the notes where they belong in the text.
  private func place() {
    placing.cancel()
    guard let number, let notes = keeper.notes?.select(NoteSelection(number: number)) else {
      return
    }
    guard !notes.isEmpty else {
      placed = PlacedNotes()
      pane.marks = []
      return
    }
    placing.run { [weak self] () -> PlacedNotes? in
      guard let finder = await self?.wordFinder() else { return nil }
      return await offMainThread { PlacedNotes(notes, in: finder) }
    } then: { [weak self] in
      guard let self, let found = $0, self.number == number else { return }
      placed = found
      pane.marks = found.marks
    }
  }

  /// Waits until everything that was asked for is kept and shown.
  func settled() async {
    await beginning?.value
    await keeper.settled()
    await deeds.settled()
    await showing.settled()
    await placing.settled()
  }
}

// MARK: - Where

extension ReaderNotes {
  /// What is selected; else the line of the cursor where a person has put it into view, or the first in view.
  var here: Range<Int> { pane.selection ?? pane.line(at: pane.readingPlace) }

  /// The note that a person means by a place: the shortest one there.
  func note(at range: Range<Int>) -> PlacedNotes.Placed? {
    placed.touching(range).min { ($0.range.count, $1.number) < ($1.range.count, $0.number) }
  }

  /// Whether a line has a bookmark.
  func hasBookmark(at range: Range<Int>) -> Bool { !placed.touching(range, .bookmark).isEmpty }
}

// MARK: - Deeds

extension ReaderNotes {
  /// Does something with the notes, one thing after the other; says why where it cannot be done.
  private func perform(
    _ title: String, _ work: @escaping @MainActor (RFCNotes) async throws -> Void
  ) {
    deeds.run { [self] in
      guard let notes = await keeper.open() else { return tellProblem() }
      do { try await work(notes) } catch {
        window?.show(Alert(title, message: "\(error)".asSentence))
      }
    }
  }

  /// Says why the notes cannot be opened, and offers to try again.
  func tellProblem() {
    guard let problem = keeper.problem else { return }
    var banner = Banner(
      tr("Bookmarks and notes cannot be opened"), details: problem.asSentence,
      button: tr("Try Again")
    ) { [weak self] in
      Task { if await self?.keeper.open() == nil { self?.tellProblem() } }
    }
    banner.options.key = "notes"
    banner.options.duplicates = .replaced
    window?.show(banner)
  }

  private func make(
    _ kind: RFCNote.Kind, at range: Range<Int>, color: RFCNote.Color? = nil, words: String = ""
  ) async -> RFCNote? {
    guard let number, let finder = await wordFinder() else { return nil }
    return RFCNote(
      kind, number: number, section: finder.section(at: range.lowerBound), place: range,
      quote: finder.quote(of: range), color: color, words: words, author: NotesPlace.author)
  }

  /// Sets a bookmark at a place, or takes away the one that is there.
  func toggleBookmark(at range: Range<Int>? = nil) {
    let line = pane.line(at: (range ?? here).lowerBound)
    let old = placed.touching(line, .bookmark)
    guard old.isEmpty else { return remove(old) }
    perform(tr("The bookmark couldn’t be saved")) { notes in
      guard let note = await self.make(.bookmark, at: line) else { return }
      try await notes.add(note)
      self.offerUndo(tr("Bookmark added"))
    }
  }

  /// Highlights what is selected; a highlight of just that stretch changes its colour.
  func highlight(_ color: RFCNote.Color) {
    self.color = color
    guard let range = pane.selection.map(pane.wholeWords) else {
      window?.show(Toast(tr("Select the words to highlight first.")))
      return
    }
    // A selection would cover the color.
    pane.clearSelection()
    let old = placed.touching(range, .highlight)
    perform(tr("The highlight couldn’t be saved")) { notes in
      if let same = old.first(where: { $0.range == range }) {
        var note = same.note
        note.color = color
        return try await notes.replace(same.number, with: note)
      }
      guard let note = await self.make(.highlight, at: range, color: color) else { return }
      try await notes.add(note)
    }
  }

  /// Gives a highlight another colour.
  func recolor(_ placed: PlacedNotes.Placed, _ color: RFCNote.Color) {
    self.color = color
    perform(tr("The highlight couldn’t be saved")) { notes in
      guard var note = notes[placed.number] else { return }
      note.color = color
      try await notes.replace(placed.number, with: note)
    }
  }

  /// Asks for words, and keeps them as a note at a place.
  func addNote(at range: Range<Int>? = nil) {
    let range = range ?? here
    perform(tr("The note couldn’t be saved")) { notes in
      guard let words = await self.askForWords(tr("Add a Note"), "") else { return }
      guard let note = await self.make(.note, at: range, words: words) else { return }
      try await notes.add(note)
      self.offerUndo(tr("Note added"))
    }
  }

  /// Asks for other words of a note, or for words of a highlight or a bookmark.
  func edit(_ placed: PlacedNotes.Placed?) {
    guard let placed else { return tellNothingThere() }
    perform(tr("The note couldn’t be saved")) { notes in
      guard var note = notes[placed.number],
        let words = await self.askForWords(tr("Edit the Note"), note.words)
      else { return }
      note.words = words
      try await notes.replace(placed.number, with: note)
      self.offerUndo(tr("Note changed"))
    }
  }

  private func askForWords(_ title: String, _ words: String) async -> String? {
    let prompt = Prompt(title, accept: tr("_Save")) {
      TextArea(
        tr("_Note"), value: words, lines: 5,
        rules: [.check(tr("must not be empty")) { $0.contains { !$0.isWhitespace } }])
    }
    return try? await window?.present(prompt)
  }

  func remove(_ removed: [PlacedNotes.Placed]) {
    guard !removed.isEmpty else { return tellNothingThere() }
    perform(tr("The note cannot be removed")) { notes in
      let count = try await notes.remove(removed.map(\.number))
      self.offerUndo(trn("{} note removed", "{} notes removed", count, count))
    }
  }

  private func tellNothingThere() {
    window?.show(Toast(tr("There is no bookmark, highlight or note here.")))
  }

  private func offerUndo(_ words: String) {
    window?.show(Toast.undo(words) { [weak self] in self?.undo() })
  }

  /// Whether there is something to be taken back.
  var canUndo: Bool { keeper.notes?.records.canUndo ?? false }
  var canRedo: Bool { keeper.notes?.records.canRedo ?? false }

  func undo() {
    perform(tr("The change cannot be taken back")) { notes in
      try await notes.records.undo()
    }
  }

  func redo() {
    perform(tr("The change cannot be made again")) { notes in
      try await notes.records.redo()
    }
  }
}

// MARK: - Places for menus and tables

extension ReaderNotes {
  /// Where the context menu was opened; nil beside the text.
  var menuPlace: Int? { pane.hasDocument ? pane.menuPlace : nil }

  var hasSelection: Bool { pane.selection != nil }

  /// The words of the line that has a place.
  func lineRange(at place: Int) -> Range<Int> { pane.line(at: place) }

  /// What a note at a place is about: what is selected, else the line.
  func noteRange(at place: Int) -> Range<Int> { pane.selection ?? pane.line(at: place) }

  /// Opens the document of a note where its words are.
  func show(_ note: RFCNote, _ id: RecordNumber, in reading: Reading) {
    reading.read(note.number)
    showing.run { [self] in
      await reading.settled()
      await placing.settled()
      guard number == note.number, let placed = placed.all.first(where: { $0.number == id }) else {
        return
      }
      reading.go(to: placed.range.lowerBound)
    }
  }
}

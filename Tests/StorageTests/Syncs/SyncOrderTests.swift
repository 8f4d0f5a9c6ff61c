import TestSupport
import Testing

/// The check of syncs itself, with logs that are written by hand.
@Suite struct SyncOrderTests {
  private static let saved: [FileEvent] = [
    .makeFolder("/d"), .sync(""), .makeFile("/d/new"), .write("/d/new", at: nil), .sync("/d/new"),
    .rename("/d/new", to: "/d/a"), .sync("/d"), .acknowledge("1"),
  ]

  private static let order = SyncOrder { $0 == "/d/new" ? .nothing : .durable }

  private func complaint(
    _ events: [FileEvent], _ order: SyncOrder = Self.order
  ) -> String? {
    SyncTrial(events, order).complaint?.description
  }

  @Test func aWholeSaveIsInOrder() {
    let trial = SyncTrial(Self.saved, Self.order)
    #expect(trial.complaint == nil)
    #expect(trial.neededCount == 3)
    #expect(trial.idle.isEmpty)
    #expect(trial.unnoticed.isEmpty)
    #expect(trial.acknowledgementCount == 1)
  }

  @Test func eachSyncThatIsLeftOutOrEarlyIsMet() throws {
    for (place, words) in [(1, "the name /d "), (4, "gets content"), (6, "the name /d/a ")] {
      var events = Self.saved
      events.remove(at: place)
      #expect(try #require(complaint(events)).contains(words))
      events.insert(Self.saved[place], at: place - 1)
      #expect(try #require(complaint(events)).contains(words))
    }
  }

  @Test func whatIsWrittenInPlaceIsMet() throws {
    let events = Self.saved + [.write("/d/a", at: nil), .sync("/d/a"), .acknowledge("2")]
    #expect(try #require(complaint(events)).contains("under its own name"))
  }

  @Test func aNameThatIsTakenAwayIsMet() throws {
    let events = Self.saved + [.removeFile("/d/a"), .acknowledge("2")]
    #expect(try #require(complaint(events)).contains("the name /d/a"))
    #expect(complaint(Self.saved + [.removeFile("/d/a"), .sync("/d"), .acknowledge("2")]) == nil)
    // An empty folder that comes back harms nobody; one that comes back with the file does.
    let removal: [FileEvent] = [.removeFile("/d/a"), .sync("/d"), .removeFolder("/d")]
    #expect(complaint(Self.saved + removal + [.acknowledge("2")]) == nil)
    let sloppy: [FileEvent] = [.removeFile("/d/a"), .removeFolder("/d")]
    #expect(complaint(Self.saved + sloppy + [.acknowledge("2")]) != nil)
    #expect(complaint(Self.saved + sloppy + [.sync(""), .acknowledge("2")]) == nil)
  }

  @Test func whatIsAtomicOnlyNeedNotLast() throws {
    let order = SyncOrder { $0 == "/d/new" ? .nothing : $0 == "/d/a" ? .atomic : .durable }
    var events = Self.saved
    events.remove(at: 6)
    #expect(complaint(events, order) == nil)
    events.remove(at: 4)
    #expect(try #require(complaint(events, order)).contains("gets content"))
  }

  /// Many files that are synced at once, after each has its name and before any is said to be there.
  @Test func whatIsSyncedWithAllOthersMayBeHalfBefore() throws {
    let order = SyncOrder { $0.hasPrefix("/d/new") ? .nothing : .acknowledged }
    let files = ["a", "b"].flatMap { name -> [FileEvent] in
      let fresh = "/d/new" + name
      return [.makeFile(fresh), .write(fresh, at: nil), .rename(fresh, to: "/d/" + name)]
    }
    let events = files + [.syncFileSystem("/d"), .acknowledge("1")]
    let trial = SyncTrial(events, order)
    #expect(trial.complaint == nil)
    #expect(trial.neededCount == 1)
    #expect(trial.unnoticed.isEmpty)
    #expect(try #require(complaint(files + [.acknowledge("1")], order)).contains("the name /d/a"))
    let namesOnly = files + [.sync("/d"), .acknowledge("1")]
    #expect(try #require(complaint(namesOnly, order)).contains("before /d/a is on the disk"))
    let early = files[..<3] + [.syncFileSystem("/d")] + files[3...] + [.acknowledge("1")]
    #expect(try #require(complaint(Array(early), order)).contains("the name /d/b"))
    let inPlace = events + [.write("/d/a", at: nil), .syncFileSystem("/d"), .acknowledge("2")]
    #expect(try #require(complaint(inPlace, order)).contains("under its own name"))
  }

  private static let database: [FileEvent] = [
    .makeFile("/b"), .makeFile("/b-wal"), .write("/b-wal", at: 0), .sync("/b-wal"),
    .sync(""), .write("/b-wal", at: 32), .sync("/b-wal"), .acknowledge("1"), .write("/b", at: 0),
    .sync("/b"), .write("/b-wal", at: 0), .sync("/b-wal"), .write("/b-wal", at: 32),
    .sync("/b-wal"), .acknowledge("2"), .makeFile("/b-shm"), .write("/b-shm", at: 0),
    .write("/b", at: 0), .sync("/b"), .removeFile("/b-wal"),
  ]

  @Test func aDatabaseAndItsLog() throws {
    let order = SyncOrder(databases: ["/b"])
    let trial = SyncTrial(Self.database, order)
    #expect(trial.complaint == nil)
    #expect(trial.neededCount == 7)
    #expect(trial.unnoticed.isEmpty)
    for (place, words) in [
      (3, "before its head"), (4, "the name /b"), (6, "“1”"),
      (9, "begins anew"), (11, "before its head"), (13, "“2”"), (18, "is removed before"),
    ] {
      var events = Self.database
      events.remove(at: place)
      #expect(try #require(complaint(events, order)).contains(words), "\(place)")
    }
  }

  @Test func aJournalIsThereBeforeAndAfter() throws {
    let events: [FileEvent] = [
      .makeFile("/j"), .sync(""), .makeFile("/d/a"), .makeFile("/d/b"), .sync("/d"),
      .removeFile("/j"), .sync(""), .acknowledge("1"),
    ]
    let order = SyncOrder(journal: "/j")
    let links = events.map { event -> FileEvent in
      if case .makeFile(let path) = event { .link("/new" + path, to: path) } else { event }
    }
    let trial = SyncTrial(links, order)
    #expect(trial.complaint == nil)
    #expect(trial.neededCount == 3)
    #expect(trial.unnoticed.isEmpty)
  }

  /// What strace writes, also of threads that overlap.
  @Test func theLogIsRead() {
    let text = #"""
      7  openat(AT_FDCWD</r/..>, "/r/d//a", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 3</r/d/a>
      7  openat(AT_FDCWD</x>, "/r/gone", O_WRONLY|O_CREAT, 0600) = -1 EACCES (Permission denied)
      7  write(3</r/d/a>, "it's \"one\", two"..., 900) = 900
      7  fsync(3</r/d/a> <unfinished ...>
      8  pwrite64(4</r/d/a>, "\0\0", 2, 4096 <unfinished ...>
      7  <... fsync resumed>)             = 0
      8  <... pwrite64 resumed>)          = 2
      7  fdatasync(5</r/d> <unfinished ...>
      8  write(1<pipe:[17]>, "12\n", 3)    = 3
      7  <... fdatasync resumed>)         = -1 EIO (Input/output error)
      7  renameat(5</r/d>, "a", 6</r>, "b") = 0
      7  renameat2(5</r/d>, "c", 6</r>, "b", RENAME_EXCHANGE) = 0
      7  unlinkat(6</r>, "d", AT_REMOVEDIR) = 0
      7  unlink("/r/b")                   = 0
      7  mknodat(AT_FDCWD</x>, "/r/e", S_IFREG|0600) = 0
      7  mkdirat(6</r>, ".new", 0700)     = 0
      7  ftruncate(3</r/e>, 0)            = 0
      7  syncfs(5</r/d> <unfinished ...>
      8  pwrite64(4</r/e>, "\0\0", 2, 0)   = 2
      7  <... syncfs resumed>)            = 0
      7  write(2</elsewhere>, "x", 1)     = 1
      7  +++ exited with 0 +++
      """#
    #expect(
      SystemCallLog.events(in: text, below: "/r") == [
        .makeFile("/r/d/a"), .write("/r/d/a", at: nil), .sync("/r/d/a"),
        .write("/r/d/a", at: 4_096), .acknowledge("12"), .rename("/r/d/a", to: "/r/b"),
        .exchange("/r/d/c", "/r/b"), .removeFolder("/r/d"), .removeFile("/r/b"),
        .makeFile("/r/e"), .makeFolder("/r/.new"), .truncate("/r/e"), .syncFileSystem("/r/d"),
        .write("/r/e", at: 0),
      ])
  }
}

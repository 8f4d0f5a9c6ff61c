import Foundation
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// Machines that share a database: one of files, and a server's.
struct SharingTests {
  /// A machine with a store of its own.
  private struct Machine {
    let folder: ScratchFolder
    let store: TimelineStore
    let sharing: TimelineSharing

    init(
      _ place: @escaping @Sendable (String) -> StoreDestination,
      bytes: @escaping @Sendable () throws -> any ByteStorage
    ) throws {
      folder = try ScratchFolder()
      store = try TimelineStore(folder: folder.url.path)
      sharing = TimelineSharing(store, at: place, bytes: bytes)
    }

    /// A machine that shares files.
    init(_ shared: ScratchFolder) throws {
      let path = shared.url.path
      try self.init(
        { .sqlite(path + "/shared.db", table: $0) },
        bytes: { try SQLiteStorage(path + "/bytes.db") })
    }

    /// A machine that shares a database of a server.
    init(_ url: String, patience: Duration = .seconds(30)) throws {
      var wanted = PostgresOptions()
      wanted.patience = patience
      let options = wanted
      try self.init(
        { .postgres(url, table: $0, options: options) },
        bytes: { try PostgresByteStorage(url, options: options) })
    }

    func read(_ id: String) throws -> Bool? { try store.record(id)?[PostFields.isRead] }
    func note(_ id: String) throws -> String? { try store.record(id)?[PostFields.note] }
  }

  private let source = TimelineSource(.feed, title: "News", address: "https://example.org/a")

  private func page(_ names: some Sequence<Int>) -> PostPage {
    var page = PostPage()
    page.posts = names.map { number in
      var post = Post(
        source: source.id, name: "\(number)", subject: "s\(number)", kind: .article, author: "@ann",
        published: Date(timeIntervalSince1970: Double(number)))
      post.text = "drawer 日本 \(number)"
      post.html = "<p>\"\(number)\"</p>"
      post.tags = ["a", "b"]
      post.links = [Post.Link("https://example.org/\(number)")]
      return post
    }
    page.users = [TimelineUser(id: "@ann", name: "Ann")]
    return page
  }

  private func id(_ number: Int) -> String { Post.id(source.id, "\(number)") }

  private func share(_ ann: Machine, _ bob: Machine) async throws {
    // What was done before anything was shared is shared, too.
    try ann.store.put(source)
    try ann.store.add(page(0..<3))
    try ann.store.mark([id(0)])
    try ann.store.edit(id(1)) {
      $0[PostFields.isBookmarked] = true
      $0[PostFields.note] = "Hers"
    }
    try ann.store.keep(TimelinePlace(id: id(1), date: Date()), in: TimelineStore.mergedList)
    try bob.store.add(page(2..<4))
    try await ann.sharing.meet()
    #expect(try await bob.sharing.meet())
    #expect(bob.store.sources.table.count == 1)
    #expect(try bob.store.post(id(0)) == page(0..<1).posts[0])
    #expect(try bob.store.posts.count() == 4)
    #expect(try bob.store.searchCount("drawer") == 4)
    #expect(try bob.store.user("@ann")?.name == "Ann")
    #expect(try bob.read(id(0)) == true && bob.note(id(1)) == "Hers")
    #expect(bob.store.place(in: TimelineStore.mergedList)?.id == id(1))
    // And back, with what two do at the same time.
    try bob.store.mark([id(0)], isRead: false)
    try bob.store.mark([id(1), id(3)])
    try ann.store.edit(id(3)) { $0[PostFields.note] = "not here yet" }
    try ann.store.edit(id(1)) { $0[PostFields.note] = "Changed" }
    try bob.store.remove(source: source.id)
    try await bob.sharing.meet()
    #expect(try await ann.sharing.meet())
    #expect(try ann.read(id(0)) == false && ann.read(id(1)) == true)
    #expect(try ann.note(id(1)) == "Changed")
    // A source goes, and what was read of it stays.
    #expect(ann.store.sources.table.isEmpty)
    #expect(try ann.store.posts.count() == 4 && ann.read(id(3)) == true)
    #expect(try await bob.sharing.meet())
    #expect(try bob.note(id(1)) == "Changed")
    #expect(try await !bob.sharing.meet())
  }

  @Test func machinesHaveTheSame() async throws {
    let shared = try ScratchFolder()
    try await share(Machine(shared), Machine(shared))
  }

  @Test(.needsPostgres) func machinesHaveTheSameThroughAServer() async throws {
    let server = try PostgresServer.shared.get()
    let url = server.url(try server.makeDatabase())
    try await share(Machine(url), Machine(url))
  }

  @Test func aDatabaseThatWasMadeAnewIsFilledAgain() async throws {
    var shared = try ScratchFolder()
    let ann = try Machine(shared)
    try ann.store.put(source)
    try ann.store.add(page(0..<3))
    try ann.store.mark([id(0)])
    try await ann.sharing.meet()
    shared = try ScratchFolder()
    let path = shared.url.path
    let again = TimelineSharing(
      ann.store, at: { .sqlite(path + "/shared.db", table: $0) },
      bytes: { try SQLiteStorage(path + "/bytes.db") })
    try await again.meet()
    #expect(ann.store.sources.table.count == 1)
    #expect(try ann.read(id(0)) == true)
    let bob = try Machine(shared)
    try await bob.sharing.meet()
    #expect(try bob.store.posts.count() == 3 && bob.read(id(0)) == true)
  }

  /// What is done while the database is away is there, and shared when it is back.
  @Test(.needsPostgres) func nothingIsLostWhileTheServerIsAway() async throws {
    let server = try PostgresServer()
    let url = server.url(try server.makeDatabase())
    let (ann, bob) = (
      try Machine(url, patience: .milliseconds(200)), try Machine(url, patience: .milliseconds(200))
    )
    try ann.store.put(source)
    try ann.store.add(page(0..<2))
    try await ann.sharing.meet()
    try await bob.sharing.meet()
    server.stop()
    try ann.store.mark([id(0)])
    try ann.store.add(page(2..<3))
    let error = await #expect(throws: (any Error).self) { try await ann.sharing.meet() }
    #expect((error.map { "\($0)" } ?? "").isEmpty == false)
    #expect(try ann.read(id(0)) == true && ann.store.posts.count() == 3)
    // A machine that begins without the database begins.
    let cy = try Machine(url, patience: .milliseconds(200))
    let events = Guarded<[TimelineSharing.Event]>([])
    let running = Task { [sharing = cy.sharing] in
      await sharing.run { event in events.withLock { $0.append(event) } }
    }
    try await eventually("that the server is away") {
      if case .away? = events.withLock({ $0.last }) { true } else { false }
    }
    try server.start()
    try await ann.sharing.meet()
    try await bob.sharing.meet()
    #expect(try bob.read(id(0)) == true && bob.store.posts.count() == 3)
    try await eventually("the posts of the others") { (try? cy.store.posts.count()) == 3 }
    // From now on without being asked.
    try bob.store.mark([id(1)])
    try await bob.sharing.meet()
    try await eventually("the mark of the other") { (try? cy.read(id(1))) == true }
    try cy.store.edit(id(2)) { $0[PostFields.note] = "Cy" }
    let other = Task { [sharing = bob.sharing] in await sharing.run { _ in } }
    try await eventually("the note of the other") { (try? bob.note(id(2))) == "Cy" }
    other.cancel()
    await other.value
    running.cancel()
    await running.value
  }

  /// Whatever is done where, all have the same in the end, and all posts; and what the last has done, where each
  /// knew of the others.
  @Test func machinesAgree() async throws {
    var random = seededGenerator()
    for round in 0..<testSteps(4) {
      let shared = try ScratchFolder()
      let machines = try (0..<3).map { _ in try Machine(shared) }
      let isInTurn = round % 2 == 0
      var (read, notes): ([Int: Bool], [Int: String]) = ([:], [:])
      var count = 0
      for step in 0..<20 {
        let machine = machines[Int.random(in: 0..<3, using: &random)]
        if isInTurn { try await machine.sharing.meet() }
        let number = Int.random(in: 0..<max(1, count), using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          let more = Int.random(in: 1...3, using: &random)
          try machine.store.add(page(count..<count + more))
          count += more
        case 1:
          let isRead = Bool.random(using: &random)
          try machine.store.mark([id(number)], isRead: isRead)
          if try machine.store.record(id(number)) != nil { read[number] = isRead }
        default:
          if try machine.store.edit(id(number), { $0[PostFields.note] = "\(step)" }) {
            notes[number] = "\(step)"
          }
        }
        if isInTurn || Int.random(in: 0..<3, using: &random) == 0 {
          try await machine.sharing.meet()
        }
      }
      for _ in 0..<2 { for machine in machines { try await machine.sharing.meet() } }
      for (place, machine) in machines.enumerated() {
        let context = "seed \(random.seed), round \(round), machine \(place)"
        #expect(try machine.store.posts.count() == count, "\(context)")
        for number in 0..<count {
          let (isRead, note) = (try machine.read(id(number)), try machine.note(id(number)))
          #expect(try isRead == machines[0].read(id(number)), "\(context): \(number)")
          #expect(try note == machines[0].note(id(number)), "\(context): \(number)")
          guard isInTurn else { continue }
          #expect(isRead == read[number] ?? false, "\(context): \(number)")
          #expect(note == notes[number] ?? "", "\(context): \(number)")
        }
      }
    }
  }
}

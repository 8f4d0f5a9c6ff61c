import Foundation
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiStorage
import TestSupport
import Testing

/// The connection by itself.
@Suite struct ConnectionTests {
  private func connection() throws -> PostgresConnection {
    try PostgresServer.shared.get().connection()
  }

  @Test(.needsPostgres) func valuesAreBoundAndComeBack() throws {
    let connection = try connection()
    let text = "'; DROP TABLE x; -- \\ \" 山田"
    let rows = try connection.run(
      PostgresStatement(
        "SELECT $1::bigint, $2::float8, $3::bool, $4::text, $5::bytea, $6::bigint[], $7::text[], $8::text"
      ) {
        $0.add(Int.min)
        $0.add(-0.0)
        $0.add(true)
        $0.add(text)
        $0.add(bytes: [0, 255])
        $0.add([1, -2, .max])
        $0.add([text, ""])
        $0.addNull()
      })
    #expect(rows.rows == 1 && rows.columns == 8)
    #expect(rows.int(0, 0) == .min)
    #expect(rows.array(0, 1) == [0x80, 0, 0, 0, 0, 0, 0, 0])
    #expect(rows.bool(0, 2))
    #expect(rows.string(0, 3) == text)
    #expect(rows.array(0, 4) == [0, 255])
    #expect(rows.ints(0, 5) == [1, -2, .max])
    #expect(rows.strings(0, 6) == [text, ""])
    #expect(rows.isNull(0, 7))
  }

  @Test(.needsPostgres) func errorsSayWhatTheServerSays() throws {
    let connection = try connection()
    try connection.run(
      PostgresStatement("CREATE TEMPORARY TABLE few (n bigint PRIMARY KEY)", isKept: false))
    let insert = PostgresStatement("INSERT INTO few VALUES ($1)") { $0.add(7) }
    try connection.run(insert)
    let error = #expect(throws: PostgresError.self) { try connection.run(insert) }
    #expect(error?.kind == .constraint)
    #expect(error?.code == "23505")
    #expect(error?.detail.contains("7") ?? false)
    #expect(error?.description.contains("127.0.0.1") ?? false)
    // The connection is of use as before.
    #expect(try connection.run(PostgresStatement("SELECT count(*) FROM few")).int(0, 0) == 1)
  }

  @Test(.needsPostgres) func whatStandsBehindAnErrorIsNotRun() throws {
    let connection = try connection()
    try connection.run(
      PostgresStatement("CREATE TEMPORARY TABLE several (n bigint)", isKept: false))
    let add = PostgresStatement("INSERT INTO several VALUES (1)")
    #expect(throws: PostgresError.self) {
      try connection.run([add, PostgresStatement("SELECT 1 / 0"), add])
    }
    #expect(try connection.run(PostgresStatement("SELECT count(*) FROM several")).int(0, 0) == 0)
    // A plan that was given up with them is made again.
    _ = try connection.run([add, add])
    #expect(try connection.run(PostgresStatement("SELECT count(*) FROM several")).int(0, 0) == 2)
  }

  @Test(.needsPostgres) func manyStatementsDoNotBlockEachOther() throws {
    let connection = try connection()
    // More than all buffers on the way hold, in both directions.
    let text = String(repeating: "x", count: 2_000)
    let results = try connection.run(
      (0..<5_000).map { _ in PostgresStatement("SELECT $1 || $1") { $0.add(text) } })
    #expect(results.count == 5_000 && results.allSatisfy { $0.string(0, 0).utf8.count == 4_000 })
  }

  @Test(.needsPostgres) func namesAreQuoted() throws {
    let connection = try connection()
    #expect(try connection.identifier("a\"b; --") == "\"a\"\"b; --\"")
    #expect(throws: PostgresError.self) { try connection.identifier("a\0b") }
  }

  @Test(.needsPostgres) func aStatementCanBeCancelled() throws {
    let connection = try connection()
    let canceller = try #require(connection.canceller)
    let other = try self.connection()
    let process = connection.serverProcess
    Thread.detachNewThread {
      // Once it sleeps.
      let look = PostgresStatement(
        "SELECT count(*) FROM pg_stat_activity WHERE pid = $1::bigint AND wait_event = 'PgSleep'"
      ) { $0.add(process) }
      while (try? other.run(look).int(0, 0)) == 0 { usleep(1_000) }
      canceller.cancel()
    }
    let error = #expect(throws: PostgresError.self) {
      try connection.run(PostgresStatement("SELECT pg_sleep(100)"))
    }
    #expect(error?.kind == .cancelled)
    #expect(try connection.run(PostgresStatement("SELECT 1")).int(0, 0) == 1)
  }

  @Test(.needsPostgres) func waitingHasAnEnd() throws {
    let connection = try connection()
    connection.timeout = .milliseconds(50)
    let error = #expect(throws: PostgresError.self) {
      try connection.run(PostgresStatement("SELECT pg_sleep(100)"))
    }
    #expect(error?.kind == .timedOut)
    #expect(error?.isPassing ?? false)
  }

  @Test(.needsPostgres) func notificationsArrive() throws {
    let connection = try connection()
    let name = try connection.identifier("a channel")
    try connection.run(PostgresStatement("LISTEN \(name)", isKept: false))
    try self.connection().run(
      PostgresStatement("SELECT pg_notify('a channel', '12')", isKept: false))
    var notices: [PostgresConnection.Notice] = []
    while notices.isEmpty { notices = try connection.takeNotices() }
    #expect(notices.map(\.payload) == ["12"] && notices.map(\.channel) == ["a channel"])
  }

  @Test(.needsPostgres) func passwordsComeFromWhereTheyAreKept() throws {
    let server = try PostgresServer()
    defer { server.stop() }
    try server.connection().run(
      PostgresStatement("CREATE ROLE ann LOGIN SUPERUSER PASSWORD 'S3cret'", isKept: false))
    try server.allow("host all ann 127.0.0.1/32 scram-sha-256")
    let url = server.url(user: "ann")
    func refusal(_ url: String, _ options: PostgresOptions) -> String? {
      let made = Result { () throws(StorageError) in
        try PostgresByteStorage(url, options: options)
      }
      guard case .failure(let error) = made else { return nil }
      if case .denied = error { return "\(error)" }
      return "it is no refusal: \(error)"
    }
    var options = PostgresOptions()
    // The file of settings is read anew soon after it was said, and not at once.
    while refusal(url, options) == nil { usleep(1_000) }
    options.password = { "S3cret" }
    #expect(refusal(url, options) == nil)
    #expect(refusal(server.url(user: "ann:S3cret"), PostgresOptions()) == nil)
    let statuses = Guarded<[PostgresStatus]>([])
    options.onStatus = { status in statuses.withLock { $0.append(status) } }
    options.password = { "Wr0ng" }
    let wrong = try #require(refusal(url, options))
    #expect(wrong.contains("password authentication failed") && !wrong.contains("Wr0ng"))
    let status = try #require(statuses.withLock { $0.last })
    if case .failed(let reason) = status {
      #expect(!reason.contains("Wr0ng"))
    } else {
      Issue.record("\(status)")
    }
    let inURL = try #require(refusal(server.url(user: "ann:Wr0ng"), PostgresOptions()))
    #expect(!inURL.contains("Wr0ng"))
    struct NoKeyring: Error {}
    options.password = { throw NoKeyring() }
    #expect(refusal(url, options)?.contains("NoKeyring") ?? false)
  }

  @Test(.needsPostgres) func secretsInMessagesAreCovered() throws {
    let server = try PostgresServer.shared.get()
    let connection = try PostgresConnection(
      PostgresURL(server.url(user: "tester:S3cret")))
    let error = #expect(throws: PostgresError.self) {
      try connection.run(PostgresStatement("SELECT \"S3cret\"", isKept: false))
    }
    #expect(error.map { !"\($0)".contains("S3cret") } ?? false)
  }

  @Test(.needsPostgres) func aServerThatIsNotThereIsAnErrorInTime() throws {
    var options = PostgresOptions()
    options.patience = .milliseconds(200)
    let server = try PostgresServer()
    let url = server.url()
    server.stop()
    do throws(StorageError) {
      _ = try PostgresByteStorage(url, options: options)
      Issue.record("it was found")
    } catch {
      guard case .io = error else {
        Issue.record("\(error)")
        return
      }
      #expect("\(error)".contains("127.0.0.1"))
    }
  }

  @Test(.needsPostgres, .needs("openssl")) func certificatesAreVerified() throws {
    let authority = try NginxAuthority()
    let server = try PostgresServer()
    defer { server.stop() }
    for kind in [NginxCertificate.Kind.good, .wrongHost, .selfSigned, .expired] {
      let certificate = try authority.certificate(kind)
      server.stop()
      let chain = try server.put(
        try String(contentsOfFile: certificate.chain, encoding: .utf8), as: "server.pem")
      let key = try server.put(
        try String(contentsOfFile: certificate.key, encoding: .utf8), as: "server.key")
      try server.start(["ssl=on", "ssl_cert_file=\(chain)", "ssl_key_file=\(key)"])
      let url = "postgresql://tester@localhost:\(server.port)/postgres"
      let more = "?sslmode=verify-full&sslrootcert=\(authority.path)"
      if kind == .good {
        let connection = try PostgresConnection(PostgresURL(url + more))
        let rows = try connection.run(
          PostgresStatement("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
        #expect(rows.bool(0, 0))
        // OpenSSL does not clean up: it would free what a thread that ends at the same time is freeing.
        let run = try Run(TestProgram.path("NetworkProgram"), ["libpq.so.5", url + more])
        #expect(run.wait() == 0, "\(run.standardError)")
        #expect(run.standardOutput == "")
        continue
      }
      let error = #expect(throws: PostgresError.self, "\(kind)") {
        try PostgresConnection(PostgresURL(url + more))
      }
      #expect(error?.kind == .refused, "\(kind): \(error.map { "\($0)" } ?? "")")
    }
  }
}

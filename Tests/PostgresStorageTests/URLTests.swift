import Glibc
import HikidashiStorage
import Testing

@testable import HikidashiPostgresStorage

/// What a URL says, and what is never said of it.
@Suite struct URLTests {
  @Test(arguments: [
    // The URL, and the way of TLS.
    ("postgresql://ann@db.example.org/office", "verify-full"),
    ("postgresql://ann@127.0.0.1:5433/office", "prefer"),
    ("postgresql://localhost/office", "prefer"),
    ("postgresql://[::1]/office", "prefer"),
    ("postgres:///office?host=/run/postgresql", "prefer"),
    ("postgresql://127.evil.example/office", "verify-full"),
    ("postgresql://127.0.0.1.example/office", "verify-full"),
    ("postgresql://localhost,db.example.org/office", "verify-full"),
    ("postgresql://localhost/office?hostaddr=192.0.2.1", "verify-full"),
    ("postgresql://localhost/office?service=far", "verify-full"),
    ("postgresql://db.example.org/office?sslmode=require", "require"),
    ("postgresql://localhost/office?sslmode=verify-full", "verify-full"),
  ])
  func hostsThatAreNotThisMachineAreVerified(_ text: String, _ mode: String) throws {
    #expect(try PostgresURL(text)[keyword: "sslmode"] == mode)
  }

  @Test func theEnvironmentDoesNotMakeItLess() throws {
    // libpq looks at the environment only where it is given nothing.
    let url = try PostgresURL("postgresql://db.example.org/office")
    #expect(url[keyword: "sslmode"] == "verify-full")
    #expect(url[keyword: "gssencmode"] == "disable")
    #expect(url[keyword: "client_encoding"] == "UTF8")
  }

  @Test(arguments: [
    "postgresql://ann:S3cret@db.example.org:5433/office",
    "postgresql://ann@db.example.org:5433/office?password=S3cret",
    "postgresql://ann:%53%33cret@db.example.org:5433/office",
    "postgresql://ann@db.example.org:5433/office?sslpassword=S3cret",
  ])
  func passwordsAreNotShown(_ text: String) throws {
    let url = try PostgresURL(text)
    #expect(url.description == "postgresql://ann@db.example.org:5433/office")
    var dumped = ""
    dump(url, to: &dumped)
    for shown in [dumped, "\(url)", String(reflecting: url), "\(StoreDestination.postgres(text))"] {
      #expect(!shown.contains("S3cret"), "\(shown)")
    }
    #expect(url.secrets == ["S3cret"])
  }

  @Test(arguments: [
    "", "S3cret", "http://ann:S3cret@host/", "postgresql://ann:S3cret@host:port:/office",
    "postgresql://ann:S3cret@host/office?nonsense=S3cret", "postgresql://ann:S3%zzcret@host/",
    "host=localhost password=S3cret", "postgresql://ann:S3cret@[host/office",
  ])
  func whatIsNoURLIsNotRepeated(_ text: String) {
    let error = #expect(throws: PostgresError.self) { try PostgresURL(text) }
    #expect(error?.kind == .badURL)
    #expect("\(error.map { "\($0)" } ?? "")".contains("postgresql://user@host:5432/database"))
    do throws(StorageError) {
      _ = try PostgresByteStorage(text)
      Issue.record("it was taken")
    } catch {
      #expect(!"\(error)".contains("cret"), "\(error)")
    }
    #expect(!"\(StoreDestination.postgres(text))".contains("cret"))
  }

  @Test func columnsHaveNamesThatPostgreSQLKeeps() throws {
    let long = String(repeating: "山", count: 40)
    var used: Set<[UInt8]> = [Array("xmin".utf8)]
    let names = ["xmin", long, long + "!", "number"].map { PostgresLayout.freeName($0, &used) }
    #expect(names[0] == "xmin 2")
    #expect(names[1] == String(repeating: "山", count: 21))
    #expect(names[2] == String(repeating: "山", count: 20) + " 2")
    #expect(names.allSatisfy { $0.utf8.count <= 63 } && Set(names).count == 4)
  }
}

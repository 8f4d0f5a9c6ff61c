internal import CHikidashiPostgreSQL
import Glibc

/// A URL in libpq's form: the address of a database and how to connect to it.
///
/// TLS with a verified certificate and host name is required, except for a server on this machine
/// (a socket's folder, `localhost`, 127.0.0.0/8 or ::1). For other servers only `sslmode` in the
/// URL can change that, not the environment.
package struct PostgresURL: Sendable {
  /// libpq's keywords with their values, in alphabetical order of the keywords.
  private let values: [String: String]
  /// The URL without any password.
  package let description: String

  /// Parses a URL that begins with `postgresql://` or `postgres://`.
  ///
  /// - Throws: ``PostgresError`` of the kind `noLibrary` or `badURL`. The message does not repeat
  ///   the text, which may contain a password.
  package init(_ text: String) throws(PostgresError) {
    if let problem = hk_postgres_load() {
      let message = "libpq cannot be loaded: \(String(cString: problem))"
      throw PostgresError(.noLibrary, message: message, place: "PostgreSQL")
    }
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://"),
      var values = Self.parsed(text), Self.arePorts(values["port"] ?? "")
    else {
      throw PostgresError(
        .badURL, message: "this is no URL of a PostgreSQL database", place: "the given URL")
    }
    description = Self.describe(values)
    Self.secure(&values)
    self.values = values
  }

  /// The password in the URL; nil if it has none.
  package var password: String? { values["password"] }

  /// The passwords in the URL, which must be removed from messages.
  package var secrets: [String] {
    ["password", "sslpassword"].compactMap { values[$0] }.filter { !$0.isEmpty }
  }

  /// The value of a keyword of libpq; nil if it is not set.
  package subscript(keyword keyword: String) -> String? { values[keyword] }

  /// Calls `body` with the values and further parameters, in the form that libpq takes.
  func withParameters<Result>(
    _ more: [String: String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let all = values.merging(more) { $1 }.sorted { $0.key < $1.key }
    let keywords = all.map { strdup($0.key) }
    let texts = all.map { strdup($0.value) }
    defer {
      for keyword in keywords { free(keyword) }
      for text in texts {
        if let text { explicit_bzero(text, strlen(text)) }
        free(text)
      }
    }
    return body(keywords.map { UnsafePointer($0) } + [nil], texts.map { UnsafePointer($0) } + [nil])
  }
}

extension PostgresURL: CustomStringConvertible, CustomReflectable {
  /// A mirror without the password, so that `dump` does not print it.
  package var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

extension PostgresURL {
  private static func parsed(_ text: String) -> [String: String]? {
    // libpq's message is not used, as it would repeat parts of the text.
    guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else { return nil }
    defer { PQconninfoFree(options) }
    return collect(options)
  }

  /// Whether a text is a valid list of ports. If it is not, it may hold another part of the URL.
  private static func arePorts(_ text: String) -> Bool {
    text.split(separator: ",").allSatisfy { Int($0).map { (1...65_535).contains($0) } ?? false }
  }

  private static func collect(
    _ options: UnsafeMutablePointer<PQconninfoOption>
  ) -> [String: String] {
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return values
  }

  /// Sets the TLS parameters that the URL leaves open.
  private static func secure(_ values: inout [String: String]) {
    if values["sslmode"] == nil {
      values["sslmode"] = isLocal(values) ? "prefer" : "verify-full"
    }
    if values["sslmode"] == "verify-full" {
      // libpq would try Kerberos first, which verifies the server in another way.
      if values["gssencmode"] == nil { values["gssencmode"] = "disable" }
      if values["sslrootcert"] == nil, let file = systemCertificates() {
        values["sslrootcert"] = file
      }
    }
    if values["application_name"] == nil { values["application_name"] = "hikidashi" }
    // Notices a dead peer within half a minute, even if nothing is sent.
    let quick = [
      "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
      "tcp_user_timeout": "30000",
    ]
    values.merge(quick) { own, _ in own }
    values["client_encoding"] = "UTF8"
  }

  /// Whether every host in the values is this machine.
  private static func isLocal(_ values: [String: String]) -> Bool {
    // A service file may name any host.
    guard values["service"] == nil, variable("PGSERVICE") == nil else { return false }
    let hosts = values["host"] ?? variable("PGHOST") ?? ""
    let addresses = values["hostaddr"] ?? variable("PGHOSTADDR") ?? ""
    return (hosts.split(separator: ",") + addresses.split(separator: ",")).allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || isLoopback(host)
    }
  }

  /// Whether a text is an address in 127.0.0.0/8; a name that only begins like one is not.
  private static func isLoopback(_ text: Substring) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, String(text), &address) == 1
      && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The file of certificates that this machine trusts; nil if the user has a file of their own,
  /// which libpq uses.
  private static func systemCertificates() -> String? {
    guard variable("PGSSLROOTCERT") == nil else { return nil }
    if let home = variable("HOME"), access(home + "/.postgresql/root.crt", R_OK) == 0 {
      return nil
    }
    let files = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
    return files.first { access($0, R_OK) == 0 }
  }

  private static func describe(_ values: [String: String]) -> String {
    let user = values["user"].map { "\($0)@" } ?? ""
    let hosts = values["host"] ?? values["hostaddr"] ?? ""
    let port = values["port"].map { ":\($0)" } ?? ""
    return "postgresql://\(user)\(hosts)\(port)/\(values["dbname"] ?? "")"
  }
}

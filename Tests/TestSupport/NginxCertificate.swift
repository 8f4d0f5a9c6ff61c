import Foundation

/// A certificate made for one test by `openssl`, with its key.
package struct NginxCertificate: Sendable {
  /// The path of the certificate, and of its key.
  package let chain: String
  package let key: String

  /// What is right or wrong with a certificate.
  package enum Kind: String, CaseIterable, Sendable {
    /// For `localhost` and 127.0.0.1, by the test's own authority.
    case good
    /// The same, but its time is over.
    case expired
    /// By itself.
    case selfSigned
    /// For another host, by the test's own authority.
    case wrongHost
  }
}

/// An authority of a test's own that signs certificates.
package final class NginxAuthority {
  private let folder: ScratchFolder

  /// The path of the authority's own certificate, for those who trust it.
  package var path: String { folder.url.appendingPathComponent("authority.pem").path }

  /// Makes an authority.
  ///
  /// - Throws: ``NginxServer/Failure`` with what `openssl` said, or an error of Foundation.
  package init() throws {
    folder = try ScratchFolder()
    try openssl(
      ["req", "-x509"] + newKey("authority") + [
        "-out", "authority.pem", "-subj", "/CN=Authority of a test", "-days", "2",
        "-addext", "basicConstraints=critical,CA:TRUE",
      ])
  }

  /// Makes a certificate of this kind.
  ///
  /// - Throws: ``NginxServer/Failure`` with what `openssl` said, or an error of Foundation.
  package func certificate(_ kind: NginxCertificate.Kind) throws -> NginxCertificate {
    let name = kind.rawValue
    let host = kind == .wrongHost ? "elsewhere.example" : "localhost"
    let names =
      "subjectAltName=DNS:\(host)" + (kind == .wrongHost ? "" : ",IP:127.0.0.1")
    let subject = ["-subj", "/CN=\(host)"]
    if kind == .selfSigned {
      try openssl(
        ["req", "-x509"] + newKey(name) + subject
          + ["-out", "\(name).pem", "-days", "2", "-addext", names])
    } else {
      try folder.write(names + "\n", to: "\(name).ext")
      try openssl(["req"] + newKey(name) + subject + ["-out", "\(name).csr"])
      try openssl([
        "x509", "-req", "-in", "\(name).csr", "-out", "\(name).pem", "-CA", "authority.pem",
        "-CAkey", "authority.key", "-CAcreateserial", "-extfile", "\(name).ext",
        "-days", kind == .expired ? "-1" : "2",
      ])
    }
    let path = folder.url.appendingPathComponent(name).path
    return NginxCertificate(chain: path + ".pem", key: path + ".key")
  }

  private func newKey(_ name: String) -> [String] {
    [
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
      "\(name).key",
    ]
  }

  private func openssl(_ arguments: [String]) throws {
    guard let program = Tool("openssl").path else {
      throw NginxServer.Failure(description: Tool("openssl").reason)
    }
    let run = try Run(program, arguments, in: folder.url)
    guard run.wait() == 0 else {
      throw NginxServer.Failure(description: "openssl: \(run.standardError)")
    }
  }
}

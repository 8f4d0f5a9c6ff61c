internal import CHikidashiGTK

/// A message for the user's mail program, for the user to send; see ``Desktop/compose(_:over:)``.
public struct Email: Sendable, Hashable {
  /// The addresses of the recipients.
  public var to: [String]
  /// The addresses of the recipients of a copy.
  public var cc: [String]
  /// The subject.
  public var subject: String
  /// The text of the message.
  public var body: String
  /// The paths of the attached files.
  public var attachments: [String]

  /// Makes a message.
  public init(
    to: String..., cc: [String] = [], subject: String = "", body: String = "",
    attachments: [String] = []
  ) {
    self.to = to
    self.cc = cc
    self.subject = subject
    self.body = body
    self.attachments = attachments
  }

  /// What `xdg-email` takes.
  var arguments: [String] {
    get throws(DesktopError) {
      var arguments = ["--utf8"]
      for address in cc { arguments += ["--cc", try Email.checked(address)] }
      if !subject.isEmpty { arguments += ["--subject", Email.text(subject)] }
      if !body.isEmpty { arguments += ["--body", Email.text(body)] }
      for path in attachments {
        guard !path.contains("\0"), g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0 else {
          throw .notFound(path: path)
        }
        // A relative path could be taken for an option.
        arguments += ["--attach", path.hasPrefix("-") ? "./" + path : path]
      }
      for address in to { arguments.append(try Email.checked(address)) }
      return arguments
    }
  }

  /// Refuses what is no address, so that none is taken for an option or for several.
  private static func checked(_ address: String) throws(DesktopError) -> String {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    let isWhole =
      parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !address.hasPrefix("-")
      && address.unicodeScalars.allSatisfy {
        $0.value > 32 && !",;:<>\"()?&".unicodeScalars.contains($0)
      }
    guard isWhole else { throw .badEmailAddress(address) }
    return address
  }

  /// An argument of a program cannot hold a zero byte.
  private static func text(_ text: String) -> String { text.filter { $0 != "\0" } }
}

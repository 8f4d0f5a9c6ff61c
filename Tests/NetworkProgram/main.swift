import Foundation
import HikidashiLoading
import HikidashiPostgresStorage

// A process that uses the network and ends at once, as a command does.
//
//   NetworkProgram LIBRARY ADDRESS
//
// LIBRARY is the file name of the one that reaches the address, a page or a database. It writes
// "cleaned up" where OpenSSL does that at the end.

let words = CommandLine.arguments
guard words.count == 3 else { exit(2) }
if words[2].hasPrefix("postgres") {
  _ = try PostgresByteStorage(words[2])
} else {
  guard let url = URL(string: words[2]) else { exit(2) }
  let connector = Connector(transports: [HTTPTransport()])
  _ = try await connector.value(of: LoadRequest(url), parser: LinesParser())
}

// What OpenSSL calls first when it cleans up.
typealias Handler = @convention(c) () -> Void
guard let library = dlopen(words[1], RTLD_LAZY), let address = dlsym(library, "OPENSSL_atexit")
else { exit(3) }
let register = unsafeBitCast(address, to: (@convention(c) (Handler) -> Int32).self)
guard register({ puts("cleaned up") }) == 1 else { exit(4) }
exit(0)

import Glibc

// Stands before GTK's Broadway server, which asks nobody who he is:
//
//     broadway-proxy SOCKET
//
// SOCKET is the server's Unix socket. The address for the browser is the one line that is written.

func complain(_ reason: String) {
  let line = Array("broadway-proxy: \(reason)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

let arguments = CommandLine.arguments
guard arguments.count == 2 else {
  complain("give the server's socket, as in: broadway-proxy /run/user/1000/http")
  exit(2)
}
guard var proxy = Proxy(serverPath: arguments[1]) else {
  let ports = Proxy.ports
  complain("no port from \(ports.lowerBound) to \(ports.upperBound) of 127.0.0.1 is free")
  exit(1)
}
print(proxy.gate.address)
fflush(nil)
proxy.run()

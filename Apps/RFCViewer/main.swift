import Glibc
import RFCKit

// The index of a big library is read while GTK starts, so the command line comes first and fast.
// What the system says of errors is told in the reader's language, too.
setlocale(LC_ALL, "")
switch CommandLineTool.run(arguments: CommandLine.arguments) {
case .exit(let status):
  exit(status)
case .window(let options):
  do throws(RFCLibraryError) {
    try ViewerApp.run(options)
  } catch {
    CommandOutput.process().complain("rfcviewer: \(error)")
    exit(1)
  }
}

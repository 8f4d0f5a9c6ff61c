import Glibc
import HikidashiCommands

// The index of a big library is read while GTK starts, so the command line comes first and fast.
// What the system says of errors is told in the reader's language, too.
setlocale(LC_ALL, "")
CommandLineTool.program.run { try ViewerApp.run(WindowOptions($0)) }

import Glibc
import HikidashiCommands
import TimelineKit

// What the system says of errors is told in the reader's language, too.
setlocale(LC_ALL, "")
CommandLineTool.program.run { try TimelineApp.run($0) }

import EditedTable
import Hikidashi
import HikidashiWidgetTesting

/// Takes each byte as an edit of a table's rows, and a byte above 223 as a look at it.
///
/// Must hold: no trap; the table has the rows that it must have, and the selection. It is on no screen,
/// so that it draws nothing, but the list below it is told of every change. Needs a display.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTables(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: min(count, 200)))
  do {
    try onLoop {
      let edited = EditedTable()
      for byte in bytes {
        if byte >= 224 { edited.check() } else { edited.edit(Int(byte)) }
      }
      edited.check()
    }
  } catch {
    preconditionFailure("\(error)")
  }
  return 0
}

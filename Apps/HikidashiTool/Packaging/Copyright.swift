import Hikidashi

extension InstalledFiles {
  /// Whose the program is, and what is linked into it.
  ///
  /// - Source: <https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/>.
  var copyright: String {
    """
    Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
    Upstream-Name: \(manifest.name)
    Upstream-Contact: \(manifest.developer.name) <\(manifest.developer.email)>
    Source: \(manifest.homepage)

    Files: *
    Copyright: \(app.day.prefix(4)) \(manifest.developer.name)
    License: \(manifest.license)
    Comment:
     The program has the Swift runtime and standard library linked into it, which are
     Copyright 2014-\(app.day.prefix(4)) Apple Inc. and the Swift project authors, and under
     Apache-2.0 with the Swift Runtime Library Exception; and Hikidashi, which is
     Copyright \(app.day.prefix(4)) the Hikidashi authors, and under the MIT license.

    License: \(manifest.license)
    \(indented(app.licenseText ?? inCommon))

    License: Apache-2.0 with Runtime Library Exception
     As an exception, if you use this Software to compile your source code and portions of this
     Software are embedded into the binary product as a result, you may redistribute such product
     without providing attribution as would otherwise be required by Sections 4(a), 4(b) and 4(d)
     of the License.
     .
     On Debian systems the license itself stands in /usr/share/common-licenses/Apache-2.0.

    """
  }

  /// Where the system has the text of a license that many programs have.
  private var inCommon: String {
    "On Debian systems the text stands in /usr/share/common-licenses/\(manifest.license)."
  }

  private func indented(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? " ." : " " + $0 }.joined(separator: "\n")
  }
}

import Hikidashi

extension AppManifest {
  /// The entry in the desktop's menu.
  ///
  /// - Source: <https://specifications.freedesktop.org/desktop-entry-spec/1.5/>.
  var desktopEntry: String {
    var lines = ["[Desktop Entry]", "Type=Application"]
    func add(_ key: String, _ value: String?, language: String? = nil) {
      guard let value, !value.isEmpty else { return }
      lines.append(key + (language.map { "[\($0)]" } ?? "") + "=" + Self.desktopText(value))
    }
    func list(_ values: [String]?) -> String? { values.map { $0.map { $0 + ";" }.joined() } }
    add("Name", name)
    for language in languages { add("Name", translations?[language]?.name, language: language) }
    add("Comment", summary)
    for language in languages {
      add("Comment", translations?[language]?.summary, language: language)
    }
    add("Exec", program + (arguments ?? ((mimeTypes ?? []).isEmpty ? "" : "%U")).prefixed(by: " "))
    add("Icon", id)
    add("Categories", list(categories))
    add("Keywords", list(keywords))
    for language in languages {
      add("Keywords", list(translations?[language]?.keywords), language: language)
    }
    add("MimeType", list(mimeTypes))
    add("StartupNotify", "true")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Its page in a software centre.
  ///
  /// - Parameter date: The day of the release, as 2026-01-31.
  /// - Source: <https://www.freedesktop.org/software/appstream/docs/>.
  func metainfo(date: String) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<component type="desktop-application">"#,
    ]
    func add(_ element: String, _ text: String?, language: String? = nil, indent: Int = 1) {
      guard let text else { return }
      let name = element.prefix { $0 != " " }
      let start = element + (language.map { " xml:lang=\"\($0)\"" } ?? "")
      lines.append(
        String(repeating: "  ", count: indent) + "<\(start)>" + Self.xml(text) + "</\(name)>")
    }
    add("id", id)
    add("metadata_license", "CC0-1.0")
    add("project_license", license)
    add("name", name)
    for language in languages { add("name", translations?[language]?.name, language: language) }
    add("summary", summary)
    for language in languages {
      add("summary", translations?[language]?.summary, language: language)
    }
    lines.append("  <description>")
    for paragraph in description { add("p", paragraph, indent: 2) }
    for language in languages {
      for text in translations?[language]?.description ?? [] {
        add("p", text, language: language, indent: 2)
      }
    }
    lines.append("  </description>")
    lines.append("  <launchable type=\"desktop-id\">\(Self.xml(id)).desktop</launchable>")
    add("url type=\"homepage\"", homepage)
    add("developer_name", developer.name)
    lines.append("  <content_rating type=\"oars-1.1\"/>")
    lines.append("  <provides>")
    add("binary", program, indent: 2)
    for type in mimeTypes ?? [] { add("mediatype", type, indent: 2) }
    lines.append("  </provides>")
    lines.append("  <releases>")
    lines.append("    <release version=\"\(Self.xml(version))\" date=\"\(date)\"/>")
    lines.append("  </releases>\n</component>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func desktopText(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func xml(_ text: String) -> String {
    text.withoutControls.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}

extension String {
  /// The text behind another; nothing where it is empty.
  fileprivate func prefixed(by other: String) -> String { isEmpty ? "" : other + self }
}

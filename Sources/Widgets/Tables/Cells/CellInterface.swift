internal import CHikidashiGTK
internal import HikidashiBase

/// A `.ui` file whose objects are the slots of a cell.
struct CellInterface: Sendable {
  /// The id of the object that is the cell.
  static let root = "cell"

  let text: String
  /// The ids of the slots.
  let names: [String]

  /// Makes the widgets, of which the root has no parent yet.
  @MainActor
  func make() -> (root: NativeWidget, slots: [NativeWidget?]) {
    // The text was found to be right when the layout was made.
    let builder = gtk_builder_new()
    defer { if let builder { g_object_unref(UnsafeMutableRawPointer(builder)) } }
    gtk_builder_add_from_string(builder, text, -1, nil)
    func widget(_ id: String) -> NativeWidget? {
      gtk_builder_get_object(builder, id).map {
        UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
      }
    }
    let root: NativeWidget = widget(CellInterface.root) ?? gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    // The builder's reference ends before the cell takes its own.
    g_object_ref(root.object)
    g_object_force_floating(root.object)
    return (root, names.map(widget))
  }
}

extension CellLayout {
  /// Reads a layout from a GTK `.ui` file. Objects with an id become slots: labels for text, rich or
  /// plain, images for icons, pictures, buttons, progress bars and level bars. The object with the id
  /// `cell` is the whole cell.
  ///
  /// ```xml
  /// <interface>
  ///   <object class="GtkBox" id="cell">
  ///     <child><object class="GtkImage" id="icon"/></child>
  ///     <child><object class="GtkLabel" id="title"><property name="xalign">0</property></object></child>
  ///   </object>
  /// </interface>
  /// ```
  ///
  /// - Throws: ``TableDefinitionError`` with the file, and the line where GTK names it.
  @MainActor
  public init(interface path: String) throws(TableDefinitionError) {
    var contents: UnsafeMutablePointer<CChar>?
    var error: UnsafeMutablePointer<GError>?
    guard g_file_get_contents(path, &contents, nil, &error) != 0, let contents else {
      throw .unreadable(path: path, reason: message(of: &error))
    }
    defer { g_free(contents) }
    try self.init(interfaceText: String(cString: contents), file: path)
  }

  /// Reads a layout from the text of a `.ui` file; `file` is its name in error messages.
  ///
  /// - Throws: ``TableDefinitionError`` with the file, and the line where GTK names it.
  @MainActor
  public init(interfaceText text: String, file: String) throws(TableDefinitionError) {
    Toolkit.start()
    guard let builder = gtk_builder_new() else {
      throw .unreadable(path: file, reason: "there is no memory for it")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    var error: UnsafeMutablePointer<GError>?
    guard gtk_builder_add_from_string(builder, text, -1, &error) != 0 else {
      throw CellLayout.malformed(message(of: &error), file)
    }
    guard let root = gtk_builder_get_object(builder, CellInterface.root) else {
      throw .malformed(
        place: file,
        reason: "no object has the id “\(CellInterface.root)”, which is the whole cell")
    }
    let widget = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
    guard isA(widget, gtk_widget_get_type()), !isA(widget, gtk_window_get_type()),
      gtk_widget_get_parent(widget) == nil
    else {
      throw .malformed(
        place: file,
        reason: "“\(CellInterface.root)” is to be a widget that stands in no other, and no window")
    }
    let slots = CellLayout.foundSlots(builder)
    self.init(
      .interface(CellInterface(text: text, names: slots.map(\.name))), slots: slots, origin: file)
  }

  @MainActor
  private static func foundSlots(_ builder: OpaquePointer) -> [CellSlot] {
    var slots: [CellSlot] = []
    let objects = gtk_builder_get_objects(builder)
    defer { g_slist_free(objects) }
    var next = objects
    while let entry = next {
      next = entry.pointee.next
      guard let data = entry.pointee.data else { continue }
      let widget = data.assumingMemoryBound(to: GtkWidget.self)
      guard isA(widget, gtk_widget_get_type()),
        let id = gtk_buildable_get_buildable_id(OpaquePointer(data)).map({ String(cString: $0) }),
        // GTK names those that have no id itself.
        !id.hasPrefix("___"), let kind = CellSlot.Kind(of: widget)
      else { continue }
      slots.append(CellSlot(id, kind))
    }
    return slots.sorted { $0.name < $1.name }
  }

  /// GTK begins its messages with the place, as in `.:5:12 Invalid object type` or `Error on line 5
  /// char 12: …`.
  private static func malformed(_ message: String, _ file: String) -> TableDefinitionError {
    let words = message.split(separator: " ", maxSplits: 6)
    if message.hasPrefix("Error on line "), words.count == 7, let line = Int(words[3]) {
      return .malformed(
        place: "\(file):\(line):\(words[5].filter(\.isNumber))", reason: String(words[6]))
    }
    let numbers = message.prefix { $0 != " " }.split(separator: ":").suffix(2)
    guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil }),
      let space = message.firstIndex(of: " ")
    else { return .malformed(place: file, reason: message) }
    return .malformed(
      place: ([file[...]] + numbers).joined(separator: ":"),
      reason: String(message[message.index(after: space)...]))
  }
}

extension CellSlot.Kind {
  @MainActor
  fileprivate init?(of widget: NativeWidget) {
    if isA(widget, gtk_label_get_type()) {
      self = .text
    } else if isA(widget, gtk_button_get_type()) {
      self = .button
    } else if isA(widget, gtk_image_get_type()) {
      self = .icon
    } else if isA(widget, gtk_picture_get_type()) {
      self = .picture
    } else if isA(widget, gtk_progress_bar_get_type()) || isA(widget, gtk_level_bar_get_type()) {
      self = .progress
    } else {
      return nil
    }
  }
}

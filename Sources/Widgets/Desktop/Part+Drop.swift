internal import CHikidashiGTK
internal import HikidashiBase

extension Part {
  /// Accepts files that are dragged onto the part from a file manager, or pasted with Ctrl+V while
  /// the part has the keyboard focus.
  ///
  /// ```swift
  /// list.onFiles { paths in for path in paths { open(path) } }
  /// ```
  ///
  /// - Parameter take: Called with the paths of the files; those that are not on this computer are
  ///   left out.
  @discardableResult
  public func onFiles(_ take: @escaping @MainActor ([String]) -> Void) -> Self {
    guard let drop = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY),
      let keys = gtk_event_controller_key_new()
    else { return self }
    addController(drop)
    connect(UnsafeMutableRawPointer(drop), "drop") { arguments in
      guard let value = arguments.boxed(1) else { return false }
      let paths = FileList.paths(in: value.assumingMemoryBound(to: GValue.self))
      if !paths.isEmpty { take(paths) }
      return !paths.isEmpty
    }
    // Before a text in it, which would take the files' names for words.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_event_controller_set_propagation_phase(drop, GTK_PHASE_CAPTURE)
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      guard held == GDK_CONTROL_MASK.rawValue, arguments.uint(1) == Int(GDK_KEY_v),
        Clipboard.hasFiles
      else { return false }
      Task {
        let paths = await Clipboard.files()
        if !paths.isEmpty { take(paths) }
      }
      return true
    }
    return self
  }

  /// Accepts files like the synchronous method, and does with them what takes a while.
  ///
  /// What `take` throws is told in the window, with a way to try again. Files that come while it runs are
  /// taken after it.
  @discardableResult
  public func onFiles(_ take: @escaping @MainActor ([String]) async throws -> Void) -> Self {
    let work = Submission(title: { tr("Open Files") }, take)
    return onFiles { [weak self] (paths: [String]) in work.start(with: paths, in: self) }
  }
}

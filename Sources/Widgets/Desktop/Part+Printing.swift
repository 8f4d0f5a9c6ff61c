internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiPresentation

extension Part {
  /// Writes the part into a PDF file as vector graphics, on as many pages as it needs.
  ///
  /// A ``TextReader`` is written whole, black on white with its pictures, and with its headings as the outline of
  /// the file; what is in a ``Scroller``
  /// too, as it looks.
  /// Other parts are written as they look now, smaller where they are wider than the page.
  ///
  /// ```swift
  /// try reader.savePDF(to: folder + "/rfc2119.pdf", title: "RFC 2119")
  /// ```
  ///
  /// - Parameters:
  ///   - path: Where the file is written.
  ///   - title: What the document is called.
  ///   - paper: The size of its pages.
  public func savePDF(
    to path: String, title: String = "", paper: Paper = .a4
  ) throws(PictureError) {
    guard let pages = printedPages(room: paper.room) else { throw .notShown }
    guard !path.contains("\0"),
      let surface = cairo_pdf_surface_create(path, paper.width, paper.height),
      let cairo = cairo_create(surface)
    else { throw .cannotWrite(path: path) }
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw .cannotWrite(path: path)
    }
    if !title.isEmpty { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title) }
    for page in 0..<pages.count {
      cairo_save(cairo)
      cairo_translate(cairo, paper.margin, paper.margin)
      pages.draw(page, on: cairo)
      cairo_restore(cairo)
      cairo_show_page(cairo)
    }
    addOutline(pages.outline, to: surface, margin: paper.margin)
    cairo_surface_finish(surface)
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      throw .cannotWrite(path: path)
    }
  }

  /// Titles stand in the outline below the last one before them that is larger.
  private func addOutline(_ titles: [PageTitle], to surface: OpaquePointer, margin: Double) {
    var open: [(level: Int, id: gint)] = []
    for title in titles {
      while let last = open.last, last.level >= title.level { open.removeLast() }
      let place = "page=\(title.page + 1) pos=[\(Int(margin)) \(Int(margin + title.y))]"
      let flags = open.isEmpty ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0)
      let id = cairo_pdf_surface_add_outline(
        surface, open.last?.id ?? CAIRO_PDF_OUTLINE_ROOT, title.title, place, flags)
      open.append((title.level, id))
    }
  }

  /// Prints the part through the desktop's print dialog; ``savePDF(to:title:paper:)`` describes
  /// what is printed.
  ///
  /// The dialog waits in the queue of the part's window until no other dialog is there. It goes when the
  /// window is closed or the task is cancelled.
  ///
  /// - Parameter title: What the printer's queue calls it.
  /// - Returns: False when the user has thought better of it, or the dialog went before an answer.
  @discardableResult
  public func printOut(title: String) async throws(PrintError) -> Bool {
    guard let window = self.window ?? Window.inFront else {
      return try await printOut(title: title, exportingTo: nil)
    }
    let errand = DesktopErrand(name: title) { () async -> Result<Bool, PrintError> in
      do throws(PrintError) {
        return .success(try await self.printOut(title: title, exportingTo: nil))
      } catch {
        return .failure(error)
      }
    }
    let answer: Result<Bool, PrintError>
    do throws(PresentationError) { answer = try await window.present(errand) } catch {
      if case .ended(_, .failed) = error { throw .failed(reason: error.description) }
      return false
    }
    return try answer.get()
  }

  /// Prints through the desktop's print dialog, or without it into a PDF file if a path is given.
  package func printOut(title: String, exportingTo path: String?) async throws(PrintError) -> Bool {
    guard let native, let operation = gtk_print_operation_new() else { throw .notShown }
    defer { g_object_unref(UnsafeMutableRawPointer(operation)) }
    gtk_print_operation_set_job_name(operation, title)
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_allow_async(operation, 1)
    if let path { gtk_print_operation_set_export_filename(operation, path) }
    let window = gtk_widget_get_root(native).map { $0.widget.cast(to: GtkWindow.self) }
    let run = PrintRun(self, operation, over: window)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        run.start(
          path == nil
            ? GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG : GTK_PRINT_OPERATION_ACTION_EXPORT,
          continuation)
      }
    } onCancel: {
      Task { @MainActor in run.cancel() }
    }
    return try answer.get()
  }

  /// The part on pages; nil where it is not shown.
  fileprivate func printedPages(room: Size) -> (any PrintedPages)? {
    if let reader = self as? TextReader { return reader.printedText(room: room) }
    guard let native else { return nil }
    return WidgetPages(of: (self as? Scroller)?.content ?? native, room: room)
  }
}

/// An error of printing.
public enum PrintError: Error, CustomStringConvertible, Sendable, Hashable {
  /// The part is not in a window on the screen.
  case notShown
  case failed(reason: String)

  /// The error as a sentence for the user.
  public var description: String {
    switch self {
    case .notShown: tr("Cannot print: the part is in no window that is shown.")
    case .failed(let reason): tr("Cannot print: {} Check that the printer is on.", reason)
    }
  }
}

/// One print operation, from its start to its one answer. Its signals hold it.
@MainActor
private final class PrintRun {
  private let part: Part
  /// Its owner waits for the answer.
  private let operation: UnsafeMutablePointer<GtkPrintOperation>
  private let window: UnsafeMutablePointer<GtkWindow>?
  private var continuation: CheckedContinuation<Result<Bool, PrintError>, Never>?
  private var pages: (any PrintedPages)?

  init(
    _ part: Part, _ operation: UnsafeMutablePointer<GtkPrintOperation>,
    over window: UnsafeMutablePointer<GtkWindow>?
  ) {
    self.part = part
    self.operation = operation
    self.window = window
  }

  func start(
    _ action: GtkPrintOperationAction,
    _ continuation: CheckedContinuation<Result<Bool, PrintError>, Never>
  ) {
    self.continuation = continuation
    let operation = operation
    let sender = UnsafeMutableRawPointer(operation)
    connect(sender, "begin-print") { arguments in
      self.begin(operation, arguments.object(1).map { OpaquePointer($0) })
      return false
    }
    connect(sender, "draw-page") { arguments in
      if let context = arguments.object(1).map({ OpaquePointer($0) }),
        let cairo = gtk_print_context_get_cairo_context(context)
      {
        self.pages?.draw(arguments.int(2), on: cairo)
      }
      return false
    }
    connect(sender, "done") { arguments in
      self.end(operation, GtkPrintOperationResult(UInt32(clamping: arguments.enumeration(1))))
      return false
    }
    let result = gtk_print_operation_run(operation, action, window, nil)
    // Otherwise the signal says how it went.
    if result != GTK_PRINT_OPERATION_RESULT_IN_PROGRESS { end(operation, result) }
  }

  /// Takes the dialog away and answers that nothing is printed, unless it was answered.
  func cancel() {
    guard continuation != nil else { return }
    gtk_print_operation_cancel(operation)
    closeDialog()
    // A dialog of the desktop's portal cannot be taken back: what it says is heard by nobody.
    answer(.success(false))
  }

  /// GTK has no call for it.
  private func closeDialog() {
    let type = g_type_from_name("GtkPrintUnixDialog")
    guard let window, type != 0 else { return }
    for dialog in toplevels(ofType: type)
    where gtk_window_get_transient_for(dialog.cast(to: GtkWindow.self)) == window {
      gtk_dialog_response(dialog.cast(to: GtkDialog.self), GTK_RESPONSE_CANCEL.rawValue)
    }
  }

  private func toplevels(ofType type: GType) -> [NativeWidget] {
    let list = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(list)).compactMap { position in
      guard let item = g_list_model_get_item(list, position) else { return nil }
      // GTK itself holds its windows.
      defer { g_object_unref(item) }
      let isMeant =
        g_type_check_instance_is_a(item.assumingMemoryBound(to: GTypeInstance.self), type) != 0
      return isMeant ? item.assumingMemoryBound(to: GtkWidget.self) : nil
    }
  }

  private func begin(
    _ operation: UnsafeMutablePointer<GtkPrintOperation>, _ context: OpaquePointer?
  ) {
    guard let context else { return }
    let room = Size(gtk_print_context_get_width(context), gtk_print_context_get_height(context))
    pages = part.printedPages(room: room)
    gtk_print_operation_set_n_pages(operation, gint(clamping: max(pages?.count ?? 1, 1)))
  }

  private func end(
    _ operation: UnsafeMutablePointer<GtkPrintOperation>, _ result: GtkPrintOperationResult
  ) {
    switch result {
    case GTK_PRINT_OPERATION_RESULT_ERROR:
      var error: UnsafeMutablePointer<GError>?
      gtk_print_operation_get_error(operation, &error)
      answer(.failure(.failed(reason: message(of: &error))))
    case GTK_PRINT_OPERATION_RESULT_CANCEL: answer(.success(false))
    default: answer(pages == nil ? .failure(.notShown) : .success(true))
    }
  }

  private func answer(_ answer: Result<Bool, PrintError>) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: answer)
  }
}

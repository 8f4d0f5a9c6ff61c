internal import CGTK

/// Reports a programmer's mistake in the log, where GTK reports its own.
func reportMisuse(_ message: String) {
  message.withCString { text in
    "%s".withCString { format in
      withVaList([text]) { g_logv("Hikidashi", G_LOG_LEVEL_WARNING, format, $0) }
    }
  }
}

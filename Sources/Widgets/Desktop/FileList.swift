internal import CHikidashiGTK

/// Files as GDK hands them from one program to another.
enum FileList {
  /// A new `GValue` that holds a `GdkFileList`.
  static func value(of paths: [String]) -> GValue {
    var files: [OpaquePointer?] = paths.map { g_file_new_for_path($0) }
    defer { for case let file? in files { g_object_unref(UnsafeMutableRawPointer(file)) } }
    var value = GValue()
    g_value_init(&value, gdk_file_list_get_type())
    g_value_take_boxed(
      &value, UnsafeRawPointer(gdk_file_list_new_from_array(&files, gsize(files.count))))
    return value
  }

  /// The paths of a `GdkFileList`; files that are not on this computer have none.
  static func paths(in value: UnsafePointer<GValue>) -> [String] {
    guard g_type_check_value_holds(value, gdk_file_list_get_type()) != 0,
      let list = g_value_get_boxed(value)
    else { return [] }
    let files = gdk_file_list_get_files(OpaquePointer(list))
    defer { g_slist_free(files) }
    var paths: [String] = []
    var entry = files
    while let item = entry {
      if let path = item.pointee.data.flatMap({ g_file_get_path(OpaquePointer($0)) }) {
        paths.append(String(cString: path))
        g_free(path)
      }
      entry = item.pointee.next
    }
    return paths
  }
}

/// The files in `Library/`, which the compiler puts into the program itself.
enum BuiltInLibrary {
  static var index: [UInt8] { PackageResources.rfc_index_txt }
  static var guide: [UInt8] { PackageResources.guide_txt }
}

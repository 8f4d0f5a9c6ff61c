extension TimelineSource {
  /// Where a file of an archive is, such as a picture of a post.
  ///
  /// - Parameter address: The ``Post/Picture/address`` within the archive.
  /// - Returns: The path; nil where there is no such file, or it is outside of the folder, whatever links say.
  public func file(_ address: String) -> String? {
    guard !address.isEmpty, let folder = try? ArchiveFolder(self.address) else { return nil }
    return folder.place(of: address)
  }
}

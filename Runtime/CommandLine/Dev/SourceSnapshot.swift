import Foundation

/// The files of a package that a build reads, with their times of modification and sizes.
///
/// It is taken several times a second. Files of packages that the package depends on are not among them.
struct SourceSnapshot: Hashable, Sendable {
  /// One file as it was when the snapshot was taken.
  struct State: Hashable, Sendable {
    let modified: Date
    let size: Int
  }

  private let files: [String: State]

  /// - Parameter files: the files, by their paths in the package.
  init(files: [String: State]) { self.files = files }

  /// Looks at the manifest, and at all files below `Sources` and `Plugins` but hidden ones.
  ///
  /// - Parameter folder: the package's folder.
  init(of folder: String) {
    let root = URL(filePath: folder, directoryHint: .isDirectory)
    var files: [String: State] = [:]
    func note(_ file: URL, _ path: String) {
      let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey, .isRegularFileKey]
      guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true,
        let modified = values.contentModificationDate
      else { return }
      files[path] = State(modified: modified, size: values.fileSize ?? 0)
    }
    for name in ["Package.swift", "Package.resolved"] { note(root.appending(path: name), name) }
    for name in ["Sources", "Plugins"] {
      let part = root.appending(path: name, directoryHint: .isDirectory)
      let start = part.path(percentEncoded: false).count
      let found = FileManager.default.enumerator(at: part, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
      while let file = found?.nextObject() as? URL {
        note(file, name + "/" + String(file.path(percentEncoded: false).dropFirst(start)))
      }
    }
    self.files = files
  }

  /// The paths of the files that were added, changed or removed, in order.
  func changes(since earlier: SourceSnapshot) -> [String] {
    Set(files.keys).union(earlier.files.keys).filter { files[$0] != earlier.files[$0] }.sorted()
  }
}

import FoundationEssentials
import Loop

/// The files of a package that a build reads, with their times of modification and sizes.
///
/// It is taken several times a second. Files of packages that the package depends on are not among them.
struct SourceSnapshot: Hashable, Sendable {
  /// One file as it was when the snapshot was taken.
  struct State: Hashable, Sendable {
    /// Nanoseconds since 1970.
    let modified: Int
    let size: Int
  }

  /// The file in which a build pins the versions of the package's dependencies.
  private static let pins = "Package.resolved"

  private let files: [String: State]

  /// - Parameter files: the files, by their paths in the package.
  init(files: [String: State]) { self.files = files }

  /// Looks at the manifest, and at all files below `Sources` and `Plugins` but hidden ones. Links are followed, as
  /// SwiftPM does.
  init(of folder: String) {
    var files: [String: State] = [:]
    // Each folder is looked at once, since a link may lead to a folder around it.
    var folders: Set<FileStatus.Identity> = []
    /// Notes a file, or the files below a folder. A folder that cannot be read has none.
    func note(_ path: String) {
      guard let status = FileStatus(of: "\(folder)/\(path)") else { return }
      switch status.kind {
      case .regular: files[path] = State(modified: status.modified, size: status.size)
      case .folder:
        guard folders.insert(status.identity).inserted else { return }
        // In a fixed order, since a folder with two names is noted under the first.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? []
        for name in names.sorted() where !name.hasPrefix(".") { note("\(path)/\(name)") }
      case .symbolicLink, .socket, .other: break
      }
    }
    for path in ["Package.swift", Self.pins, "Sources", "Plugins"] { note(path) }
    self.files = files
  }

  /// This snapshot with the pins of one that was taken after the build: the build may have written them.
  func withPins(of later: SourceSnapshot) -> SourceSnapshot {
    var files = files
    files[Self.pins] = later.files[Self.pins]
    return SourceSnapshot(files: files)
  }

  /// The paths of the files that were added, changed or removed, in order.
  func changes(since earlier: SourceSnapshot) -> [String] {
    Set(files.keys).union(earlier.files.keys).filter { files[$0] != earlier.files[$0] }.sorted()
  }
}

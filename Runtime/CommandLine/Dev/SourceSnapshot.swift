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

  /// Looks at the manifest, and at all files below `Sources` and `Plugins` but hidden ones.
  init(of folder: String) {
    var files: [String: State] = [:]
    func note(_ path: String) {
      guard let status = FileStatus(of: "\(folder)/\(path)"), status.kind == .regular else { return }
      files[path] = State(modified: status.modified, size: status.size)
    }
    for name in ["Package.swift", Self.pins] { note(name) }
    /// Notes the files below a folder. One that cannot be read has none.
    func noteAll(below path: String) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? [] {
        guard !name.hasPrefix(".") else { continue }
        let kind = FileStatus(of: "\(folder)/\(path)/\(name)", followsLinks: false)?.kind
        if kind == .folder { noteAll(below: "\(path)/\(name)") } else { note("\(path)/\(name)") }
      }
    }
    for name in ["Sources", "Plugins"] { noteAll(below: name) }
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

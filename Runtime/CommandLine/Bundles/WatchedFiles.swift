import Loop
import Workers

/// The executables that a host watches, and what it has seen of them.
struct WatchedFiles {
  private var states: [(file: BundleFile, state: FileWatchState)]

  /// Takes the files as they are now for those that are served. So it is made before they are copied: a file that
  /// changes while the host starts is found then.
  init(_ files: [BundleFile]) {
    states = files.map { ($0, FileWatchState(taken: Self.sight(of: $0.path))) }
  }

  /// Looks at all files.
  ///
  /// - Returns: those that are to be served now.
  mutating func changed(at now: ContinuousClock.Instant) -> [BundleFile] {
    var changed: [BundleFile] = []
    for (index, (file, _)) in states.enumerated() {
      if states[index].state.saw(Self.sight(of: file.path), at: now) { changed.append(file) }
    }
    return changed
  }

  /// Records that a file was not served.
  mutating func refused(_ file: BundleFile) {
    for index in states.indices where states[index].file == file { states[index].state.refused() }
  }

  /// Whether a file was refused and is to be tried again.
  var hasRefused: Bool { states.contains { $0.state.isRefused } }

  /// Records that what is served has changed: files that were refused are returned again.
  mutating func servingChanged() {
    for index in states.indices { states[index].state.servingChanged() }
  }

  private static func sight(of path: String) -> FileWatchState.Sight? {
    guard let status = FileStatus(of: path), status.kind == .regular else { return nil }
    return FileWatchState.Sight(
      size: status.size, modified: status.modified, identity: status.identity,
      isExecutable: status.permissions & 0o111 != 0)
  }
}

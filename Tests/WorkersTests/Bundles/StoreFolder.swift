import Foundation

/// A folder that is gone after the test, with executables in it.
struct StoreFolder: ~Copyable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bundles-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The folder of the store.
  var store: String { "\(path)/store" }

  /// Writes an executable file with a text.
  func executable(_ text: String) throws -> String {
    let file = "\(path)/\(text)"
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return file
  }

  /// The names of the store's files.
  var files: Set<String> { Self.names(in: store) }
  /// The folder for copies of executables that are not deployed.
  var run: String { "\(store)/run" }
  /// The names of these copies: their digests.
  var copies: Set<String> { Self.names(in: run) }

  private static func names(in folder: String) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
  }
}

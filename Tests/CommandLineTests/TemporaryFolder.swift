import Foundation

/// A temporary folder, which is removed with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "swiftlet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  /// Writes a shell script that can be executed, and returns its path.
  func write(script name: String, _ text: String) throws -> String {
    let file = try write(name, "#!/bin/sh\n\(text)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return file
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
  }
}

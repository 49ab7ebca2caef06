import Foundation

/// A file that a form brought, in a folder of its own. It is removed after the action.
final class ReceivedFile {
  /// The absolute path of the file. It can be executed.
  let path: String
  private(set) var count = 0
  private let folder: String
  private let handle: FileHandle

  /// - Throws: ``PageError/unavailable(_:)`` if the temporary folder cannot be written.
  init() throws(PageError) {
    let files = FileManager.default
    folder = files.temporaryDirectory.appending(path: "swiftlet-upload-\(UUID().uuidString)").path(
      percentEncoded: false)
    path = "\(folder)/executable"
    let isMade: Void? = try? files.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    guard isMade != nil, files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o700]),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw .unavailable("The temporary folder cannot be written: check TMPDIR and its free space") }
    self.handle = handle
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(PageError) {
    count += bytes.count
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw .unavailable("The file cannot be written: check the free space of the temporary folder")
    }
  }

  func close() throws(PageError) {
    do {
      try handle.close()
    } catch {
      throw .unavailable("The file cannot be written: check the free space of the temporary folder")
    }
  }

  /// Removes the file and its folder.
  func remove() {
    try? handle.close()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

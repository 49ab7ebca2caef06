import FoundationEssentials
import Glibc
import Loop

/// A file that a form brought, in a folder of its own. It is removed after the action.
final class ReceivedFile {
  /// The absolute path of the file. It can be executed.
  let path: String
  private(set) var count = 0
  private let folder: String
  private var descriptor: CInt

  /// - Throws: ``PageError/unavailable(_:)`` if the temporary folder cannot be written.
  init() throws(PageError) {
    folder = FileManager.default.temporaryDirectory.appending(path: "swiftlet-upload-\(UUID().uuidString)").path(
      percentEncoded: false)
    path = "\(folder)/executable"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      descriptor = try Descriptor.create(path, permissions: 0o700, isNew: true)
    } catch {
      throw .unavailable("The temporary folder cannot be written: check TMPDIR and its free space")
    }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  func write(_ bytes: ArraySlice<UInt8>) throws(PageError) {
    count += bytes.count
    guard Descriptor.write(bytes, to: descriptor) else { throw Self.notWritten }
  }

  func close() throws(PageError) {
    guard descriptor >= 0 else { return }
    let result = Glibc.close(descriptor)
    descriptor = -1
    guard result == 0 else { throw Self.notWritten }
  }

  /// Removes the file and its folder.
  func remove() {
    try? close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let notWritten = PageError.unavailable(
    "The file cannot be written: check the free space of the temporary folder")
}

import FoundationEssentials
import Glibc
import Loop

extension Output {
  /// Writes bytes to a file, or to stdout.
  ///
  /// - Throws: ``Failure`` for a file that cannot be written.
  static func write(_ text: [UInt8], to path: String?) throws(Failure) {
    guard let path else { return bytes(text) }
    do throws(SystemError) {
      let descriptor = try Descriptor.create(path, permissions: 0o666)
      guard Descriptor.write(text, to: descriptor) else {
        let error = SystemError()
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else { throw SystemError() }
    } catch {
      throw Failure(.failed, "\(path) cannot be written: \(error)")
    }
  }

  /// Makes a folder, and those above it.
  ///
  /// - Throws: ``Failure`` for a folder that cannot be made.
  static func makeFolder(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
      throw Failure(.failed, "\(path) cannot be made: \(code.map { "\(SystemError($0))" } ?? "\(error)")")
    }
  }
}

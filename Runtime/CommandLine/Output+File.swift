import Foundation

extension Output {
  /// Writes bytes to a file, or to stdout.
  ///
  /// - Throws: ``Failure`` for a file that cannot be written.
  static func write(_ text: [UInt8], to path: String?) throws(Failure) {
    guard let path else { return bytes(text) }
    do {
      try Data(text).write(to: URL(filePath: path))
    } catch {
      throw Failure(.failed, "\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}

import Glibc
import Loop

/// Whole reads of the files and pipes that a command's options name.
enum InputFile {
  /// Reads a file, or a pipe such as that of `<(…)` in a shell, to its end.
  static func bytes(at path: String) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return try bytes(of: descriptor)
  }

  /// Reads standard input to its end.
  static func standardInput() throws(SystemError) -> [UInt8] { try bytes(of: STDIN_FILENO) }

  private static func bytes(of descriptor: CInt) throws(SystemError) -> [UInt8] {
    guard let bytes = Descriptor.readToEnd(descriptor) else { throw SystemError() }
    return bytes
  }
}

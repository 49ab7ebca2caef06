import FoundationEssentials
import Glibc
import Loop

extension Output {
  /// Writes bytes to a file, or to stdout with `-` or nil.
  ///
  /// A regular file has its old content until the new one is whole.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/output`` for a file that cannot be written.
  static func write(_ text: [UInt8], to path: String?) throws(Failure) {
    guard let path, path != "-" else { return bytes(text) }
    do throws(SystemError) {
      // A symbolic link is kept, and its target is replaced.
      let target = Paths.followingLinks(path)
      let old = FileStatus(of: target, followsLinks: false)
      switch old?.kind {
      case nil, .regular?: try replace(target, by: text, permissions: old.map { mode_t($0.permissions) })
      default: try fill(Descriptor.create(path, permissions: 0o666), with: text)
      }
    } catch {
      throw Failure(.output, "\(path) cannot be written: \(error)", hint: "make room, or name another file")
    }
  }

  /// Writes a new file beside another, and gives it the other's name.
  ///
  /// - Parameter permissions: the permission bits of the replaced file; nil for a new file.
  private static func replace(_ path: String, by text: [UInt8], permissions: mode_t?) throws(SystemError) {
    let new = "\(path).\(getpid()).new"
    let descriptor: CInt
    do throws(SystemError) {
      descriptor = try Descriptor.create(new, permissions: 0o666, isNew: true)
    } catch {
      // A file that may be written to can be in a folder that may not.
      guard error.number == EACCES, permissions != nil else { throw error }
      return try fill(Descriptor.create(path, permissions: 0o666), with: text)
    }
    do throws(SystemError) {
      if let permissions { _ = fchmod(descriptor, permissions) }
      try fill(descriptor, with: text)
      guard unsafe rename(new, path) == 0 else { throw SystemError() }
    } catch {
      try? FileManager.default.removeItem(atPath: new)
      throw error
    }
  }

  /// Writes bytes to a descriptor, and closes it.
  private static func fill(_ descriptor: CInt, with text: [UInt8]) throws(SystemError) {
    guard Descriptor.write(text, to: descriptor) else {
      let error = SystemError()
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw SystemError() }
  }

  /// Makes a folder, and those above it.
  ///
  /// - Throws: ``Failure`` for a folder that cannot be made.
  static func makeFolder(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let number = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
      let code: Failure.Code = number == ENOSPC ? .output : .failed
      throw Failure(code, "\(path) cannot be made: \(number.map { "\(SystemError($0))" } ?? "\(error)")")
    }
  }
}

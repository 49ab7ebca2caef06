import Glibc
import Wire

/// The running executable, as help texts and `--version` name it.
enum Program {
  /// The file name of the executable: that of an author's package has a name of its own.
  static let name = CommandLine.arguments.first.map(\.pathName) ?? "swiftlet"

  /// The version of the Swiftlet runtime in the executable.
  static let runtimeVersion = "0.1.0"

  /// The name of the user that runs the command; its number if it has no name.
  static var account: String {
    guard let user = unsafe getpwuid(geteuid()), let name = unsafe user.pointee.pw_name else { return "\(geteuid())" }
    return unsafe String(cString: name)
  }
}

import Foundation

/// The running executable, as help texts and `--version` name it.
enum Program {
  /// The file name of the executable: that of an author's package has a name of its own.
  static let name = CommandLine.arguments.first.map { ($0 as NSString).lastPathComponent } ?? "swiftlet"

  /// The version of the Swiftlet runtime in the executable.
  static let runtimeVersion = "0.1.0"
}

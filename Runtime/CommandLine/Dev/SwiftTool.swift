import Glibc
import Loop

/// Runs of the command `swift` of the toolchain that is in the `PATH`.
enum SwiftTool {
  /// The end of a run.
  struct Result: Hashable, Sendable {
    /// The exit code; 128 and the signal's number after a signal.
    let status: CInt
    /// Standard output and standard error in their order; empty if they were shown.
    let output: String
  }

  /// Runs the command, and ends it when the task is cancelled.
  ///
  /// - Parameters:
  ///   - arguments: the arguments, as in `["build"]`.
  ///   - folder: the folder to run it in.
  ///   - isShown: whether its output goes to this process's standard error, and not to the result.
  /// - Throws: ``Failure`` if it cannot be started.
  static func run(_ arguments: [String], in folder: String, isShown: Bool = false) async throws(Failure) -> Result {
    let tool = ChildProcess(
      program: "swift", arguments: arguments, folder: folder, output: isShown ? .shown : .collected)
    do throws(SystemError) {
      let result = try await tool.run()
      return Result(status: result.status, output: String(decoding: result.output, as: UTF8.self))
    } catch {
      throw Failure(.failed, "The command swift cannot be started in \(folder): \(error)")
    }
  }
}

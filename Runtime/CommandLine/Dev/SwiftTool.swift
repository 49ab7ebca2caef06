import Glibc
import Loop

/// Runs of the command `swift` of the toolchain that is in the `PATH`.
enum SwiftTool {
  /// Runs the command, and ends it when the task is cancelled.
  ///
  /// - Parameter isShown: whether its output goes to this process's standard error, and not to the result.
  /// - Returns: the status as in ``ChildProcess/Result``, and standard output and standard error in their order, which
  ///   is empty if they were shown.
  /// - Throws: ``Failure`` if it cannot be started.
  static func run(
    _ arguments: [String], in folder: String, isShown: Bool = false
  ) async throws(Failure) -> (status: CInt, output: String) {
    let tool = ChildProcess(
      program: "swift", arguments: arguments, folder: folder, output: isShown ? .shown : .collected)
    do throws(SystemError) {
      let result = try await tool.run()
      return (result.status, String(decoding: result.output, as: UTF8.self))
    } catch {
      throw Failure(.failed, "The command swift cannot be started in \(folder): \(error)")
    }
  }
}

import Foundation

/// Runs of the command `swift` of the toolchain that is in the `PATH`.
enum SwiftTool {
  /// The end of a run.
  struct Result: Hashable, Sendable {
    /// The exit code; 128 and the signal's number after a signal.
    let status: Int32
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
  static func run(_ arguments: [String], in folder: String, isShown: Bool = false) async throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardInput = FileHandle.nullDevice
    let pipe = isShown ? nil : Pipe()
    process.standardOutput = pipe ?? FileHandle.standardError
    process.standardError = pipe ?? FileHandle.standardError
    do {
      try process.run()
    } catch {
      throw Failure(.failed, "The command swift cannot be started: \(error.localizedDescription)")
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The wait blocks: it has a thread of its own, which ends with the process.
        let thread = Thread {
          let data = (try? pipe?.fileHandleForReading.readToEnd()) ?? nil
          process.waitUntilExit()
          let status = process.terminationStatus
          let output = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
          continuation.resume(
            returning: Result(status: process.terminationReason == .exit ? status : 128 + status, output: output))
        }
        thread.name = "swift-tool"
        thread.start()
      }
    } onCancel: {
      process.terminate()
    }
  }
}

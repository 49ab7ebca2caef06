import Foundation
import Host

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
    // `waitUntilExit` occupies a core until the process ends.
    let ended = Promise<Int32>()
    process.terminationHandler = { process in
      let status = process.terminationStatus
      ended.fulfil(process.terminationReason == .exit ? status : 128 + status)
    }
    do {
      try process.run()
    } catch {
      throw Failure(.failed, "The command swift cannot be started: \(error.localizedDescription)")
    }
    return await withTaskCancellationHandler {
      let output = if let pipe { await readToEnd(pipe.fileHandleForReading) } else { "" }
      return Result(status: await ended.value(), output: output)
    } onCancel: {
      process.terminate()
    }
  }

  /// Reads a file on a thread of its own, which ends with the file.
  private static func readToEnd(_ file: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let data = (try? file.readToEnd()) ?? nil
        continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
      }
      thread.name = "swift-tool"
      thread.start()
    }
  }
}

import Channel
import Edge
import Glibc
import Loop
import Workers

/// The manifest that a bundle's executable prints.
enum PrintedManifest {
  /// The longest time for it.
  private static let limit = Duration.seconds(10)
  /// The most bytes of it that are read.
  private static let mostBytes = 64 << 20

  /// Runs `executable manifest`.
  ///
  /// - Parameter source: the file that the executable is a copy of, which errors name; nil without a copy.
  /// - Throws: ``Failure`` if it prints no manifest in time.
  static func of(_ executable: String, copiedFrom source: String? = nil) async throws(Failure) -> Manifest {
    let name = source ?? executable
    let program = ChildProcess(
      program: executable, arguments: ["manifest"], environment: ["SWIFT_BACKTRACE": "enable=no"],
      output: .standardOutput(limit: mostBytes), signal: SIGKILL)
    let run = Task { () async throws(SystemError) -> ChildProcess.Result in try await program.run() }
    let timer = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      run.cancel()
    }
    defer { timer.cancel() }
    let result: ChildProcess.Result
    do {
      result = try await run.value
    } catch {
      throw refusal(name, "it does not start: \(error)")
    }
    guard result.status == 0 else {
      throw refusal(name, "it ended with \(result.status), or took longer than \(limit)")
    }
    guard let manifest = try? Wire.decode(Manifest.self, from: result.output) else {
      throw refusal(name, "it prints something else")
    }
    return manifest
  }

  private static func refusal(_ executable: String, _ reason: String) -> Failure {
    Failure(
      .failed, "\(executable) prints no manifest: \(reason)",
      hint: "it has to be a bundle: an executable that calls Bundle(…).main()")
  }
}

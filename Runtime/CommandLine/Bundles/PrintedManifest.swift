import Channel
import Edge
import Glibc
import Loop
import Workers

/// The manifest that a bundle's executable prints.
enum PrintedManifest {
  /// The most bytes of it that are read.
  private static let mostBytes = 64 << 20

  /// Runs `executable manifest`.
  ///
  /// - Parameters:
  ///   - source: the file that the executable is a copy of, which errors name; nil without a copy.
  ///   - limit: the longest time for it.
  /// - Throws: ``Failure`` if it prints no manifest in time.
  static func of(
    _ executable: String, copiedFrom source: String? = nil, within limit: Duration = .seconds(10)
  ) async throws(Failure) -> Manifest {
    let name = source ?? executable
    let program = ChildProcess(
      program: executable, arguments: ["manifest"], environment: ["SWIFT_BACKTRACE": "enable=no"],
      output: .standardOutput(limit: mostBytes), signal: SIGKILL)
    let run = Task { () async throws(SystemError) -> ChildProcess.Result in try await program.run() }
    // Returns whether it has ended the program.
    let timer = Task { () async -> Bool in
      guard (try? await Task.sleep(for: limit)) != nil else { return false }
      run.cancel()
      return true
    }
    defer { timer.cancel() }
    func lateness() async -> String? {
      timer.cancel()
      return await timer.value ? "it took longer than \(limit)" : nil
    }
    let result: ChildProcess.Result
    do {
      result = try await run.value
    } catch {
      throw refusal(name, await lateness() ?? "it does not start: \(error)")
    }
    guard result.status == 0 else { throw refusal(name, await lateness() ?? "it ended with \(result.status)") }
    guard let manifest = try? Wire.decode(Manifest.self, from: result.output) else {
      throw refusal(name, "it prints something else")
    }
    return manifest
  }

  /// The manifest of a deployed version: the one that is kept, or else the one that its executable prints.
  static func of(_ digest: String, in store: BundleStore) async throws(Failure) -> Manifest {
    if let kept = store.manifest(of: digest) { return kept }
    return try await of(store.executable(digest))
  }

  private static func refusal(_ executable: String, _ reason: String) -> Failure {
    Failure(
      .failed, "\(executable) prints no manifest: \(reason)",
      hint: "it has to be a bundle: an executable that calls Bundle(…).main()")
  }
}

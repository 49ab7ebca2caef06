import Channel
import Edge
import Foundation
import Workers

/// The manifest that a bundle's executable prints.
enum PrintedManifest {
  /// The longest time for it.
  private static let limit = Duration.seconds(10)
  /// The most bytes of it that are read.
  private static let mostBytes = 64 << 20

  /// Runs `executable manifest`.
  ///
  /// - Throws: ``Failure`` if it prints no manifest in time.
  static func of(_ executable: String) async throws(Failure) -> Manifest {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = ["manifest"]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw refusal(executable, "it does not start: \(error.localizedDescription)")
    }
    let timer = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      kill(process.processIdentifier, SIGKILL)
    }
    let data = await Task.detached { read(output.fileHandleForReading) }.value
    process.waitUntilExit()
    timer.cancel()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw refusal(executable, "it ended with \(process.terminationStatus), or took longer than \(limit)")
    }
    guard let manifest = try? Wire.decode(Manifest.self, from: [UInt8](data)) else {
      throw refusal(executable, "it prints something else")
    }
    return manifest
  }

  private static func read(_ file: FileHandle) -> Data {
    var data = Data()
    while data.count < mostBytes, let piece = try? file.read(upToCount: 1 << 20), !piece.isEmpty { data += piece }
    return data
  }

  private static func refusal(_ executable: String, _ reason: String) -> Failure {
    Failure(
      .failed, "\(executable) prints no manifest: \(reason)",
      hint: "it has to be a bundle: an executable that calls Bundle(…).main()")
  }
}

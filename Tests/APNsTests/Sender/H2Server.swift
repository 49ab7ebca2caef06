import Foundation
import Push
import Testing

@testable import APNs

/// `Tests/Clients/h2_apns.py`: a server on Python's `h2`, with a fresh certificate for `localhost`.
struct H2Server {
  /// What the server received.
  struct Report: Decodable {
    var attempts: [String: Int]
    /// The number of ids for each device token.
    var ids: [String: Int]
    var delivered: Int
    var problems: [String]
    var connections: Int
    var mostStreams: Int
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let python =
    ProcessInfo.processInfo.environment["SWIFTLET_TEST_PYTHON"] ?? root.appending(path: ".build-venv/bin/python").path

  /// Whether there is a Python with `h2`, which `Scripts/setup.sh --test` installs.
  static let isAvailable: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    let process = try? run(python, ["-c", "import h2"], in: root, output: FileHandle.nullDevice, input: nil)
    process?.waitUntilExit()
    return process?.terminationStatus == 0
  }()

  let port: Int
  let certificate: String
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()

  init(folder: URL, _ options: [String] = []) throws {
    certificate = folder.appending(path: "certificate.pem").path
    let generation = try Self.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem",
      ], in: folder, output: FileHandle.nullDevice, input: nil)
    generation.waitUntilExit()
    try #require(generation.terminationStatus == 0)
    process = try Self.run(
      Self.python,
      [Self.root.appending(path: "Tests/Clients/h2_apns.py").path, "certificate.pem", "key.pem"] + options,
      in: folder, output: output, input: input)
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Stops the server and returns its report.
  func stop() throws -> Report {
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Report.self, from: data)
  }

  private static func run(
    _ program: String, _ arguments: [String], in folder: URL, output: Any, input: Pipe?
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    return process
  }
}

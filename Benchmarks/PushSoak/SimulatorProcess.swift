import Curl
import Foundation
import HTTPCalls
import NIOCore

/// `swiftlet apns-simulator` in a process of its own, so that only the sender's memory is measured here.
struct SimulatorProcess {
  struct Failed: Error { let output: String }

  let url: String
  let caFile: String
  private let inspection: String
  private let process = Process()
  private let folder: URL

  /// Starts it with a script in which every so many requests something goes wrong, mostly the end of a connection.
  init(binary: String, every: Int, count: Int) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "push-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ways = [
      #"{"fault":"close"}"#, #"{"fault":"disconnect","arrives":true}"#, #"{"fault":"goaway","gives_up":"none"}"#,
      #"{"fault":"goaway","gives_up":"later"}"#, #"{"fault":"answer","status":503,"reason":"Shutdown"}"#,
      #"{"fault":"reset","code":"REFUSED_STREAM"}"#, #"{"fault":"settings","max_concurrent_streams":2}"#,
    ]
    let steps = (0..<count / every).map {
      #"{"requests":\#(every - 1)},{"requests":1,"faults":[\#(ways[$0 % ways.count])]}"#
    }
    let script = folder.appending(path: "faults.json")
    try #"{"steps":[\#(steps.joined(separator: ","))]}"#.write(to: script, atomically: true, encoding: .utf8)
    // Its line per push goes to a file: a pipe would have to be read.
    let output = folder.appending(path: "output").path
    try Data().write(to: URL(filePath: output))
    // A sender that crashes leaves it behind, but not for ever.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    let binary = URL(filePath: binary).path
    process.arguments = [
      "timeout", "900", binary, "apns-simulator", "--port", "0", "--inspection-port", "0", "--folder",
      folder.path + "/certificates",
      "--faults", script.path,
    ]
    let file = FileHandle(forWritingAtPath: output)
    process.standardOutput = file
    process.standardError = file
    try process.run()
    try file?.close()
    var said: [String] = []
    while said.count < 3 {
      try await Task.sleep(for: .milliseconds(50))
      let text = try String(contentsOfFile: output, encoding: .utf8)
      guard process.isRunning else { throw Failed(output: text) }
      said =
        text.matches(of: /APNS_URL=(\S+) APNS_CA_FILE=(\S+)[\s\S]*curl (\S+)\/notifications\n/).first
        .map { [String($0.1), String($0.2), String($0.3)] } ?? []
    }
    (url, caFile, inspection) = (said[0], said[1], said[2])
  }

  /// How many faults it has played.
  func faults() async throws -> Int {
    let client = HTTPClient()
    let response = try await client.get(inspection + "/status")
    await client.shutdown()
    let status = try JSONDecoder().decode(Status.self, from: Data(response.body.readableBytesView))
    return status.faults.values.reduce(0, +)
  }

  private struct Status: Decodable { let faults: [String: Int] }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

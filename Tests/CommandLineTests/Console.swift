import Edge
import Foundation
import Synchronization
import Testing

@testable import Swiftlet

/// Runs commands of an application in a folder of their own, from the arguments to the output and the exit code.
struct Console: Sendable {
  struct Result {
    let code: Int32
    let output: String
    let error: String

    /// The output to stdout, decoded from JSON.
    func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
      try Wire.decode(type, from: [UInt8](output.utf8))
    }
  }

  let folder: TemporaryFolder
  let application: Application
  /// The database of the commands, as `--database` names it.
  var database: String

  init(_ application: Application, config: String = "") throws {
    self.application = application
    folder = try TemporaryFolder()
    database = "sqlite:\(folder.path)/data.sqlite"
    // Files in the tests' working folder are ignored.
    try folder.write("config.toml", config)
    try folder.write(".env", "SWIFTLET_PORT=0\nSWIFTLET_LOG_LEVEL=critical\n")
  }

  /// Another application in the folder of a console.
  init(_ other: Console, _ application: Application) {
    (folder, database) = (other.folder, other.database)
    self.application = application
  }

  /// The options of the configuration's files.
  var files: [String] {
    ["--config", "\(folder.path)/config.toml", "--env-file", "\(folder.path)/.env", "--database", database]
  }

  /// Runs a command.
  ///
  /// - Parameter options: whether the command takes the options of the configuration's files.
  func run(_ arguments: String..., options: Bool = true) async -> Result { await run(arguments, options: options) }

  func run(_ arguments: [String], options: Bool = true) async -> Result {
    let written = Mutex((output: Data(), error: Data()))
    let code = await Application.$current.withValue(application) {
      await Output.$write.withValue({ data, stream in
        written.withLock { stream == .output ? $0.output.append(data) : $0.error.append(data) }
      }) {
        await CommandRunner.run(arguments + (options ? files : []))
      }
    }
    let (output, error) = written.withLock { $0 }
    return Result(
      code: code, output: String(decoding: output, as: UTF8.self), error: String(decoding: error, as: UTF8.self))
  }

  /// The configuration of the commands.
  func configuration() throws -> LoadedConfiguration {
    var request = ConfigurationRequest(folder: folder.path)
    request.flags["database"] = database
    request.jobs = Set(application.allJobs.map(\.name))
    return try LoadedConfiguration(request)
  }
}

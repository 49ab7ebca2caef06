import FoundationEssentials
import Wire

/// The package that `dev` builds.
struct PackageBuild: Sendable {
  /// The end of a build.
  enum Outcome: Hashable, Sendable {
    /// The executable's path.
    case built(String)
    /// The compiler's errors, or those of SwiftPM.
    case failed(BuildOutput)
  }

  /// The package's folder, an absolute path.
  let folder: String
  /// The executable's name.
  let product: String
  /// `debug` or `release`.
  let configuration: String

  /// Reads the manifest of a package.
  ///
  /// - Parameter product: the executable's name; nil for the only one.
  /// - Throws: ``Failure`` if there is no package, or no such executable.
  static func find(in folder: String, product: String?, configuration: String) async throws -> PackageBuild {
    let folder = Paths.absolute(folder)
    guard FileManager.default.fileExists(atPath: Paths.resolve("Package.swift", in: folder)) else {
      throw Failure(
        .failed, "There is no package in \(folder)", hint: "make one with \(Program.name) init <folder>")
    }
    let dump = try await SwiftTool.run(["package", "dump-package"], in: folder)
    // Warnings may stand before the JSON.
    guard dump.status == 0, let start = dump.output.firstIndex(of: "{"),
      let executables = try? Wire.decode(PackageExecutables.self, from: Array(dump.output[start...].utf8))
    else {
      throw Failure(.failed, "The manifest of the package cannot be read:\n\(dump.output)")
    }
    return PackageBuild(
      folder: folder, product: try executables.executable(product), configuration: configuration)
  }

  /// The executable's path, whether or not it is built.
  var executable: String { Paths.resolve(".build/\(configuration)/\(product)", in: folder) }

  func snapshot() -> SourceSnapshot { SourceSnapshot(of: folder) }

  /// Builds the executable.
  ///
  /// - Parameter isShown: whether the output is shown while it arrives.
  /// - Throws: ``Failure`` if the command `swift` cannot be started; `CancellationError`.
  func build(isShown: Bool) async throws -> Outcome {
    let arguments = ["build", "--product", product, "--configuration", configuration]
    let result = try await SwiftTool.run(arguments, in: folder, isShown: isShown)
    try Task.checkCancellation()
    return result.status == 0 ? .built(executable) : .failed(BuildOutput(result.output))
  }
}

import ArgumentParser
import FoundationEssentials

/// `init`: makes a package for an author's functions.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a package of your own: a function, a job, and tests that pass.",
    discussion: """
      Examples:
        \(Program.name) init my-functions
        \(Program.name) init my-functions --swiftlet ../swiftlet
        \(Program.name) init my-functions --swiftlet https://github.com/you/swiftlet \\
          --swiftlet-version 0.1.0
      """)

  @Argument(help: "The folder to make; its name becomes the package's.", completion: .directory)
  var folder: String

  @Option(
    help: """
      Where the package finds Swiftlet: a folder, which is named by a relative path, or the URL of a git repository. \
      (default: the sources that this executable was built from)
      """,
    completion: .directory)
  var swiftlet: String?

  @Option(help: "The least version to take from the URL. (default: \(Program.runtimeVersion), this version)")
  var swiftletVersion: String?

  func validate() throws {
    guard !folder.isEmpty else { throw ValidationError("The folder has no name: give one, such as my-functions") }
    _ = try name
  }

  private var target: URL { URL(filePath: folder).standardizedFileURL }

  private var name: PackageName { get throws { try PackageName(target.lastPathComponent) } }

  func run() throws {
    let dependency = try PackageDependency(
      swiftlet, version: swiftletVersion, in: target.path(percentEncoded: false))
    let template = PackageTemplate(name: try name, dependency: dependency)
    try refuseWhatIsThere(at: target)
    for (path, text) in template.files {
      let file = "\(target.path(percentEncoded: false))/\(path)"
      try Output.makeFolder(file.pathFolder)
      try Output.write([UInt8](text.utf8), to: file)
    }
    Output.line(
      """
      Made \(folder):
      \(template.files.map { "  \($0.path)" }.joined(separator: "\n"))

      Next:
        cd \(folder)
        \(Program.name) dev
      """)
  }

  private func refuseWhatIsThere(at target: URL) throws {
    let path = target.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let found = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw Failure(.failed, "\(folder) exists already, and is not a folder that can be read")
    }
    guard found.isEmpty else {
      throw Failure(.failed, "\(folder) is not empty", hint: "give the name of a folder that is not there yet")
    }
  }
}

import Channel
import FoundationEssentials
import Glibc
import Loop

extension Bundle {
  /// Runs the executable and ends the process.
  ///
  /// A host starts it as a worker. With the argument `manifest` it prints what it contains as JSON. Started in any
  /// other way, it says how it is served and ends with status 64.
  public func main() async -> Never {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.elementsEqual(["manifest"]) { printManifest() }
    if ProcessInfo.processInfo.environment["SWIFTLET_WORKER"] == "1" { await WorkerMain.run(self) }
    let path = CommandLine.arguments.first ?? name
    Self.write(
      """
      This is the Swiftlet bundle \(name): \(functions.count + procedures.count) functions, \(jobs.count) jobs. A host serves it:

        swiftlet serve --bundle \(path)
        swiftlet deploy \(name) \(path)

      '\(path) manifest' prints what it contains.

      """, to: STDERR_FILENO)
    exit(64)
  }

  private func printManifest() -> Never {
    if let fault {
      Self.write("The bundle \(name) cannot be served: \(fault)\n", to: STDERR_FILENO)
      exit(65)
    }
    do {
      let isWritten = Self.write(String(decoding: try Wire.encode(manifest), as: UTF8.self) + "\n", to: STDOUT_FILENO)
      exit(isWritten ? 0 : 74)
    } catch {
      Self.write("The manifest cannot be written: \(error)\n", to: STDERR_FILENO)
      exit(70)
    }
  }

  /// - Returns: whether all of the text is written.
  @discardableResult
  static func write(_ text: String, to descriptor: CInt) -> Bool {
    Descriptor.write(text.utf8, to: descriptor)
  }
}

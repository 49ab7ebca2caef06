import ArgumentParser
import Edge
import OpenAPI

/// `client`: writes a client of the executable's functions.
struct ClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Write a client of the functions: one file of Swift on Foundation alone.",
    discussion: """
      The file has a struct SwiftletClient with one method for each function, its types, and typed errors. A call that \
      writes sends a new Idempotency-Key. Only calls of functions that say `.idempotent()` or `.readOnly()` are tried \
      again, with the same key.

      Examples:
        \(Program.name) client --swift --output SwiftletClient.swift
        \(Program.name) client --swift --from openapi.json > SwiftletClient.swift
        \(Program.name) client --check openapi.json
      """)

  @OptionGroup var options: ConfigurationOptions

  @OptionGroup var check: CheckOption

  @Flag(help: "In Swift, the only language.")
  var swift = false

  @Option(
    help: "An OpenAPI document of `openapi`, or - for stdin. (default: that of this executable's functions)",
    completion: .file())
  var from: String?

  @Option(help: "The file to write, or - for stdout. (default: stdout)", completion: .file())
  var output: String?

  func validate() throws {
    if !swift, check.file == nil { throw ValidationError("say --swift for a client in Swift, or --check") }
    if !swift, output != nil { throw ValidationError("--output is the file of a client: say --swift too") }
  }

  func run() async throws {
    let document: ParsedDocument
    if let from {
      document = try CheckOption.read(from, after: "--from")
    } else {
      let configuration = try options.load()
      let application = try await KnownBundles.application(configuration, .current)
      document = try ParsedDocument(application.document(configuration.host).json)
    }
    if let old = try check.document() { try check.compare(old, with: document) }
    guard swift else { return }
    try Output.write([UInt8](ClientSource(document).text.utf8), to: output)
  }
}

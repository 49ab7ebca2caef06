import ArgumentParser
import Edge
import OpenAPI

/// `openapi`: writes the OpenAPI document of the executable's functions, or compares it with an older one.
struct OpenAPICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Write the OpenAPI 3.1 document of the functions, made from their own types.",
    discussion: """
      The document is JSON. A running host answers with it at /functions/v1/_internal/openapi.json, to this machine and \
      to the service key.

      A type that cannot be recorded is named in a warning, and by x-swiftlet-unrecorded in the document: declare its \
      schema, as the documentation of Edge shows.

      --check compares the document with an older one. It names each change that breaks clients of the older one, and \
      the exit code is 1 if there is one.

      Examples:
        \(Program.name) openapi > openapi.json
        \(Program.name) openapi --output openapi.json
        \(Program.name) openapi --check openapi.json
      """)

  @OptionGroup var options: ConfigurationOptions

  @OptionGroup var check: CheckOption

  @Flag(help: "As JSON, the only form.")
  var json = false

  @Option(help: "The file to write, or - for stdout. (default: stdout)", completion: .file())
  var output: String?

  func validate() throws {
    if check.file != nil, output != nil { throw ValidationError("--check and --output exclude each other") }
  }

  func run() async throws {
    let configuration = try options.load()
    let document = try await KnownBundles.application(configuration, .current).document(configuration.host)
    if let old = try check.document() {
      try check.compare(old, with: try ParsedDocument(document.json))
      return
    }
    for (operation, reason) in document.unrecorded { Output.warning("\(operation): \(reason)") }
    try Output.write(document.text, to: output)
  }
}

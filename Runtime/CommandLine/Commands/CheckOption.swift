import ArgumentParser
import Edge
import OpenAPI

/// The flag `--check` of `openapi` and `client`.
struct CheckOption: ParsableArguments {
  @Option(
    name: .customLong("check"),
    help: "An older document, or - for stdin: names what breaks its clients, and exits with 1 if there is anything.",
    completion: .file())
  var file: String?

  /// The older document; nil without the flag.
  func document() throws(Failure) -> ParsedDocument? {
    try file.map { path throws(Failure) in try Self.read(path, after: "--check") }
  }

  /// Compares two documents, and writes the breaking changes, one a line.
  ///
  /// - Throws: ``Failure`` if there are any.
  func compare(_ old: ParsedDocument, with new: ParsedDocument) throws(Failure) {
    let changes = BreakingChanges(from: old, to: new).changes
    for change in changes { Output.line(change) }
    guard changes.isEmpty else {
      throw Failure(.failed, "\(changes.count) \(changes.count == 1 ? "change breaks" : "changes break") clients")
    }
  }

  /// Reads a document.
  ///
  /// - Parameter option: the option that names it.
  static func read(_ path: String, after option: String) throws(Failure) -> ParsedDocument {
    let bytes = try OptionContent.file(path, "The document \(path) after \(option)")
    do {
      return try ParsedDocument(try Wire.decode(JSONObject.self, from: bytes))
    } catch let error as DocumentError {
      throw Failure(.failed, "\(path): \(error.reason)")
    } catch {
      throw Failure(.failed, "\(path) is no JSON: \(error)")
    }
  }
}

import Foundation

/// A `config.toml`, read and checked once.
struct ConfigurationFile: Sendable {
  /// The file's name in messages.
  let name: String
  /// The folder from which the file's relative paths start.
  let folder: String
  let root: TOMLNode

  /// - Throws: ``Failure`` that names the line and column at which the text is not TOML.
  init(text: String, name: String, folder: String) throws(Failure) {
    self.name = name
    self.folder = folder
    do {
      root = try TOMLNode(parsing: text)
    } catch {
      throw Failure(.configuration, "\(name):\(error.line):\(error.column): not TOML: \(error.reason)")
    }
    try check()
  }

  /// The table of a section; empty if the file does not have it.
  ///
  /// - Throws: ``Failure`` if the value is not a table.
  func table(_ path: String...) throws(Failure) -> [String: TOMLNode] {
    guard let node = root[path] else { return [:] }
    guard let table = node.table else { throw refusal("[\(path.joined(separator: "."))]", node, expected: "a table") }
    return table
  }

  /// The failure for a value of the wrong type.
  func refusal(_ name: String, _ node: TOMLNode, expected: String) -> Failure {
    Failure(.configuration, "\(self.name) \(name) is \(node.found): expected \(expected)")
  }

  /// Refuses wrong types and ranges in Swiftlet's sections, also of values that a flag or the environment overrides.
  private func check() throws(Failure) {
    for section in KnownKeys.sections { _ = try table(section) }
    for setting in Settings.all where setting.isInFile {
      guard let node = root[setting.path] else { continue }
      guard let text = setting.text(of: node) else {
        throw refusal(setting.nameInFile, node, expected: setting.expected)
      }
      guard setting.accepts(text) else {
        throw setting.explanation(of: "\(name) \(setting.nameInFile)", text)
          ?? refusal(setting.nameInFile, node, expected: setting.expected)
      }
    }
  }
}

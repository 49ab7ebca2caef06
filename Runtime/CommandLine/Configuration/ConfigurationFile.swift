import FoundationEssentials

/// A `config.toml`, read and checked once.
struct ConfigurationFile: Sendable {
  let name: String
  /// The folder from which the file's relative paths start.
  let folder: String
  let root: TOMLNode
  let faults: LoadFaults

  /// - Throws: ``Failure`` that names the line and column at which the text is not TOML, or nested too deeply.
  init(text: String, name: String, folder: String, faults: LoadFaults = .first) throws(Failure) {
    self.faults = faults
    self.name = name
    self.folder = folder
    if let fault = TOMLDepth.fault(in: text) {
      throw Failure(
        .configuration, "\(name):\(fault.line):\(fault.column): nested too deeply: \(fault.reason)")
    }
    do {
      root = try TOMLNode(parsing: text)
    } catch {
      throw Failure(.configuration, "\(name):\(error.line):\(error.column): not TOML: \(error.reason)")
    }
    try check()
  }

  /// The table of a section, such as `functions` or `storage.buckets`; empty if the file does not have it.
  ///
  /// - Throws: ``Failure`` if the value is not a table.
  func table(_ section: String) throws(Failure) -> [String: TOMLNode] {
    guard let node = root[section.split(separator: ".").map(String.init)] else { return [:] }
    guard let table = node.table else { throw refusal("[\(section)]", node, expected: "a table") }
    return table
  }

  /// Reads the members of a table in the order of their names. Each is a step of the load: see ``LoadFaults``.
  func readEach(
    of table: [String: TOMLNode], _ read: (String, TOMLNode) throws(Failure) -> Void
  ) throws(Failure) {
    for (name, node) in table.sorted(by: { $0.key < $1.key }) {
      try faults.attempt { () throws(Failure) in try read(name, node) }
    }
  }

  /// The failure for a value of the wrong type.
  ///
  /// - Parameter isList: whether an array of texts is expected. Then an element of another type is named.
  func refusal(_ name: String, _ node: TOMLNode, expected: String, isList: Bool = false) -> Failure {
    var found = "is \(node.found)"
    if isList, case .array(let elements) = node {
      let other = elements.first { if case .text = $0 { false } else { true } }
      if let other { found = "has the element \(other.found)" }
    }
    return Failure(.configuration, "\(self.name) \(name) \(found): expected \(expected)")
  }

  /// Refuses wrong types and ranges in Swiftlet's sections, also of values that a flag or the environment overrides.
  private func check() throws(Failure) {
    for section in KnownKeys.sections { try faults.attempt { () throws(Failure) in _ = try table(section) } }
    for setting in Settings.all where setting.isInFile {
      guard let node = root[setting.path] else { continue }
      try faults.attempt { () throws(Failure) in try check(setting, node) }
    }
  }

  private func check(_ setting: any AnySetting, _ node: TOMLNode) throws(Failure) {
    guard let text = setting.text(of: node) else {
      throw refusal(setting.nameInFile, node, expected: setting.expected, isList: setting.isList)
    }
    guard setting.accepts(text) else {
      throw setting.explanation(of: "\(name) \(setting.nameInFile)", text)
        ?? refusal(setting.nameInFile, node, expected: setting.expected)
    }
  }
}

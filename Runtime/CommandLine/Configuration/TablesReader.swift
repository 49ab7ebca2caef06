/// A reader of the tables of `config.toml` whose names are the author's, such as `[functions.<name>]`. It collects
/// each value with its origin, and the warnings.
final class TablesReader {
  let file: ConfigurationFile
  private(set) var warnings: [String] = []
  private(set) var entries: [ConfigurationEntry] = []

  init(_ file: ConfigurationFile) { self.file = file }

  func warn(_ warning: String) { warnings.append(warning) }

  func note(_ entry: ConfigurationEntry) { entries.append(entry) }
}

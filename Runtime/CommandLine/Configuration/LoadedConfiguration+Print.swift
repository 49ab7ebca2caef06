import Console

extension LoadedConfiguration {
  /// Writes each value and where it came from to stdout.
  func print(asJSON: Bool) throws {
    guard !asJSON else { return try Output.json(entries.map(PrintedSetting.init)) }
    let table = Table("KEY", "VALUE", "FROM", of: entries) { [$0.key, $0.value, $0.origin] }
    Output.line(table.text)
  }
}

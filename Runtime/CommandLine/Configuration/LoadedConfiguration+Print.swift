import Console

extension LoadedConfiguration {
  /// Writes each value and where it came from to stdout.
  func print(asJSON: Bool) throws {
    guard !asJSON else { return try Output.json(entries.map(PrintedSetting.init)) }
    var table = Table("KEY", "VALUE", "FROM")
    table.rows = entries.map { [$0.key, $0.value, $0.origin] }
    Output.line(table.text)
  }
}

import Database

extension Migration {
  /// The figures that hosts announce: JSON.
  static let hostFigures = Migration(
    version: 7, name: "host figures",
    sqlite: "ALTER TABLE swiftlet_hosts ADD COLUMN figures TEXT;",
    postgres: "ALTER TABLE swiftlet.hosts ADD COLUMN figures TEXT;")
}

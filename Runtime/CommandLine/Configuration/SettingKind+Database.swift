import Engines

extension SettingKind where Value == DatabaseLocation {
  /// `sqlite:<path>` or `postgres://…`.
  static var databaseLocation: Self {
    var kind = Self(
      expected: "sqlite:<path of a file> or postgres://user@host/database",
      read: { text in
        guard let location = DatabaseLocation(text) else { return nil }
        if case .postgres = location, PostgresOptions.fault(in: text) != nil { return nil }
        return location
      },
      write: \.description)
    kind.rebase = { text, folder in
      guard case .sqlite(let path) = DatabaseLocation(text) else { return text }
      return "sqlite:" + Paths.resolve(path, in: folder)
    }
    kind.explain = { DatabaseLocation.refusal(of: $0, $1) }
    return kind
  }
}

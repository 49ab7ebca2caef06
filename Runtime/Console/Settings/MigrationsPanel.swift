/// The migrations of each set, those that are not applied first.
struct MigrationsPanel {
  private let lines: [MigrationLine]

  init(_ lines: [MigrationLine], _ filter: Filter) {
    self.lines = lines.filter { line in
      (filter["state"].map { line.state.rawValue == $0 } ?? true) && filter["from"] == nil && filter["access"] == nil
        && filter.hasWords(in: [line.set, line.name, line.state.rawValue])
    }
  }

  var html: HTML {
    let sorted = lines.filter { $0.state == .pending } + lines.filter { $0.state != .pending }
    return Panel(
      title: "Migrations",
      content: DataTable(
        columns: [.init("Set"), .init("Version", .end), .init("Name"), .init("State")],
        rows: sorted.map { line in
          DataTable.Row(
            key: "\(line.set) \(line.version)",
            cells: ["\(line.set)", "\(line.version)", "\(line.name)", Self.state(line)])
        },
        empty:
          "<p>No migration matches the filter. Those that are pending:</p>\(Code("swiftlet migrate --dry-run").html)",
        label: "Migrations"
      ).html
    ).html
  }

  private static func state(_ line: MigrationLine) -> HTML {
    let badge =
      switch line.state {
      case .applied: Badge(.good, "applied")
      case .pending: Badge(.bad, "pending")
      case .newer: Badge(.warning, "of a newer program")
      case .checked: Badge(.idle, "the project's own tables")
      }
    return "\(badge.html)\(if: line.breaking, " <small>breaking</small>")"
  }
}

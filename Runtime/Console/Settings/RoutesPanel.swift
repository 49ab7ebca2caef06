/// The paths that the host answers.
struct RoutesPanel {
  private let routes: [RouteLine]

  init(_ routes: [RouteLine], _ filter: Filter) {
    self.routes = routes.filter { route in
      (filter["access"].map { route.access == $0 } ?? true) && filter["from"] == nil && filter["state"] == nil
        && filter.hasWords(in: [route.route, route.name, route.kind.words])
    }
  }

  var html: HTML {
    Panel(
      title: "Routes",
      content: DataTable(
        columns: [.init("Path"), .init("Kind"), .init("Answered by"), .init("Access")],
        rows: routes.enumerated().map { index, route in
          DataTable.Row(
            key: "\(route.route) \(index)",
            cells: ["<code>\(route.route)</code>", "\(route.kind.words)", "\(route.name)", "\(route.access ?? "–")"])
        },
        empty: "<p>No route matches the filter. All functions with their routes:</p>\(Code("swiftlet functions").html)",
        label: "Routes"
      ).html
    ).html
  }
}

extension RouteLine.Kind {
  var words: String {
    switch self {
    case .function: "function"
    case .procedure: "database function"
    case .table: "table"
    case .prefix: "all paths below"
    }
  }
}

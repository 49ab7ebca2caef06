import FoundationEssentials
import Wire

/// The settings in force, each with its origin. The values of secrets are masks already.
struct SettingsPanel {
  private let settings: [PrintedSetting]

  init(_ settings: [PrintedSetting], _ filter: Filter) {
    self.settings = settings.filter { setting in
      (filter["from"].map { setting.from.containsIgnoringCase($0) } ?? true)
        && filter["state"] == nil && filter["access"] == nil
        && filter.hasWords(in: [setting.key, setting.value, setting.from])
    }
  }

  var html: HTML {
    Panel(
      title: "Settings in force",
      content: DataTable(
        columns: [.init("Key"), .init("Value"), .init("From")],
        rows: settings.enumerated().map { index, setting in
          // A key may have several lines, such as one for each bundle.
          DataTable.Row(
            key: "\(setting.key) \(index)",
            cells: ["\(setting.key)", "<code>\(setting.value)</code>", origin(setting.from)])
        },
        empty: "<p>No setting matches the filter. All settings:</p>\(Code("swiftlet serve --print-config").html)",
        label: "Settings in force"
      ).html
    ).html
  }

  private func origin(_ from: String) -> HTML { from == "default" ? "<small>default</small>" : "\(from)" }
}

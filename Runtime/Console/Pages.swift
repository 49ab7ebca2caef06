/// The pages of the console, in the order of the navigation.
package struct Pages: Sendable {
  private let bySection: [Section: any Page]

  package init(_ sources: ConsoleSources) {
    self.init([
      OverviewPage(sources),
      FunctionsPage(sources),
      InvocationsPage(sources),
      LogsPage(sources),
      SchedulesPage(sources),
      QueuePage(sources),
      PushPage(sources),
      ErrorsPage(sources),
      HostsPage(sources),
      SettingsPage(controls: sources.controls, host: sources.host),
    ])
  }

  package init(_ pages: [any Page]) {
    bySection = Dictionary(pages.map { ($0.section, $0) }) { first, _ in first }
  }

  /// The page of a section; nil if this host has none.
  package subscript(section: Section) -> (any Page)? { bySection[section] }

  /// The sections that have a page, in order.
  package var sections: [Section] { Section.allCases.filter { bySection[$0] != nil } }
}

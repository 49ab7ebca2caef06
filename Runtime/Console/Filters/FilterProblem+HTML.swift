extension FilterProblem {
  /// The problems as a note above the list; nothing without problems.
  static func note(_ problems: [FilterProblem]) -> HTML {
    guard !problems.isEmpty else { return .empty }
    let items = problems.prefix(10).map { "<li><code>\($0.term)</code> \($0.reason)</li>" as HTML }
    return """
      <div class="flash bad" role="alert"><p>These parts of the filter are not applied:</p><ul>\(items)</ul></div>
      """
  }
}

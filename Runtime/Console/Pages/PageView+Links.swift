extension PageView {
  /// The path and the query of this view.
  ///
  /// - Parameter fallback: its page, if the view does not name it.
  package func link(in fallback: Section) -> String {
    let path = ([(section ?? fallback).path] + path.map(Form.encode)).joined(separator: "/")
    return query.fields.isEmpty ? path : path + query.link
  }
}

extension Section {
  /// The path of a detail, whose parts are encoded: `/console/queue/42`.
  package func path(_ parts: String...) -> String { ([path] + parts.map(Form.encode)).joined(separator: "/") }

  /// The path of the page with a filter: `/console/queue?q=state%3Adead`.
  package func path(filter: String) -> String { "\(path)?q=\(Form.encode(filter))" }
}

import Edge

/// The events for one viewer: the changes of its views, and the list of views that are up to date.
struct ViewerNews: Sendable, Hashable {
  let updates: [ViewUpdate]
  /// The id of the events of the updates.
  let event: String
  /// The views whose last rendering succeeded.
  let rendered: [ViewKey]

  /// The events of the updates; empty without one.
  func changes(token: String) -> String {
    updates.map { "event: view\nid: \(event)\ndata: \($0.json(token: token))\n\n" }.joined()
  }

  /// The event that names the rendered views; empty without a rendered view.
  var still: String {
    guard !rendered.isEmpty else { return "" }
    let object = JSONObject([("views", .array(rendered.map { .string($0.name) }))])
    return "event: still\ndata: \(String(decoding: object.json, as: UTF8.self))\n\n"
  }
}

import Edge
import FoundationEssentials

/// The changes of a view that a viewer is sent.
struct ViewUpdate: Sendable, Hashable {
  let view: ViewKey
  let title: String
  /// The ids of all regions, in order.
  let order: [String]
  /// The regions that have changed since the last update.
  let changed: [RenderedRegion]
  /// The reason why the view could not be rendered; nil if it was.
  let failure: String?

  /// The data of its event, as JSON.
  func json(token: String) -> String {
    var object = JSONObject([("view", .string(view.name)), ("title", .string(title))])
    object["order"] = .array(order.map(JSONValue.string))
    object["regions"] = .array(
      changed.map { region in
        .array([.string(region.id), .string(HTML.sent(region.html, token: token))])
      })
    if let failure { object["failure"] = .string(failure) }
    return String(decoding: object.json, as: UTF8.self)
  }
}

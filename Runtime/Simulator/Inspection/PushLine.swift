import Push
import Wire

/// The log line for a push, for people.
enum PushLine {
  /// `Push to …3fa2 (alert): "Match found": Pizza`
  static func accepted(_ push: AcceptedPush) -> String {
    let target = push.token.map { "…\($0.suffix(8))" } ?? "channel \(push.channel ?? "")"
    let text = [title(push.json), body(push.json)].compactMap(\.self).joined(separator: ": ")
    return "Push to \(target) (\(push.type.rawValue))" + (text.isEmpty ? "" : ": ") + clean(text)
  }

  /// `Refused 400 BadPriority: a background push has apns-priority 5 …`
  static func refused(_ rejection: Rejection) -> String {
    "Refused \(rejection.reason.status) \(rejection.reason.rawValue): \(clean(rejection.explanation))"
  }

  /// `Fault close played on request 7`
  static func fault(_ fault: Fault, position: Int) -> String { "Fault \(fault.name) played on request \(position)" }

  private static func title(_ json: JSONValue) -> String? {
    let alert = json["aps"]?["alert"]
    return text(alert?["title"]) ?? alert?["title-loc-key"]?.string
  }

  private static func body(_ json: JSONValue) -> String? {
    let alert = json["aps"]?["alert"]
    return alert?.string ?? text(alert?["body"]) ?? alert?["loc-key"]?.string
  }

  /// A Live Activity's title and body may be an object with a key.
  private static func text(_ json: JSONValue?) -> String? { json?.string ?? json?["loc-key"]?.string }

  /// Replaces by spaces the characters with which a text could move the cursor, forge a line or change the direction of
  /// writing, and cuts the text after 300 Unicode scalars.
  private static func clean(_ text: String) -> String {
    var cleaned = ""
    for scalar in text.unicodeScalars.prefix(300) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: cleaned.unicodeScalars.append(" ")
      default: cleaned.unicodeScalars.append(scalar)
      }
    }
    return cleaned
  }
}

/// The push types of `apns-push-type` ("Sending notification requests to APNs").
enum PushType: String, CaseIterable {
  case alert, background, complication, controls, fileprovider, liveactivity, location, mdm, pushtotalk, voip, widgets

  /// The suffix of the topic; nil if it has none.
  var suffix: String? {
    switch self {
    case .alert, .background, .mdm: nil
    case .complication: ".complication"
    case .controls: ".push-type.controls"
    case .fileprovider: ".pushkit.fileprovider"
    case .liveactivity: ".push-type.liveactivity"
    case .location: ".location-query"
    case .pushtotalk: ".voip-ptt"
    case .voip: ".voip"
    case .widgets: ".push-type.widgets"
    }
  }

  /// The largest payload in bytes.
  var payloadLimit: Int { self == .voip ? 5120 : 4096 }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
  private static let suffixes = allCases.compactMap(\.suffix)

  init?(header: String) {
    guard let type = Self.byName[header] else { return nil }
    self = type
  }

  /// The bundle id in a topic of this type; nil when the topic has another type's suffix, or lacks its own.
  ///
  /// - Parameter apps: the known bundle ids, which may end like a suffix.
  func bundleID(of topic: String, apps: Set<String>) -> String? {
    guard let suffix else { return apps.contains(topic) || !Self.hasSuffix(topic) ? topic : nil }
    guard topic.hasSuffix(suffix), topic.utf8.count > suffix.utf8.count else { return nil }
    return String(topic.dropLast(suffix.count))
  }

  /// Whether a topic ends in the suffix of some push type.
  static func hasSuffix(_ topic: String) -> Bool { suffixes.contains { topic.hasSuffix($0) } }
}

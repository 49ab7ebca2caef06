import Push

/// The topics of push types ("Sending notification requests to APNs").
extension PushType {
  private static let suffixes = allCases.map(\.topicSuffix).filter { !$0.isEmpty }

  /// The bundle id in a topic of this type; nil when the topic has another type's suffix, or lacks its own.
  ///
  /// - Parameter apps: the known bundle ids, which may end like a suffix.
  func bundleID(of topic: String, apps: Set<String>) -> String? {
    guard !topicSuffix.isEmpty else { return apps.contains(topic) || !Self.hasSuffix(topic) ? topic : nil }
    guard topic.hasSuffix(topicSuffix), topic.utf8.count > topicSuffix.utf8.count else { return nil }
    return String(topic.dropLast(topicSuffix.count))
  }

  /// Whether a topic ends in the suffix of some push type.
  static func hasSuffix(_ topic: String) -> Bool { suffixes.contains { topic.hasSuffix($0) } }
}

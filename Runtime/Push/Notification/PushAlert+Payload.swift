extension PushAlert {
  private var hasText: Bool { title != nil || subtitle != nil || body != nil }

  func check() throws(PushError) {
    guard hasText || sound != nil || badge != nil else {
      throw PushError(
        .missing, field: "aps.alert",
        "The alert has no title, subtitle, body, sound or badge; set one, or send a background push.")
    }
    if let badge, badge < 0 {
      throw PushError(.invalidValue, field: "aps.badge", "It is \(badge); use 0 or more.")
    }
    if let relevanceScore, !(0...1).contains(relevanceScore) {
      throw PushError(.invalidValue, field: "aps.relevance-score", "It is \(relevanceScore); use 0 to 1.")
    }
    try sound?.check()
  }

  private enum Key: String, CodingKey {
    case alert, badge, category, sound
    case contentAvailable = "content-available"
    case filterCriteria = "filter-criteria"
    case interruptionLevel = "interruption-level"
    case mutableContent = "mutable-content"
    case relevanceScore = "relevance-score"
    case targetContentID = "target-content-id"
    case threadID = "thread-id"
  }

  func encodeAps(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if hasText || launchImage != nil { try container.encode(Lines(alert: self), forKey: .alert) }
    try container.encodeIfPresent(badge, forKey: .badge)
    try container.encodeIfPresent(category, forKey: .category)
    try container.encodeIfPresent(filterCriteria, forKey: .filterCriteria)
    try container.encodeIfPresent(interruptionLevel, forKey: .interruptionLevel)
    try container.encodeIfPresent(relevanceScore, forKey: .relevanceScore)
    try container.encodeIfPresent(sound, forKey: .sound)
    try container.encodeIfPresent(targetContentID, forKey: .targetContentID)
    try container.encodeIfPresent(threadID, forKey: .threadID)
    if mutableContent { try container.encode(1, forKey: .mutableContent) }
    if contentAvailable { try container.encode(1, forKey: .contentAvailable) }
  }

  /// The object `aps.alert`.
  private struct Lines: Encodable {
    let alert: PushAlert

    enum Key: String, CodingKey {
      case title, subtitle, body
      case launchImage = "launch-image"
      case titleKey = "title-loc-key"
      case titleArguments = "title-loc-args"
      case subtitleKey = "subtitle-loc-key"
      case subtitleArguments = "subtitle-loc-args"
      case bodyKey = "loc-key"
      case bodyArguments = "loc-args"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(alert.title, plain: .title, key: .titleKey, arguments: .titleArguments)
      try container.encode(alert.subtitle, plain: .subtitle, key: .subtitleKey, arguments: .subtitleArguments)
      try container.encode(alert.body, plain: .body, key: .bodyKey, arguments: .bodyArguments)
      try container.encodeIfPresent(alert.launchImage, forKey: .launchImage)
    }
  }
}

extension KeyedEncodingContainer {
  /// Writes a text as plain text or as a localisation key with arguments.
  fileprivate mutating func encode(_ text: PushText?, plain: Key, key: Key, arguments: Key) throws {
    switch text {
    case .plain(let text): try encode(text, forKey: plain)
    case .localized(let name, let values):
      try encode(name, forKey: key)
      if !values.isEmpty { try encode(values, forKey: arguments) }
    case nil: break
    }
  }
}

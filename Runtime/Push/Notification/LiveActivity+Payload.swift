extension LiveActivity {
  func check() throws(PushError) {
    _ = try EpochSeconds(timestamp, field: "aps.timestamp")
    if let staleDate { _ = try EpochSeconds(staleDate, field: "aps.stale-date") }
    if let relevanceScore, !relevanceScore.isFinite {
      throw PushError(.invalidValue, field: "aps.relevance-score", "It is not a finite number.")
    }
    try alert?.sound?.check()
    switch event {
    case .start(let type, _, let updates):
      guard !type.isEmpty else {
        throw PushError(
          .missing, field: "aps.attributes-type", "It is empty; name the app's type of ActivityAttributes.")
      }
      guard alert != nil else {
        throw PushError(.missing, field: "aps.alert", "A start without an alert is not shown; set one.")
      }
      if case .channel(let id) = updates { try Header.checkChannel(id, field: "aps.input-push-channel") }
    case .update: break
    case .end(let dismissal):
      if let dismissal { _ = try EpochSeconds(dismissal, field: "aps.dismissal-date") }
    }
  }

  private enum Key: String, CodingKey {
    case alert, attributes, event, timestamp
    case attributesType = "attributes-type"
    case contentState = "content-state"
    case dismissalDate = "dismissal-date"
    case inputPushChannel = "input-push-channel"
    case inputPushToken = "input-push-token"
    case relevanceScore = "relevance-score"
    case staleDate = "stale-date"
  }

  func encodeAps(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch event {
    case .start(let type, let attributes, let updates):
      try container.encode("start", forKey: .event)
      try container.encode(type, forKey: .attributesType)
      try container.encode(attributes, forKey: .attributes)
      switch updates {
      case .app: break
      case .token: try container.encode(1, forKey: .inputPushToken)
      case .channel(let id): try container.encode(id, forKey: .inputPushChannel)
      }
    case .update: try container.encode("update", forKey: .event)
    case .end(let dismissal):
      try container.encode("end", forKey: .event)
      if let dismissal {
        try container.encode(EpochSeconds(dismissal, field: "aps.dismissal-date"), forKey: .dismissalDate)
      }
    }
    if let state { try container.encode(state, forKey: .contentState) }
    try container.encode(EpochSeconds(timestamp, field: "aps.timestamp"), forKey: .timestamp)
    if let staleDate { try container.encode(EpochSeconds(staleDate, field: "aps.stale-date"), forKey: .staleDate) }
    try container.encodeIfPresent(relevanceScore, forKey: .relevanceScore)
    try container.encodeIfPresent(alert, forKey: .alert)
  }
}

extension LiveActivity.Alert: Encodable {
  private enum Key: String, CodingKey { case title, body, sound }

  /// Writes the form that ActivityKit reads: a localised text is an object, and the sound is inside the alert.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Text(text: title), forKey: .title)
    try container.encode(Text(text: body), forKey: .body)
    try container.encodeIfPresent(sound, forKey: .sound)
  }

  private struct Text: Encodable {
    let text: PushText

    enum Key: String, CodingKey {
      case key = "loc-key"
      case arguments = "loc-args"
    }

    func encode(to encoder: any Encoder) throws {
      switch text {
      case .plain(let text):
        var container = encoder.singleValueContainer()
        try container.encode(text)
      case .localized(let key, let arguments):
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(key, forKey: .key)
        if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
      }
    }
  }
}

public import FoundationEssentials

/// A start, an update or the end of a Live Activity.
///
/// ActivityKit decodes state and attributes by Foundation's default rules: a `Date` is written as seconds since 2001.
public struct LiveActivity: Sendable {
  /// The alert that the device shows and plays with a change.
  public struct Alert: Sendable, Hashable {
    /// The first line.
    public var title: PushText
    /// The text.
    public var body: PushText
    /// The sound; by default the system's.
    public var sound: PushSound?

    /// Creates an alert.
    public init(title: PushText, body: PushText, sound: PushSound? = nil) {
      self.title = title
      self.body = body
      self.sound = sound
    }
  }

  /// How an activity that a push started gets its updates.
  public enum Updates: Sendable, Hashable {
    /// As the app arranges it.
    case app
    /// By a separate token, which the app is asked to report.
    case token
    /// By broadcasts on a channel.
    case channel(String)
  }

  enum Event: Sendable {
    case start(type: String, attributes: any Encodable & Sendable, updates: Updates)
    case update
    case end(dismissal: Date?)
  }

  let event: Event
  let state: (any Encodable & Sendable)?

  /// The time of the change, rounded down to the second. The device ignores a change that is older than the one it
  /// shows.
  ///
  /// Like the other dates, it is of the years 1970 to 9999. Preparing a change with another date throws
  /// ``PushError/Code/invalidValue``.
  public var timestamp: Date

  /// The time from which the activity counts as outdated; nil for never.
  public var staleDate: Date?

  /// Its place among the app's activities; the highest is on top. Preparing a change with a number that is not finite
  /// throws ``PushError/Code/invalidValue``.
  public var relevanceScore: Double?

  /// The alert with the change; by default none.
  public var alert: Alert?

  /// Starts an activity (iOS 17.2). It goes to the app's push-to-start token.
  ///
  /// - Parameters:
  ///   - attributesType: The name of the app's type of `ActivityAttributes`.
  ///   - attributes: The values that stay the same for the activity's life.
  ///   - state: The first content.
  ///   - updates: How it gets its updates (iOS 18 for a token or a channel).
  public static func start(
    attributesType: String, attributes: any Encodable & Sendable, state: any Encodable & Sendable, alert: Alert,
    updates: Updates = .app, timestamp: Date = Date()
  ) -> LiveActivity {
    let event = Event.start(type: attributesType, attributes: attributes, updates: updates)
    return LiveActivity(event: event, state: state, timestamp: timestamp, alert: alert)
  }

  /// Changes what an activity shows, with an alert if there is one. It goes to the activity's own token.
  public static func update(
    state: any Encodable & Sendable, alert: Alert? = nil, timestamp: Date = Date()
  ) -> LiveActivity {
    LiveActivity(event: .update, state: state, timestamp: timestamp, alert: alert)
  }

  /// Ends an activity. It goes to the activity's own token.
  ///
  /// - Parameters:
  ///   - state: The last content; by default the content before.
  ///   - dismissal: When it leaves the lock screen: at once for a date in the past, by default after four hours.
  public static func end(
    state: (any Encodable & Sendable)? = nil, dismissal: Date? = nil, alert: Alert? = nil, timestamp: Date = Date()
  ) -> LiveActivity {
    LiveActivity(event: .end(dismissal: dismissal), state: state, timestamp: timestamp, alert: alert)
  }

  private init(event: Event, state: (any Encodable & Sendable)?, timestamp: Date, alert: Alert?) {
    self.event = event
    self.state = state
    self.timestamp = timestamp
    self.alert = alert
  }
}

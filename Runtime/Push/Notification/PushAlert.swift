/// A notification that people see or hear, or a new number on the app's icon.
public struct PushAlert: Sendable, Hashable {
  /// How much an alert may disturb.
  public enum InterruptionLevel: String, Sendable, Hashable, Codable {
    /// Into the list, without light or sound.
    case passive
    /// Light and sound, unless a focus holds it back. The system's default.
    case active
    /// Through a focus and through a summary.
    case timeSensitive = "time-sensitive"
    /// Through everything, for apps that Apple has entitled to it.
    case critical
  }

  /// The first line.
  public var title: PushText?

  /// The line below the title.
  public var subtitle: PushText?

  /// The text.
  public var body: PushText?

  /// The launch screen's file, shown when the alert is opened.
  public var launchImage: String?

  /// The sound; by default none.
  public var sound: PushSound?

  /// The number on the app's icon; 0 removes it, nil leaves it as it is. Preparing an alert with a negative number
  /// throws ``PushError/Code/invalidValue``.
  public var badge: Int?

  /// The group's id. Alerts with the same id form one group.
  public var threadID: String?

  /// The category, registered by the app, whose buttons the alert has.
  public var category: String?

  /// The window that the alert brings to front.
  public var targetContentID: String?

  /// How much it may disturb.
  public var interruptionLevel: InterruptionLevel?

  /// Its place in a summary, 0 to 1; the highest is on top. Preparing an alert with another number throws
  /// ``PushError/Code/invalidValue``.
  public var relevanceScore: Double?

  /// The value that the app's focus filters compare to decide whether the alert is shown.
  public var filterCriteria: String?

  /// Whether the app's service extension may change it before it is shown.
  public var mutableContent: Bool

  /// Whether the app is woken as well.
  public var contentAvailable: Bool

  /// Creates an alert. It needs a text, a sound or a badge: preparing one without throws ``PushError/Code/missing``.
  public init(
    title: PushText? = nil, subtitle: PushText? = nil, body: PushText? = nil, launchImage: String? = nil,
    sound: PushSound? = nil, badge: Int? = nil, threadID: String? = nil, category: String? = nil,
    targetContentID: String? = nil, interruptionLevel: InterruptionLevel? = nil, relevanceScore: Double? = nil,
    filterCriteria: String? = nil, mutableContent: Bool = false, contentAvailable: Bool = false
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.launchImage = launchImage
    self.sound = sound
    self.badge = badge
    self.threadID = threadID
    self.category = category
    self.targetContentID = targetContentID
    self.interruptionLevel = interruptionLevel
    self.relevanceScore = relevanceScore
    self.filterCriteria = filterCriteria
    self.mutableContent = mutableContent
    self.contentAvailable = contentAvailable
  }
}

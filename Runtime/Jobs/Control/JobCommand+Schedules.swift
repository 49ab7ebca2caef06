public import FoundationEssentials

extension JobCommand {
  /// A schedule with its last runs.
  public struct ScheduleLine: Codable, Sendable {
    /// A run, for a bar.
    public struct Bar: Codable, Sendable, Hashable {
      /// A ``RunOutcome``, or `running`.
      public let outcome: String
      /// Its duration in milliseconds.
      public let milliseconds: Int64?
      /// When it began; for a tick that did not run, when it was due.
      public let at: Date
      /// Whether a command started it.
      public let isManual: Bool

      enum CodingKeys: String, CodingKey {
        case outcome
        case milliseconds = "duration_ms"
        case at
        case isManual = "is_manual"
      }
    }

    /// The schedule.
    public let schedule: JobStatus
    /// The instant of the next tick; nil if there is none.
    public let next: Date?
    /// The last runs, the oldest first.
    public let bars: [Bar]

    enum CodingKeys: String, CodingKey {
      case schedule
      case next = "next_at"
      case bars
    }
  }

  /// A schedule with its next ticks and its policies.
  public struct ScheduleDetails: Codable, Sendable {
    /// One of the next ticks.
    public struct Tick: Codable, Sendable, Hashable {
      /// Its instant.
      public let at: Date
      /// The time on the zone's clock, with the offset.
      public let local: String
      /// The change of the zone's clock between the tick before, or now, and this one, in words; nil if there is none.
      public let change: String?
    }

    /// A setting of a schedule.
    public struct Policy: Codable, Sendable, Hashable {
      /// Its name, as in `[jobs.<name>]`.
      public let name: String
      /// Its value in words.
      public let value: String
      /// Whether the configuration sets it; otherwise the code does.
      public let isConfigured: Bool

      enum CodingKeys: String, CodingKey {
        case name, value
        case isConfigured = "is_configured"
      }
    }

    /// The schedule with its last runs.
    public let line: ScheduleLine
    /// The next ten ticks, paused or not.
    public let ticks: [Tick]
    /// Its policies.
    public let policies: [Policy]
  }
}

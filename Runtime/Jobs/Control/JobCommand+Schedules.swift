package import FoundationEssentials

extension JobCommand {
  /// A schedule with its last runs.
  package struct ScheduleLine: Codable, Sendable {
    /// A run, for a bar.
    package struct Bar: Codable, Sendable, Hashable {
      /// A ``RunOutcome``, or `running`.
      package let outcome: String
      package let milliseconds: Int64?
      /// When it began; for a tick that did not run, when it was due.
      package let at: Date
      package let isManual: Bool

      enum CodingKeys: String, CodingKey {
        case outcome
        case milliseconds = "duration_ms"
        case at
        case isManual = "is_manual"
      }
    }

    package let schedule: JobStatus
    /// The instant of the next tick; nil if there is none.
    package let next: Date?
    /// The last runs, the oldest first.
    package let bars: [Bar]

    enum CodingKeys: String, CodingKey {
      case schedule
      case next = "next_at"
      case bars
    }
  }

  /// A schedule with its next ticks and its policies.
  package struct ScheduleDetails: Codable, Sendable {
    /// One of the next ticks.
    package struct Tick: Codable, Sendable, Hashable {
      package let at: Date
      /// The time on the zone's clock, with the offset.
      package let local: String
      /// The change of the zone's clock between the tick before, or now, and this one, in words; nil if there is none.
      package let change: String?
    }

    /// A setting of a schedule.
    package struct Policy: Codable, Sendable, Hashable {
      /// Its name, as in `[jobs.<name>]`.
      package let name: String
      /// Its value in words.
      package let value: String
      /// Whether the configuration sets it; otherwise the code does.
      package let isConfigured: Bool

      enum CodingKeys: String, CodingKey {
        case name, value
        case isConfigured = "is_configured"
      }
    }

    package let line: ScheduleLine
    /// The next ten ticks, paused or not.
    package let ticks: [Tick]
    package let policies: [Policy]
  }
}

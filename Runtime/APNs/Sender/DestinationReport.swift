package import FoundationEssentials
package import Push

/// The state of a sender's connections to one of Apple's services in one environment.
package struct DestinationReport: Sendable, Hashable {
  /// The state of one connection.
  package struct Connection: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
      /// One request goes first; the others follow after its answer.
      case warming
      case open
      /// It takes no more requests.
      case retiring
    }

    package let phase: Phase
    /// The requests that are in flight, or wait for a stream.
    package let requests: Int
    /// The number of streams that the server allows, as far as it is known.
    package let limit: Int
  }

  package let environment: PushEnvironment
  /// Whether it is the service that manages channels.
  package let isForChannels: Bool
  package let connections: [Connection]
  /// The requests that are not on a connection: they wait for a stream, a retry or a device.
  package let waiting: Int
  /// The age of the provider token in use; nil before the first one.
  package let tokenAge: Duration?
  package let lastAnswer: PushAnswer?
  /// When the last answer came.
  package let lastAnsweredAt: Date?
  /// Why it sends nothing, and for how long; nil while it sends.
  package let stop: Stop?
  /// Why the server cannot be reached; nil if it can.
  package let openingFault: PushFault?

  /// The stop of a destination.
  package struct Stop: Sendable, Hashable {
    package let fault: PushFault
    package let remaining: Duration
  }
}

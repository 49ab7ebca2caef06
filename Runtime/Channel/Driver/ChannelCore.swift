import Loop
import NIOCore

/// The state of a channel that its lock guards.
struct ChannelCore: Sendable {
  /// The state of the descriptor: watched events, and whether a sender or the loop still uses it.
  struct Descriptor: Sendable {
    var watched: DescriptorEvents = .input
    /// Whether a thread is in `send`. If the channel ends meanwhile, that thread closes the descriptor.
    var isSending = false
    /// Whether the loop has given the descriptor up.
    var isLeft = false
  }

  var state: ChannelState
  var outbox: Outbox
  var exchanges: [UInt64: ExchangeCore] = [:]
  var descriptor = Descriptor()
  /// Whether the channel is not read, since too many received bytes are held.
  var isPaused = false
  var end: ChannelEnd?

  init(role: ChannelRole, limits: ChannelLimits) {
    state = ChannelState(role: role, limits: limits)
    outbox = Outbox(limits: limits)
  }

  /// The events that the descriptor has to be watched for.
  var wantedEvents: DescriptorEvents {
    var events: DescriptorEvents = isPaused ? [] : .input
    if outbox.isBlocked { events.insert(.output) }
    return events
  }
}

package import Loop
package import NIOCore
import Synchronization

/// Many channels on one event loop, each a Unix stream socket.
///
/// `@unchecked`: the receive buffer is used as the loop's own work only.
@safe package final class ChannelLoop: @unchecked Sendable {
  private struct State {
    var channels: [UInt64: WorkerChannel] = [:]
    var lastNumber: UInt64 = 0
    var isStopped = false
  }

  /// The loop; an executor for the tasks that work on the channels' exchanges.
  package let reactor: Reactor
  private let state = Mutex(State())
  /// The receive buffer of all channels.
  private let buffer = ReadBuffer()

  /// Creates a loop that does not run yet.
  ///
  /// - Parameter name: the name of its thread, at most 15 letters.
  /// - Throws: `SystemError` if the process has no descriptors left.
  package init(named name: String) throws { reactor = try Reactor(named: name) }

  package func start() { reactor.start(self) }

  /// Closes all channels and ends the thread.
  package func stop() {
    let channels = state.withLock { state in
      state.isStopped = true
      return Array(state.channels.values)
    }
    for channel in channels { channel.close() }
    reactor.stop()
  }

  /// Takes a connected Unix stream socket, which the channel owns from now on, and sends this side's first frame.
  ///
  /// - Parameters:
  ///   - hello: at most ``Frame/maximumPayload`` bytes; the channel ends at once with a longer one.
  ///   - limits: the bounds for the other side; by default those for the role.
  package func connect(
    _ descriptor: CInt, as role: ChannelRole, hello: ByteBuffer, handler: any WorkerChannelHandler,
    limits: ChannelLimits? = nil
  ) -> WorkerChannel {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let channel = WorkerChannel(
      descriptor, as: number, on: reactor, role: role, limits: limits ?? ChannelLimits(of: role), handler: handler
    ) { [weak self] in
      self?.state.withLock { _ = $0.channels.removeValue(forKey: number) }
    }
    let isStopped = state.withLock { state in
      state.channels[number] = channel
      return state.isStopped
    }
    if isStopped { channel.close() } else { channel.begin(hello) }
    return channel
  }
}

extension ChannelLoop: ReactorClient {
  package func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    let channel = state.withLock { $0.channels[number] }
    unsafe channel?.descriptorIsReady(events, buffer.bytes)
  }

  package func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
}

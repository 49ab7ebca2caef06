package import Loop
package import NIOCore

/// Many channels on one event loop, each a Unix stream socket.
package final class ChannelLoop: Sendable {
  /// The loop; an executor for the tasks that work on the channels' exchanges.
  package let reactor: Reactor

  /// Creates a loop that does not run yet.
  ///
  /// - Parameter name: the name of its thread, at most 15 letters.
  package init(named name: String) throws { reactor = try Reactor(named: name) }

  /// Starts the thread.
  package func start() {}

  /// Closes all channels and ends the thread.
  package func stop() {}

  /// Takes a connected Unix stream socket, which the channel owns from now on, and sends this side's first frame.
  package func connect(
    _ descriptor: CInt, as role: ChannelRole, hello: ByteBuffer, handler: any ChannelHandler
  ) -> Channel { Channel() }
}

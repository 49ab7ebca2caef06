/// The channel has ended, and the exchange with it.
package struct ChannelClosed: Error, Sendable, Hashable {
  package init() {}
}

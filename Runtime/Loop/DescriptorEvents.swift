import CLoop

/// The conditions that a descriptor is watched for, and those that were seen.
package struct DescriptorEvents: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read, or a connection to accept.
  package static let input = Self(rawValue: EPOLLIN.rawValue)
  /// There is room to write.
  package static let output = Self(rawValue: EPOLLOUT.rawValue)
  /// The other side sends nothing more.
  package static let endOfInput = Self(rawValue: EPOLLRDHUP.rawValue)
  /// The connection has an error; always watched for.
  package static let error = Self(rawValue: EPOLLERR.rawValue)
  /// Both sides are closed; always watched for.
  package static let hangUp = Self(rawValue: EPOLLHUP.rawValue)
  /// The connection is broken, in either way.
  package static let broken: Self = [.error, .hangUp]
}

/// The flags in a frame's header.
package struct FrameFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The sender of an `open` or `answer` sends a stream as well.
  package static let hasBody = Self(rawValue: 1)
  /// The exchange is over with this `answer`: no `done` follows.
  package static let isDone = Self(rawValue: 2)
}

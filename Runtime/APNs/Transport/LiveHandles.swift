internal import Synchronization

/// The number of libcurl handles in this process, for the detection of leaks.
package enum LiveHandles {
  static let easy = Atomic<Int>(0)
  static let multi = Atomic<Int>(0)

  /// The handles for requests, in use or spare.
  package static var requests: Int { easy.load(ordering: .relaxed) }

  /// The handles for connections.
  package static var connections: Int { multi.load(ordering: .relaxed) }
}

internal import Synchronization

/// How many handles of libcurl's there are in this process, for who looks whether they grow.
package enum LiveHandles {
  static let easy = Atomic<Int>(0)
  static let multi = Atomic<Int>(0)

  /// Those of requests, with one or without.
  package static var requests: Int { easy.load(ordering: .relaxed) }

  /// Those of connections.
  package static var connections: Int { multi.load(ordering: .relaxed) }
}

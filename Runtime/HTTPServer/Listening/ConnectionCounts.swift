/// The open connections of a server, and those of each network.
///
/// A connection above the limit is accepted, and its first request is refused. At most a sixteenth of the limit is open
/// above it; further connections wait in the listener's queue. A network has at most half of the limit, and then the
/// same sixteenth above it; its further connections are closed, since in the queue others wait behind them.
struct ConnectionCounts {
  /// What becomes of a connection that was accepted.
  enum Admission {
    case admitted
    /// Its first request is refused.
    case refused
    /// Its first request is refused, since its network has half of the connections.
    case networkRefused
    /// It is closed at once, for the same reason.
    case networkClosed
  }

  private let most: Int
  private let mostAbove: Int
  private let mostOfNetwork: Int
  private var all = 0
  private var networks: [String: Int] = [:]

  init(_ most: Int) {
    self.most = most
    mostAbove = max(most / 16, 1)
    mostOfNetwork = max(most / 2, 1)
  }

  /// Whether another connection may be accepted.
  var hasRoom: Bool { all < most + mostAbove }

  /// Counts a connection that was accepted, until it leaves.
  ///
  /// - Parameter network: the network of its client; nil for one whose connections are not counted together.
  mutating func enter(from network: String?) -> Admission {
    all += 1
    if let network {
      let own = networks[network, default: 0] + 1
      networks[network] = own
      if own > mostOfNetwork { return own > mostOfNetwork + mostAbove ? .networkClosed : .networkRefused }
    }
    return all > most ? .refused : .admitted
  }

  mutating func leave(from network: String?) {
    all -= 1
    guard let network, let own = networks[network] else { return }
    networks[network] = own > 1 ? own - 1 : nil
  }
}

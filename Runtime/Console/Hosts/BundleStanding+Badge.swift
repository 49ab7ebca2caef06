import Workers

extension BundleStanding {
  /// The badge of its state.
  var badge: Badge {
    switch state {
    case .serving: Badge(.good, state.rawValue)
    case .broken: Badge(.bad, state.rawValue)
    case .current, .kept: Badge(.idle, state.rawValue)
    }
  }
}

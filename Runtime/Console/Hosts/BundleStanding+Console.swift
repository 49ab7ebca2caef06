import Workers

extension BundleStanding {
  var badge: Badge {
    switch state {
    case .serving: Badge(.good, state.rawValue)
    case .broken: Badge(.bad, state.rawValue)
    case .current, .kept: Badge(.idle, state.rawValue)
    }
  }

  /// The path of the list of its functions; nil if they are not known.
  var functionsLink: String? { functions == nil ? nil : Section.functions.path(filter: "bundle:\(bundle)") }
}

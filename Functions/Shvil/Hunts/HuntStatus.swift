import Edge

/// The state of a hunt: a draft, then active, then completed.
enum HuntStatus: String, SQLValue, Codable, CaseIterable {
  case draft, active, completed

  /// The one state that may follow.
  var next: HuntStatus? {
    switch self {
    case .draft: .active
    case .active: .completed
    case .completed: nil
    }
  }
}

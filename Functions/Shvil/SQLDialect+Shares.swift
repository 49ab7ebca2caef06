import Edge

extension SQLDialect {
  /// The end of a `SELECT … FROM eta_shares s` that locks the share, so that its changes come one after another. SQLite
  /// needs no lock.
  var holdingShare: SQL {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR NO KEY UPDATE OF s"
    }
  }
}

extension Database {
  /// A database of which every use throws ``DatabaseError/Code/notSupported``.
  ///
  /// - Parameter reason: The reason, for a developer.
  public static func unavailable(_ reason: String) -> Database {
    Database(UnavailableEngine(dialect: .postgres, reason: reason))
  }
}

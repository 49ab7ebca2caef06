import Host

extension OpenFiles {
  /// What a host needs to start and to serve a few connections: some 40 descriptors, and one for each connection to Postgres.
  private static let least = 64

  /// Checks that a host can start.
  ///
  /// - Throws: ``Failure`` that says how to raise the limit.
  static func check(limit: Int = limit) throws(Failure) {
    guard limit < least else { return }
    throw Failure(
      .unavailable, "This process may open \(limit) files, and a host needs at least \(least)",
      hint: "raise the limit: ulimit -n 1024, or LimitNOFILE=1024 in the unit of systemd")
  }
}

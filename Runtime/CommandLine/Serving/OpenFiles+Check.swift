import Host

extension OpenFiles {
  /// The descriptors that a host needs: about 40 at its start, one for each connection to Postgres, and some for
  /// clients.
  private static let least = 64

  /// Checks that the process may open enough files for a host.
  ///
  /// - Throws: ``Failure`` that says how to raise the limit.
  static func check(limit: Int = limit) throws(Failure) {
    guard limit < least else { return }
    throw Failure(
      .unavailable, "This process may open \(limit) files, and a host needs at least \(least)",
      hint: "raise the limit: ulimit -n 1024, or LimitNOFILE=1024 in the unit of systemd")
  }
}

extension Context where A == UserAccess {
  /// The project's database under row-level security, with the role and the claims of the caller's token, as in
  /// PostgREST.
  ///
  /// Every statement runs in a transaction that begins with `SET LOCAL ROLE` and `request.jwt.claims`, so `auth.uid()`
  /// is the caller. A function that uses it is marked with ``Function/needsPostgres()``.
  ///
  /// A job can be enqueued from its transaction (``JobQueue``), though the caller has no rights on the queue.
  ///
  /// SQLite has no row-level security: there, every use throws `DatabaseError/Code/notSupported`. So does every use for
  /// a token with a role other than Supabase's own (`anon`, `authenticated`, `service_role`), since the host's account
  /// may be allowed to take more powerful roles.
  public var userDatabase: Database {
    let identity = caller.identity
    guard [.anon, .authenticated, .serviceRole].contains(identity.role) else {
      return .unavailable(
        "The token's role is none that the host acts as: it acts as anon, authenticated and service_role")
    }
    do {
      let claims = String(decoding: try Wire.encode(identity.claims.all), as: UTF8.self)
      return database.acting(as: identity.role.rawValue, claims: claims)
    } catch {
      return .unavailable("The token's claims cannot be written as JSON")
    }
  }
}

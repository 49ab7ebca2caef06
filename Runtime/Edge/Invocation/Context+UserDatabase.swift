extension Context where A == UserAccess {
  /// The project's database as the caller sees it: under row-level security, with the role and the claims of the caller's token, as PostgREST
  /// does it.
  ///
  /// Every statement runs in a transaction that begins with `SET LOCAL ROLE` and `request.jwt.claims`, so `auth.uid()` is the caller. A function
  /// that uses it says so with ``Function/needsPostgres()``.
  ///
  /// A job can be enqueued from its transaction (``JobQueue``), though the caller has no rights on the queue.
  ///
  /// On SQLite, which has no row-level security, every use throws `DatabaseError/Code/notSupported`. So does a role that is not one of Supabase's own
  /// (`anon`, `authenticated`, `service_role`): the host may become others too, and a token is no reason to.
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

extension Function {
  /// The same function, marked as one that works on Postgres alone.
  ///
  /// `swiftlet functions` lists it so. On another database its callers get what ``Context/userDatabase`` throws.
  public func needsPostgres() -> Self {
    var copy = self
    copy.traits.needsPostgres = true
    return copy
  }
}

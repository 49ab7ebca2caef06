import Edge
import FoundationEssentials
import HTTPTypes
import Host

extension AuthHandler {
  /// The user of a request's token, and its session; nil for a token without a session.
  struct Caller {
    let user: AuthUser
    let session: UUID?
  }

  /// Authenticates the sender of a request, by a token of a session that has not ended.
  ///
  /// - Throws: ``AuthError`` 401 or 403, or 503 while the signing keys are unavailable; the database's errors.
  func caller(of request: PathRequest) async throws -> Caller {
    let identity = try await identity(of: request)
    guard let id = identity.userID else { throw AuthError.tokenWithoutUser }
    guard let user = try await store.user(id) else { throw AuthError.noUserOfToken }
    guard let text = identity.claims.sessionID, !text.isEmpty else { return Caller(user: user, session: nil) }
    guard let session = UUID(uuidString: text), try await store.hasSession(session, of: id) else {
      throw AuthError.noSession
    }
    return Caller(user: user, session: session)
  }

  /// The sender of a request, also with a token of an ended session: only the database can tell that apart from an
  /// unknown user, which is another error.
  private func identity(of request: PathRequest) async throws(AuthError) -> Identity {
    do throws(TokenRefusal) {
      return try await services.sender(of: request, acceptsEnded: true)
    } catch {
      switch error {
      case .missing: throw .noToken
      case .invalid: throw .badToken
      case .unavailable: throw .unavailable("The signing keys are unavailable, try again later")
      }
    }
  }

  /// Refuses all but the service role.
  func admitAdmin(_ request: PathRequest) async throws {
    let identity = try await identity(of: request)
    guard identity.role == .serviceRole else { throw AuthError.notAdmin }
  }

  /// `PUT /user`: a new address, password or metadata. A new password ends the user's other sessions.
  func updateUser(_ request: PathRequest) async throws -> Response {
    let caller = try await caller(of: request)
    let fields = try await fields(of: request)
    guard fields.appMetadata == nil else {
      throw AuthError(.forbidden, "not_admin", "Updating app_metadata requires admin privileges")
    }
    let address = try fields.address()
    let password = try fields.newPassword()
    if password != nil || address != nil {
      // This counts as a try: the answer says whether the password is the current one, and whether the address is taken.
      try limits.admit(.credentials, of: request.client, at: request.date)
    }
    if password != nil, caller.user.isAnonymous, address == nil {
      throw AuthError(
        .unprocessableContent, "validation_failed",
        "Updating password of an anonymous user without an email or phone is not allowed")
    }
    if let password, let stored = caller.user.password,
      try await passwords.run(of: request.client, { try PasswordHash.isPassword(password, of: stored) })
    {
      throw AuthError.samePassword
    }
    return try await change(
      caller.user.id, by: caller.session, address: address, password: password, userMetadata: fields.data,
      ending: caller.session.map(SessionSelection.allBut) ?? .all, at: request.date, of: request.client,
      missing: .noUserOfToken)
  }

  /// Changes a user. A new password ends the sessions of `ending`. `session` is the sender's session, which may have
  /// ended since its token was checked; nil for a token without one. `client` is the client's address, nil for the
  /// service role; `missing` is the error if there is no such user.
  func change(
    _ id: UUID, by session: UUID? = nil, address: EmailAddress?, password: String?, userMetadata: JSONObject?,
    appMetadata: JSONObject? = nil, ending: SessionSelection, at now: Date, of client: String? = nil,
    missing: AuthError
  ) async throws -> Response {
    let hash: String? = if let password { try await hash(password, of: client) } else { nil }
    let changed = try await store.change(id, by: session, ending: hash == nil ? nil : ending, now: now) { user in
      if let address { user.setEmail(address, at: now) }
      if let hash { user.password = hash }
      try user.merge(user: userMetadata, app: appMetadata)
    }
    guard let changed else { throw missing }
    await ends.end(changed.ended, now: now, logger: services.logger)
    return Response(json: changed.user.json.json)
  }

  /// `POST /logout`: ends all sessions of the user, this one, or all others.
  func logout(_ request: PathRequest) async throws -> Response {
    let caller = try await caller(of: request)
    let scope = request.request.query("scope") ?? "global"
    let selection: SessionSelection =
      switch (scope, caller.session) {
      case ("local", let session?): .one(session)
      case ("others", let session?): .allBut(session)
      // A token without a session can only end all of them.
      case ("", _), ("global", _), ("local", nil), ("others", nil): .all
      default: throw AuthError.badRequest("Unsupported logout scope: use global, local or others")
      }
    let ended = try await store.end(selection, of: caller.user.id, now: request.date)
    await ends.end(ended, now: request.date, logger: services.logger)
    return Response(status: .noContent)
  }
}

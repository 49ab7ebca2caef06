package import Edge

/// The form of ``EndpointTraits`` in a manifest.
package struct ManifestTraits: Codable, Sendable, Hashable {
  /// The form in which a function gets a request's body.
  package enum Input: String, Codable, Sendable, Hashable { case none, json, stream }

  private var needsToken: Bool
  private var access: String
  private var accessType: String?
  private var input: Input
  private var isReadOnly: Bool
  private var answersOptions: Bool
  private var queue: ManifestQueue
  private var isIdempotent: Bool
  private var needsPostgres: Bool
  private var limits: [String: ManifestLimit]
  private var secrets: [String]?
  private var optionalSecrets: [String]
  private var summary: String?
  private var errors: [ManifestError]

  package init(_ traits: EndpointTraits) {
    needsToken = traits.needsToken
    switch traits.access {
    case .custom(let name):
      access = "custom"
      accessType = name
    case .user, .verified, .serviceRole, .anyone: access = traits.access.description
    }
    switch traits.input {
    case .none: input = .none
    case .json: input = .json
    case .stream: input = .stream
    }
    isReadOnly = traits.isReadOnly
    answersOptions = traits.answersOptions
    queue = ManifestQueue(traits.queue)
    isIdempotent = traits.isIdempotent
    needsPostgres = traits.needsPostgres
    limits = traits.limits.mapValues(ManifestLimit.init)
    secrets = traits.secrets
    optionalSecrets = traits.optionalSecrets.sorted()
    summary = traits.summary
    errors = traits.errors.map(ManifestError.init)
  }

  /// The traits.
  ///
  /// - Throws: ``MessageFault`` for an unknown rule for callers, and for one that admits other callers than
  ///   `needsToken` says.
  package func traits() throws(MessageFault) -> EndpointTraits {
    let kind: AccessKind
    switch access {
    case "user": kind = .user
    case "verified": kind = .verified
    case "service_role": kind = .serviceRole
    case "anyone": kind = .anyone
    case "custom": kind = .custom(accessType ?? "")
    default: throw MessageFault("the access '\(access)' is not known")
    }
    let form: EndpointTraits.Input =
      switch input {
      case .none: .none
      case .json: .json
      case .stream: .stream
      }
    var traits = EndpointTraits(
      needsToken: needsToken, access: kind, input: form, isReadOnly: isReadOnly, answersOptions: answersOptions)
    traits.queue = try queue.policy()
    traits.isIdempotent = isIdempotent
    traits.needsPostgres = needsPostgres
    for (name, limit) in limits { traits.limits[name] = try limit.limit() }
    traits.secrets = secrets
    traits.optionalSecrets = Set(optionalSecrets)
    traits.summary = summary
    for error in errors { traits.errors.append(error.error) }
    return traits
  }

  private enum CodingKeys: String, CodingKey {
    case needsToken = "needs_token"
    case access
    case accessType = "access_type"
    case input
    case isReadOnly = "read_only"
    case answersOptions = "answers_options"
    case queue
    case isIdempotent = "idempotent"
    case needsPostgres = "needs_postgres"
    case limits, secrets
    case optionalSecrets = "optional_secrets"
    case summary, errors
  }
}

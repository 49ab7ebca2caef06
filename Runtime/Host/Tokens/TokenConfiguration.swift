/// The secrets and keys for checking tokens and API keys.
public struct TokenConfiguration: Sendable {
  /// `SUPABASE_JWT_SECRET`: signs HS256 tokens; at least 32 bytes (RFC 7518, section 3.2), not one character repeated.
  public var secret = TokenConfiguration.developmentSecret
  /// `SUPABASE_JWKS`: the project's public keys as JSON; nil fetches them from the project.
  public var jwks: String?
  /// `SUPABASE_PUBLISHABLE_KEYS`: keys that count as `anon`.
  public var publishableKeys: [String] = []
  /// `SUPABASE_SECRET_KEYS`: keys that count as `service_role`.
  public var secretKeys: [String] = []
  /// `SUPABASE_ANON_KEY`, if the project has one of its own.
  public var anonKey: String?
  /// `SUPABASE_SERVICE_ROLE_KEY`, if the project has one of its own.
  public var serviceRoleKey: String?

  /// The development secret and nothing else.
  public init() {}
}

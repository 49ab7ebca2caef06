import Host

/// The project's two API keys, configured or signed with its secret.
struct ProjectKeys: Sendable {
  let anon: String
  let serviceRole: String

  /// - Throws: ``Failure`` if the secret cannot sign.
  init(_ tokens: TokenConfiguration) throws(Failure) {
    do {
      let minter = try TokenMinter(secret: tokens.secret)
      anon = tokens.anonKey ?? minter.projectKey(.anon)
      serviceRole = tokens.serviceRoleKey ?? minter.projectKey(.serviceRole)
    } catch {
      throw Failure(.configuration, "\(error)", hint: "set SUPABASE_JWT_SECRET to the project's secret")
    }
  }
}

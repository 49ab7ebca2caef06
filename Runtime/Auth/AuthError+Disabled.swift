import Edge
import HTTPTypes

extension AuthError {
  /// The advice for a part of sign-in that this host does not have.
  private static let advice = "Set SUPABASE_URL to a project, whose sign-in server has it"

  static let noMail = AuthError(
    .badRequest, "email_provider_disabled",
    "This host sends no mail. \(advice). To set a password here, use PUT /user "
      + "with a session, or PUT /admin/users/<id> with the service key.")
  static let noOneTimePassword = AuthError(
    .unprocessableContent, "otp_disabled", "This host sends no one-time passwords and no links. \(advice).")
  static let noPhone = AuthError(
    .badRequest, "phone_provider_disabled", "Phone sign-in is disabled on this host. \(advice).")
  static let noBans = AuthError(
    .unprocessableContent, "feature_disabled", "Banning users (ban_duration) is not supported on this host. \(advice).")
  static let noRoles = AuthError(
    .unprocessableContent, "feature_disabled",
    "A role other than \(Role.authenticated.rawValue) is not supported on this host. \(advice).")
  static let noUnconfirmedAddress = AuthError(
    .unprocessableContent, "feature_disabled",
    "An address without confirmation (email_confirm: false) is not supported on this host. \(advice).")
  static let noPasswordHash = AuthError(
    .unprocessableContent, "feature_disabled",
    "A password's hash (password_hash) is not supported on this host: send the password. \(advice).")
  static let noProvider = AuthError(
    .badRequest, "oauth_provider_not_supported",
    "Unsupported provider: this host signs in by email and password, and anonymously. \(advice).")
  static let noIDToken = AuthError(
    .badRequest, "provider_disabled",
    "Provider is not enabled: this host signs in by email and password, and anonymously. \(advice).")
  static let noWeb3 = AuthError(
    .unprocessableContent, "web3_provider_disabled", "Web3 provider is disabled. \(advice).")
  static let noSAML = AuthError(.notFound, "saml_provider_disabled", "SAML 2.0 is disabled. \(advice).")
  static let noFactors = AuthError(
    .unprocessableContent, "mfa_totp_enroll_not_enabled", "MFA is disabled on this host. \(advice).")
  static let noLinking = AuthError(.notFound, "manual_linking_disabled", "Manual linking is disabled. \(advice).")
  static let noPasskeys = AuthError(.notFound, "passkey_disabled", "Passkeys are disabled. \(advice).")
  static let noFeature = AuthError(.notFound, "feature_disabled", "This host has no such route. \(advice).")

  static let off = AuthError(
    .notImplemented, "feature_disabled",
    "Sign-in is not enabled on this host: beyond loopback it is off unless asked for. Set sign_in = true under "
      + "[swiftlet] or SWIFTLET_SIGN_IN=true, or set SUPABASE_URL to a project.")
}

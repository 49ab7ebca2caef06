import Edge
import Foundation

/// The App Store as the host's configuration describes it: whose signatures, for which app, in which environments.
struct AppStore {
  /// The names of its secrets.
  enum Secret {
    static let root = "APP_STORE_ROOT_CERTIFICATE"
    static let bundle = "APP_STORE_BUNDLE_ID"
    static let environment = "APP_STORE_ENVIRONMENT"
  }

  private let payloads: SignedPayloads
  private let bundleID: String
  private let environments: Set<String>

  /// - Throws: 503 if the root certificate or the bundle id is not configured.
  init(_ secrets: Secrets, certificates: any CertificateVerifying) throws {
    guard let root = secrets[Secret.root], let bundleID = secrets[Secret.bundle] else {
      throw FunctionError.notConnected("This host does not take the App Store's notices", retryAfter: 3600)
    }
    payloads = SignedPayloads(root: root, markers: .appStore, verifier: certificates)
    self.bundleID = bundleID
    environments = Self.environments(secrets)
  }

  /// The environments that are taken: `Production`, unless others are configured.
  static func environments(_ secrets: Secrets) -> Set<String> {
    let names = (secrets[Secret.environment] ?? "Production").split(separator: ",")
    return Set(names.map { $0.filter { !$0.isWhitespace }.lowercased() })
  }

  /// Verifies a notice with all that is signed in it.
  ///
  /// - Throws: 400 for a malformed notice; 401 for one with another signer or for another app.
  func notice(_ signedPayload: String, at now: Date) async throws -> StoreNotice {
    let notice = try await verified(AppStoreNotice.self, signedPayload, at: now)
    try check(bundleID: notice.subject?.bundleId, environment: notice.subject?.environment)
    let transaction = try await verifiedIfPresent(
      AppStoreNotice.Transaction.self, notice.data?.signedTransactionInfo, at: now)
    if let transaction { try check(bundleID: transaction.bundleId, environment: transaction.environment) }
    let renewal = try await verifiedIfPresent(AppStoreNotice.Renewal.self, notice.data?.signedRenewalInfo, at: now)
    if let renewal { try check(bundleID: bundleID, environment: renewal.environment) }
    return try notice.notice(transaction, renewal)
  }

  private func verifiedIfPresent<Payload: Decodable>(
    _ type: Payload.Type, _ text: String?, at now: Date
  ) async throws -> Payload? {
    guard let text else { return nil }
    return try await verified(type, text, at: now)
  }

  private func verified<Payload: Decodable>(
    _ type: Payload.Type, _ text: String, at now: Date
  ) async throws -> Payload {
    do throws(SignedPayloadError) {
      return try await payloads.decode(type, text, at: now)
    } catch {
      switch error.code {
      case .malformed: throw FunctionError.validation(error.description)
      case .untrusted: throw FunctionError.notOfTheStore(error.description)
      case .root, .unavailable: throw error
      }
    }
  }

  /// - Parameter environment: the environment; nil for a notice that names none, such as one on a purchase elsewhere.
  private func check(bundleID: String?, environment: String?) throws(FunctionError) {
    guard bundleID == self.bundleID else { throw .notOfTheStore("The notice is for another app") }
    guard environment.map({ environments.contains($0.lowercased()) }) ?? true else {
      throw .notOfTheStore("The notice is of another environment")
    }
  }
}

extension FunctionError {
  /// The refusal of a notice that is not proved to be the store's.
  static func notOfTheStore(_ reason: String) -> FunctionError {
    FunctionError(status: .unauthorized, code: "INVALID_SIGNATURE", message: reason)
  }
}

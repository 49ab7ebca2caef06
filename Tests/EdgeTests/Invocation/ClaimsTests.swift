import Edge
import Foundation
import Testing

@Suite struct ClaimsTests {
  private static let user = "0192f0c1-2345-7abc-8def-0123456789ab"

  @Test func everyClaimOfSupabase() {
    let claims = Claims([
      "sub": .string(Self.user), "role": "authenticated", "email": "ada@example.com", "aud": "authenticated",
      "exp": 1_772_366_400, "nbf": .number(1_772_366_000.5), "iat": 1_772_366_001, "session_id": "s",
      "is_anonymous": true, "app_metadata": ["provider": "email"], "user_metadata": ["name": "Ada"], "amr": [1],
    ])
    #expect(claims.subject == Self.user)
    #expect(claims.role == .authenticated)
    #expect(claims.email == "ada@example.com")
    #expect(claims.audience == ["authenticated"])
    #expect(claims.expiresAt == Date(timeIntervalSince1970: 1_772_366_400))
    #expect(claims.notBefore == Date(timeIntervalSince1970: 1_772_366_000.5))
    #expect(claims.issuedAt == Date(timeIntervalSince1970: 1_772_366_001))
    #expect(claims.sessionID == "s")
    #expect(claims.isAnonymous)
    #expect(claims.appMetadata == ["provider": "email"])
    #expect(claims.userMetadata == ["name": "Ada"])
    #expect(claims["amr"] == [1])
  }

  @Test func claimsThatAreMissingOrOfAnotherType() {
    let claims = Claims([
      "sub": 7, "role": ["anon"], "email": "", "aud": ["a", 1, "b"], "exp": "1772366400", "is_anonymous": "true",
      "app_metadata": [],
    ])
    #expect(claims.subject == nil)
    #expect(claims.role == nil)
    #expect(claims.email == nil)
    #expect(claims.audience == ["a", "b"])
    #expect(claims.expiresAt == nil)
    #expect(!claims.isAnonymous)
    #expect(claims.appMetadata.isEmpty)
    #expect(Claims([:]).audience.isEmpty)
  }

  @Test func identities() {
    let user = Identity(Claims(["sub": .string(Self.user), "role": "authenticated"]))
    #expect(user.userID == UUID(uuidString: Self.user))
    #expect(user.role == .authenticated)
    #expect(Identity(Claims(["sub": "not-a-uuid"])).userID == nil)
    for wrong in [
      Self.user + "0", Self.user + "\0", Self.user + "\0x", "\0" + Self.user, String(Self.user.dropLast()) + "\0",
      "{\(Self.user)}", Self.user.replacing("-", with: ""), Self.user.replacing("0", with: "٠"), "",
    ] {
      #expect(Identity(Claims(["sub": .string(wrong)])).userID == nil, "\(wrong.debugDescription)")
    }
    #expect(Identity(Claims(["sub": .string(Self.user.uppercased())])).userID == UUID(uuidString: Self.user))
    #expect(Identity(Claims([:])).role == .anon)
    #expect(Identity(role: .serviceRole).claims.role == .serviceRole)
  }

  @Test func admission() throws {
    let user = Identity(Claims(["sub": .string(Self.user), "role": "authenticated"]))
    let anon = Identity(role: .anon)
    let service = Identity(role: .serviceRole)
    #expect(try UserAccess.user.admit(user).userID == user.userID)
    #expect(refusal { try UserAccess.user.admit(anon) } == "401 AUTH_REQUIRED Authentication required")
    #expect(refusal { try UserAccess.user.admit(service) } == "401 AUTH_REQUIRED Authentication required")
    #expect(refusal { try UserAccess.user.admit(nil) } == "401 AUTH_REQUIRED Authentication required")
    #expect(try VerifiedAccess.verified.admit(anon).identity == anon)
    #expect(refusal { try VerifiedAccess.verified.admit(nil) } == "401 AUTH_REQUIRED Authentication required")
    #expect(try ServiceAccess.serviceRole.admit(service).identity == service)
    #expect(refusal { try ServiceAccess.serviceRole.admit(user) } == "403 PERMISSION_DENIED Insufficient permissions")
    #expect(refusal { try ServiceAccess.serviceRole.admit(nil) } == "401 AUTH_REQUIRED Authentication required")
    #expect(refusal { try OpenAccess.anyone.admit(nil) } == nil)
  }

  private func refusal(_ body: () throws -> Any) -> String? {
    do {
      _ = try body()
      return nil
    } catch let error as FunctionError {
      return "\(error.status.code) \(error.code.rawValue) \(error.message)"
    } catch {
      return "\(error)"
    }
  }
}

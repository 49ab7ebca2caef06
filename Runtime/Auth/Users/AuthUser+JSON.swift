import Edge
import FoundationEssentials
import Wire

extension AuthUser {
  /// The user as clients read it (`internal/models/user.go` of supabase/auth).
  var json: JSONObject {
    var object = JSONObject([
      ("id", .string(id.lowercased)), ("aud", "authenticated"), ("role", "authenticated"),
      ("email", .string(email ?? "")), ("phone", ""),
      ("app_metadata", .object(shownAppMetadata)), ("user_metadata", .object(userMetadata)),
      ("identities", .array(identity.map { [.object($0)] } ?? [])),
      ("created_at", Self.text(createdAt)), ("updated_at", Self.text(updatedAt)),
      ("is_anonymous", .bool(isAnonymous)),
    ])
    if let confirmedAt {
      object["email_confirmed_at"] = Self.text(confirmedAt)
      object["confirmed_at"] = Self.text(confirmedAt)
    }
    if let lastSignInAt { object["last_sign_in_at"] = Self.text(lastSignInAt) }
    return object
  }

  /// `app_metadata`: the provider, then what the service role has set.
  var shownAppMetadata: JSONObject {
    var metadata: JSONObject = email == nil ? [:] : ["provider": "email", "providers": ["email"]]
    for (key, value) in appMetadata { metadata[key] = value }
    return metadata
  }

  /// The one identity of a user with an address.
  private var identity: JSONObject? {
    guard let email else { return nil }
    let id = JSONValue.string(id.lowercased)
    var object = JSONObject([
      ("identity_id", id), ("id", id), ("user_id", id),
      (
        "identity_data",
        .object(["email": .string(email), "email_verified": true, "phone_verified": false, "sub": id])
      ),
      ("provider", "email"), ("created_at", Self.text(confirmedAt ?? createdAt)), ("updated_at", Self.text(updatedAt)),
      ("email", .string(email)),
    ])
    if let lastSignInAt { object["last_sign_in_at"] = Self.text(lastSignInAt) }
    return object
  }

  private static func text(_ date: Date) -> JSONValue { .string(WireDate.string(from: date)) }
}

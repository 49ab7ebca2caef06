import Edge
import FoundationEssentials
import Host

extension SettingKind where Value == String {
  /// A secret for HS256 of the required length (RFC 7518, section 3.2).
  static var hmacSecret: Self {
    string(
      expected: "at least 32 bytes, as HS256 asks for, and not one character repeated", text: { _ in nil },
      accepts: { (try? TokenConfiguration.check(secret: $0)) != nil })
  }

  static var serviceKey: Self {
    string(
      expected:
        "a JWT with the role service_role, or a key that begins with sb_secret_ and has at least \(ServiceKey.leastLength) characters",
      text: { _ in nil }, accepts: { ServiceKey($0) != nil })
  }

  /// A JSON Web Key Set (RFC 7517, section 5). Only the presence of the array `keys` is checked here.
  static var keySet: Self {
    string(
      expected: "a JSON object with the array \"keys\"", text: { _ in nil },
      accepts: { text in
        if case .array = (try? Wire.decode(JSONValue.self, from: [UInt8](text.utf8)))?["keys"] { true } else { false }
      })
  }
}

extension SettingKind where Value == [String] {
  /// Supabase's new public API keys by name: `{"default":"sb_publishable_…"}`.
  static var publishableKeys: Self { apiKeys("sb_publishable_…") { $0.hasPrefix("sb_") && $0.utf8.count > 3 } }

  /// Supabase's new secret API keys by name: `{"default":"sb_secret_…"}`.
  static var secretKeys: Self {
    apiKeys("sb_secret_…", ", each of at least \(ServiceKey.leastLength) characters") {
      ServiceKey($0)?.isAPIKey == true
    }
  }

  private static func apiKeys(_ example: String, _ rule: String = "", _ isKey: @escaping @Sendable (String) -> Bool)
    -> Self
  {
    Self(
      expected: "a JSON object of keys by name, such as {\"default\":\"\(example)\"}\(rule)", text: { _ in nil },
      read: { text in
        let keys = try? Wire.decode([String: String].self, from: [UInt8](text.utf8))
        return keys.flatMap { $0.values.allSatisfy(isKey) ? $0.values.sorted() : nil }
      },
      write: { $0.joined() })
  }
}

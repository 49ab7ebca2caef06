/// Masks values of a job's input that may be secret or personal, by the names of their fields. The structure stays.
///
/// A field is sensitive if a word of its name is: `apiKey`, `user_email`, `x-auth-token`. Everything below it is masked
/// too. Also masked are texts without a field's name, texts that look like tokens, and texts of more than 200 bytes.
enum InputMask {
  private static let maximumText = 200

  private static let words: Set<String> = [
    "token", "tokens", "jwt", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "pwd", "pin", "otp",
    "code", "key", "keys", "apikey", "auth", "authorization", "bearer", "cookie", "cookies", "credential",
    "credentials",
    "signature", "email", "emails", "mail", "phone", "mobile", "tel", "firstname", "lastname", "surname", "fullname",
    "username", "birthday", "birthdate", "dob", "address", "street", "iban", "card", "cvv", "cvc", "ssn", "latitude",
    "longitude", "lat", "lng", "lon", "location",
  ]

  /// Sensitive endings of words, because `APNSToken` and `accesstoken` are one word each.
  private static let endings = [
    "token", "tokens", "secret", "secrets", "password", "passcode", "apikey", "email", "emails", "phone", "credential",
  ]

  /// Whether a field's name says that its value is secret or personal.
  static func isSensitive(_ name: String) -> Bool {
    let words = words(of: name)
    if words.contains(where: { word in Self.words.contains(word) || endings.contains { word.hasSuffix($0) } }) {
      return true
    }
    // `first_name` counts as `firstname`.
    return zip(words, words.dropFirst()).contains { Self.words.contains($0 + $1) }
  }

  /// The words of a name in lower case: `apiKey`, `api_key` and `API-Key` are `api` and `key`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isInCapitals = false
    for character in name {
      if character.isUppercase, !isInCapitals { (words, word) = (words + [word], "") }
      isInCapitals = character.isUppercase
      guard character.isLetter else {
        (words, word) = (words + [word], "")
        continue
      }
      word += character.lowercased()
    }
    return (words + [word]).filter { !$0.isEmpty }
  }

  /// Whether a text looks like a credential, regardless of its field's name.
  static func looksSecret(_ text: String) -> Bool {
    text.utf8.count > maximumText
      || ["eyJ", "sb_secret_", "sk_", "Bearer ", "-----BEGIN "].contains { text.hasPrefix($0) }
  }
}

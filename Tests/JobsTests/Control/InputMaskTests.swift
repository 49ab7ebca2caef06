import Edge
import Testing

@testable import Jobs

@Suite struct InputMaskTests {
  @Test func theStructureStaysAndSensitiveValuesAreMasked() {
    let input: JSONValue = [
      "session_id": "5f0c", "count": 3, "apiKey": "abc", "user": ["email": "a@b.c", "plan": "pro", "PIN": 1234],
      "tokens": ["a", "b"], "items": [["phone-number": "1", "sku": "x"]], "device_token": .null,
    ]
    #expect(
      InputMask.masked(input) == [
        "session_id": "5f0c", "count": 3, "apiKey": "***", "user": ["email": "***", "plan": "pro", "PIN": "***"],
        "tokens": "***", "items": [["phone-number": "***", "sku": "x"]], "device_token": .null,
      ])
  }

  @Test(arguments: [
    "token", "APIKey", "api_key", "x-auth-token", "userEmail", "first_name", "firstName", "lat", "invite_code",
    "password2", "APNSToken", "accesstoken", "passcode",
  ])
  func sensitiveNames(_ name: String) { #expect(InputMask.isSensitive(name)) }

  @Test(arguments: ["id", "keyboard", "monkey", "session_id", "emailed", "pinned", "platform", "name", "count", ""])
  func otherNames(_ name: String) { #expect(!InputMask.isSensitive(name)) }

  @Test func textsThatLookLikeTokensAreMaskedUnderAnyName() {
    let long = JSONValue.string(String(repeating: "a", count: 201))
    #expect(
      InputMask.masked(["a": "eyJhbGciOiJIUzI1NiJ9", "b": "sb_secret_x", "c": long, "d": "plain"])
        == ["a": "***", "b": "***", "c": "***", "d": "plain"])
    #expect(InputMask.masked("anything") == "***")
    #expect(InputMask.masked(17) == 17)
    #expect(
      InputMask.masked(["recipients": ["bob"], "byUser": ["bob@example.com": 1]])
        == ["recipients": ["***"], "byUser": ["***": 1]])
  }
}

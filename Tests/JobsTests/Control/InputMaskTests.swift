import Edge
import Testing

@testable import Jobs

@Suite struct InputMaskTests {
  @Test(arguments: [
    "token", "APIKey", "api_key", "x-auth-token", "userEmail", "first_name", "firstName", "lat", "invite_code",
    "password2", "APNSToken", "accesstoken", "passcode",
  ])
  func sensitiveNames(_ name: String) { #expect(InputMask.isSensitive(name)) }

  @Test(arguments: ["id", "keyboard", "monkey", "session_id", "emailed", "pinned", "platform", "name", "count", ""])
  func otherNames(_ name: String) { #expect(!InputMask.isSensitive(name)) }
}

import Edge
import HTTPTypes
import Testing

@testable import Host

@Suite struct SignInOperationTests {
  @Test(arguments: [
    ("POST", "/auth/v1/token?grant_type=password", "signIn"), ("POST", "/auth/v1/signin/email", "signIn"),
    ("POST", "/auth/v1/token?grant_type=refresh_token", "refreshSession"),
    ("POST", "/auth/v1/token?x=1&grant_type=refresh_token", "refreshSession"),
    ("POST", "/auth/v1/signup", "signUp"), ("POST", "/auth/v1/logout?scope=global", "signOut"),
    ("GET", "/auth/v1/user", "getUser"), ("PUT", "/auth/v1/user", "updateUser"),
    ("GET", "/auth/v1/settings", "auth"), ("GET", "/auth/v1", "auth"), ("POST", "/auth/v1/signup/", "auth"),
  ])
  func theNamesAreThoseOfSupabasesClients(_ method: String, _ target: String, _ name: String) throws {
    let names = OperationNames()
    let operations = SignInOperations(names, other: names.name("auth", .service))
    #expect(operations.name(of: try #require(HTTPRequest.Method(method)), RequestTarget(target)).text == name)
  }
}

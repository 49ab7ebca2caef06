import Edge
import Foundation
import HTTPTypes
import Testing

@testable import Auth

@Suite struct ShapeTests {
  @Test(arguments: [
    (nil, APIVersion.initial), ("", .initial), ("2023-12-31", .initial), ("2024-01-01", .v20240101),
    ("2030-06-01", .v20240101), ("tomorrow", .initial), ("2024-1-1", .initial), ("9999999999", .initial),
  ])
  func versions(field: String?, version: APIVersion) {
    #expect(APIVersion(field: field) == version)
  }

  @Test func errorsHaveTheShapeOfTheirVersion() throws {
    let old = Answer(AuthError.invalidCredentials.response(.initial))
    #expect(
      old.json == ["code": 400, "error_code": "invalid_credentials", "msg": "Invalid login credentials"])
    let new = Answer(AuthError.invalidCredentials.response(.v20240101))
    #expect(new.json == ["code": "invalid_credentials", "message": "Invalid login credentials"])
    #expect(old["x-sb-error-code"] == "invalid_credentials")
  }

  @Test(arguments: ["a@b", "A.b+c@Example.org", "x_y@sub.example.co.uk", "o'neil@example.org"])
  func goodAddresses(text: String) throws {
    #expect(try EmailAddress(text).text == text.lowercased())
  }

  @Test(arguments: [
    "", "a", "@b", "a@", "a@@b", "a@b@c", "a b@c", "a@b c", "a@b\n", "a@-b", "a@b-", "a@b..c", "a@.b", "a@b.", "ü@b",
    "a@b\u{0}", "<a@b>", "\"a b\"@c", "a@\(String(repeating: "b", count: 64))",
    "\(String(repeating: "a", count: 250))@example.org",
  ])
  func badAddresses(text: String) {
    #expect(throws: AuthError.self) { try EmailAddress(text) }
  }

  private static let id = "0192f0c1-2345-7abc-8def-0123456789ab"

  @Test func routes() throws {
    let id = try #require(UUID(uuidString: Self.id))
    let routes: [(HTTPRequest.Method, String, AuthRoute)] = [
      (.post, "signup", .signUp), (.post, "token", .token), (.get, "user", .user), (.put, "user", .updateUser),
      (.post, "logout", .logout), (.get, "settings", .settings), (.get, "health", .health),
      (.get, ".well-known/jwks.json", .keySet), (.get, "admin/users", .listUsers), (.post, "admin/users", .createUser),
      (.get, "admin/users/\(Self.id)", .readUser(id)), (.put, "admin/users/\(Self.id)", .changeUser(id)),
      (.delete, "admin/users/\(Self.id)", .deleteUser(id)),
      (.get, "admin/users/x", .disabledForAdmins(.malformedUserID)),
      (.post, "admin/generate_link", .disabledForAdmins(.noMail)),
      (.get, "admin/audit", .disabledForAdmins(.noFeature)),
      (.post, "recover", .disabled(.noMail)), (.post, "otp", .disabled(.noOneTimePassword)),
      (.get, "authorize", .disabled(.noProvider)), (.post, "sso", .disabled(.noSAML)),
      (.post, "factors", .disabled(.noFactors)), (.get, "user/identities/authorize", .disabled(.noLinking)),
      (.get, "", .disabled(.noFeature)), (.get, "nonsense", .disabled(.noFeature)),
      (.post, "signup/more", .disabled(.noFeature)), (.post, "signup/email", .signUp),
      (.post, "signin/email", .signIn), (.post, "signin/apple", .disabled(.noIDToken)),
      (.post, "signin", .disabled(.noFeature)), (.post, "signout", .logout),
    ]
    for (method, path, route) in routes {
      let segments = path.split(separator: "/").map(String.init)
      #expect(try AuthRoute(method, segments[...]) == route, "\(method) \(path)")
      #expect(route.isForAdmins == (path.hasPrefix("admin")))
    }
  }

  @Test func anotherMethodIsRefused() {
    let error = #expect(throws: AuthError.self) { try AuthRoute(.delete, ["user"]) }
    #expect(error?.status == .methodNotAllowed)
    #expect(error?.allowed == "GET, PUT")
  }
}

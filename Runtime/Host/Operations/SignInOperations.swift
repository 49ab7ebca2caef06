import Edge
import HTTPTypes

/// The operations of sign-in, by its routes below `/auth/v1`, under the names that Supabase's clients give them.
struct SignInOperations: Sendable {
  private let signUp, signIn, refreshSession, signOut, getUser, updateUser, other: OperationName

  /// - Parameter other: the name for all other routes.
  init(_ names: OperationNames, other: OperationName) {
    signUp = names.name("signUp", .service)
    signIn = names.name("signIn", .service)
    refreshSession = names.name("refreshSession", .service)
    signOut = names.name("signOut", .service)
    getUser = names.name("getUser", .service)
    updateUser = names.name("updateUser", .service)
    self.other = other
  }

  func name(of method: HTTPRequest.Method, _ target: RequestTarget) -> OperationName {
    switch target.path.dropFirst("/auth/v1/".utf8.count) {
    case "signup", "signup/email": return signUp
    case "signin/email", "signin/apple": return signIn
    case "token":
      let asksToRefresh = target.query?.split(separator: "&").contains("grant_type=refresh_token")
      return asksToRefresh == true ? refreshSession : signIn
    case "logout", "signout": return signOut
    case "user": return method == .get ? getUser : updateUser
    default: return other
    }
  }
}

package import Edge
package import Host

/// The handler of `/auth/v1` on a host where sign-in is off: each route is 501, and names the setting.
package struct DisabledAuth: PathHandler {
  package let name = "auth"
  package let answersPreflights = false

  package init() {}

  package func response(to refusal: FunctionError) -> Response? { AuthError(refusal).response(.initial) }

  package func respond(to request: PathRequest) async -> Response {
    AuthError.off.response(APIVersion(field: request.request.fields.first(.apiVersion))).readable()
  }
}

import Edge
import Host

/// The answers for a service that neither the host nor a project has: 501 in the form of the service's errors, with the
/// settings that would forward it.
struct AbsentService: PathHandler {
  let service: GatewayService
  /// The text that names the settings.
  let absence: String

  var name: String { service.name }
  var answersPreflights: Bool { false }

  func respond(to request: PathRequest) async -> Response {
    let procedures = "/rest/v1/rpc/"
    let path = request.request.path
    if path.hasPrefix(procedures) {
      // The host itself serves database functions: this one is unknown.
      return ServiceError.unknownProcedure(path.dropFirst(procedures.count), hint: absence).response(of: service)
    }
    return ServiceError.notImplemented(absence).response(of: service)
  }
}

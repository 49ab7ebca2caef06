import Edge
import Host

/// The answers for a service that neither the host nor a project has: 501 in the form of the service's errors, with the
/// settings that would forward it.
struct AbsentService: PathHandler {
  private let service: GatewayService
  /// The text that names the settings.
  private let advice: String
  /// The text that says what the host lacks, with the settings.
  private let absence: String

  init(_ service: GatewayService, _ what: String, advice: String) {
    self.service = service
    self.advice = advice
    absence = "This host has no \(what) of its own. \(advice)"
  }

  var name: String { service.name }
  var answersPreflights: Bool { false }

  func response(to refusal: FunctionError) -> Response? { ServiceError(refusal).response(of: service) }

  func respond(to request: PathRequest) async -> Response {
    let procedures = "/rest/v1/rpc/"
    let path = request.request.path
    if path.hasPrefix(procedures) {
      // The host itself serves database functions: this one is unknown.
      return ServiceError.unknownProcedure(path.dropFirst(procedures.count), hint: absence).response(of: service)
    }
    if let refusal = request.tableRefusal { return ServiceError(refusal, advice: advice).response(of: service) }
    return ServiceError.notImplemented(absence).response(of: service)
  }
}

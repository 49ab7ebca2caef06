import Edge

/// A function of a bundle whose next call has a place of its group's workers.
struct ReservedEndpoint: Endpoint {
  let endpoint: BundledEndpoint
  let reservation: CallReservation

  var name: String { endpoint.name }
  var traits: EndpointTraits { endpoint.traits }
  var schema: FunctionSchema { endpoint.schema }

  func admit(_ identity: Identity?) throws(AdmissionError) { try endpoint.admit(identity) }

  nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    try await reservation.group.run(reservation, request, invocation).response
  }

  func queueKey(of input: [UInt8]) async throws -> String? { try await endpoint.queueKey(of: input) }

  var place: CallPlace {
    CallPlace(self, waited: reservation.waited, user: reservation.user) { [reservation] in
      reservation.group.giveUp(reservation)
    }
  }
}

import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore

extension FunctionHost {
  /// Calls one of the host's own commands, such as `jobs_list`, in this process, with the rights of the service role
  /// and without a line in the access log. Input and answer are JSON.
  ///
  /// - Throws: `FunctionError`; `CancellationError`.
  package func control(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
    let state = dispatcher.served.current
    guard let served = state.catalogue.controls[name] else {
      throw FunctionError.notFound("CONTROL_NOT_FOUND", "This host does not know the command \(name)")
    }
    let now = services.clock.now
    let invocation = Invocation(
      id: InvocationID(at: now), trigger: .manual, identity: Identity(role: .serviceRole),
      deadline: now.addingTimeInterval(state.configuration.limits.wallClock), logger: logger, function: name,
      services: served.services)
    let response: Response
    do {
      response = try await served.endpoint.invoke(Request(body: RequestBody(input ?? [])), invocation)
    } catch let error as FunctionError {
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      logger.error("A command of the host failed", metadata: ["command": "\(name)", "error": "\(error)"])
      throw FunctionError(status: .internalServerError, code: .server, message: "The command \(name) failed")
    }
    guard let answer = response.body.wholeBytes else {
      throw FunctionError.validation("\(name) streams its answer")
    }
    return answer
  }
}

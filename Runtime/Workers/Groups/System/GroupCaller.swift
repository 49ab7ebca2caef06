import Channel
import Edge
import NIOCore
import Synchronization

/// Calls the current workers of one group of a version. A change of the settings replaces them.
final class GroupCaller: BundleCaller {
  private let current: Mutex<WorkerGroup>
  private unowned let system: WorkerSystem

  init(_ group: WorkerGroup, _ system: WorkerSystem) {
    current = Mutex(group)
    self.system = system
  }

  var group: WorkerGroup { current.withLock(\.self) }

  /// Gives further calls to another group.
  ///
  /// - Returns: the group before.
  func replace(by group: WorkerGroup) -> WorkerGroup {
    current.withLock { current in
      defer { current = group }
      return current
    }
  }

  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response {
    try await group.run(endpoint.target, named: endpoint.name, request, invocation).response
  }

  func takePlace(for endpoint: BundledEndpoint, _ invocation: Invocation) -> CallPlace? {
    group.takePlace(endpoint.target, named: endpoint.name, invocation).map {
      ReservedEndpoint(endpoint: endpoint, reservation: $0).place
    }
  }

  nonisolated(nonsending) func place(
    for endpoint: BundledEndpoint, _ invocation: Invocation
  ) async throws -> CallPlace {
    let reservation = try await group.reservePlace(endpoint.target, named: endpoint.name, invocation)
    return ReservedEndpoint(endpoint: endpoint, reservation: reservation).place
  }

  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String? {
    let request = Request(body: RequestBody(ByteBuffer(bytes: input)))
    let result = try await group.run(
      .queueKey(endpoint.name), named: endpoint.name, request, try system.ownInvocation())
    guard case .key(let key) = result else { return nil }
    return key
  }
}

/// The caller of a group that does not exist.
struct NoCaller: BundleCaller {
  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response { throw WorkerFailure.boot(retryAfter: 1) }

  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String? {
    throw WorkerFailure.boot(retryAfter: 1)
  }
}

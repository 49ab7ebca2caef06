import Channel
import NIOCore

/// The services of a worker's host for one call, those of the database aside.
package struct CallServices: Sendable {
  private let host: HostServices
  /// The id of the call's exchange.
  package let call: UInt64

  package init(_ host: HostServices, call: UInt64) {
    self.host = host
    self.call = call
  }

  /// Opens an operation when there is room for it.
  ///
  /// - Parameter hasBody: whether a stream follows.
  func open(_ operation: Operation, hasBody: Bool = false) async throws -> RemoteOperation {
    try await host.open(OperationMessage(call: call, operation), hasBody: hasBody)
  }

  /// Opens an operation at once, with a receiver of its notes.
  func openNow(
    _ operation: Operation, receiving receive: @escaping @Sendable (ByteBuffer) -> Void
  ) throws -> RemoteOperation {
    try host.openNow(OperationMessage(call: call, operation), receiving: receive)
  }

  /// Drops the receiver of an operation's notes.
  func forget(_ operation: RemoteOperation) { host.forget(operation.id) }

  /// Asks for an operation's value.
  ///
  /// - Throws: the error that the host's service threw.
  func ask<Value: Message>(_ operation: Operation, for type: Value.Type = Value.self) async throws -> Value {
    try await open(operation).answer(for: type)
  }

  func note(_ note: CallNote) { host.note(note, of: call) }
}

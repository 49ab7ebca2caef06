import HTTPCalls
import Loop
import NIOCore

/// Sends the body of a request to the host in a task. Its deinitializer cancels that task.
final class RemoteUpload: Sendable {
  private let task: Task<Void, Never>
  private let result = Promise<(any Error)?>()

  /// Starts to send the body of a request that is too long for a message, or has a source.
  init(of request: HTTPClient.Request, to operation: RemoteOperation) {
    task = Task { [result] in
      if let body = request.streamedBody {
        result.fulfil(await operation.send(body.next))
      } else if let body = request.body {
        var rest: ByteBuffer? = body
        _ = await operation.send {
          defer { rest = nil }
          return rest
        }
      }
    }
  }

  deinit { task.cancel() }

  /// The error of the body's source.
  var failure: (any Error)? { result.current ?? nil }
}

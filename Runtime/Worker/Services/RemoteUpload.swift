import HTTPCalls
import NIOCore
import Synchronization

/// Sends the body of a request to the host in a task. Its deinitializer cancels that task.
final class RemoteUpload: Sendable {
  private let task: Task<Void, Never>
  private let result = UploadResult()

  /// Starts to send the body of a request that is too long for a message, or has a source.
  init(of request: HTTPClient.Request, to operation: RemoteOperation) {
    task = Task { [result] in
      if let body = request.streamedBody {
        let failure = await operation.send(body.next)
        result.failure.withLock { $0 = failure }
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
  var failure: (any Error)? { result.failure.withLock { $0 } }
}

/// The end of an upload, which its task and its owner share.
private final class UploadResult: Sendable {
  let failure = Mutex<(any Error)?>(nil)
}

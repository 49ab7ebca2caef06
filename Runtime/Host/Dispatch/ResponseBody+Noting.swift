import Edge

extension ResponseBody {
  /// The body whose stream calls a closure with the error that breaks it off, but for a cancellation.
  func noting(_ note: @escaping @Sendable (any Error) -> Void) -> ResponseBody {
    guard case .stream(let write) = content else { return self }
    let noted = { @Sendable (writer: ResponseWriter) in
      do {
        try await write(writer)
      } catch {
        if !(error is CancellationError) { note(error) }
        throw error
      }
    }
    return length.map { ResponseBody(length: $0, stream: noted) } ?? ResponseBody(stream: noted)
  }
}

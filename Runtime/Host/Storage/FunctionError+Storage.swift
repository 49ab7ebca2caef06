import Edge

extension FunctionError {
  /// The error of a function's call for a refusal of a storage server.
  init(_ refusal: StorageRefusal, _ key: ObjectKey) {
    switch refusal.statusCode {
    case 404 where refusal.message == StorageRefusal.noBucket.message:
      self = .notFound(.bucketNotFound, "The storage has no bucket \(key.bucket)")
    case 404: self = .notFound(.objectNotFound, "The storage has no file \(key.text)")
    case 409: self = .conflict("The storage has a file \(key.text) already")
    case 413: self = FunctionError(status: .contentTooLarge, code: .payloadTooLarge, message: refusal.message)
    case 401, 403:
      // The key is the host's: the caller can do nothing about it.
      self = FunctionError(
        status: .internalServerError, code: .server,
        message: "The storage refuses the host's service key: \(refusal.message)")
    case 400..<500: self = .validation(refusal.message)
    default: self = .notConnected("The storage does not work: \(refusal.message)")
    }
  }
}

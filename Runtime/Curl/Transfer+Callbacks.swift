import CCurl
import HTTPCalls

extension Transfer {
  /// Makes libcurl call this object, which must live as long as its handle.
  func setCallbacks() throws(HTTPClientError) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA] {
      try unsafe easy.set(option, context)
    }
    try unsafe easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    try unsafe easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    try unsafe easy.setBeforeRequest { context, _, _, _, _ in
      guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
    guard request.streamedBody != nil else { return }
    try unsafe easy.set(CURLOPT_READDATA, context)
    try unsafe easy.set(CURLOPT_READFUNCTION) { room, size, count, context in
      guard let room = unsafe room, let context = unsafe context else { return Int(CURL_READFUNC_ABORT) }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.send(into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
    }
  }
}

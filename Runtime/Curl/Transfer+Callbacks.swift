import CCurl
import Glibc
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
    try unsafe easy.setBeforeRequest { context, address, local, port, localPort in
      guard let context = unsafe context else { return CURL_PREREQFUNC_ABORT }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let text = unsafe address.map { unsafe String(cString: $0) }
      guard transfer.mayUse(connectionTo: text.flatMap { IPAddress($0) }) else { return CURL_PREREQFUNC_ABORT }
      guard transfer.maySend() else { return CURL_PREREQFUNC_ABORT }
      // A Unix socket has no port.
      if let text, let local = unsafe local, localPort > 0 {
        let ends = KeptConnections.Ends(
          server: text, serverPort: port, local: unsafe String(cString: local), localPort: localPort)
        let isUsable = transfer.connection.begin(ends, isKept: transfer.easy.long(CURLINFO_NUM_CONNECTS) == 0)
        // Otherwise libcurl would try five more kept connections, on which bytes may wait too, and then give up.
        if !isUsable { try? transfer.easy.set(CURLOPT_FRESH_CONNECT, 1) }
      }
      return CURL_PREREQFUNC_OK
    }
    if request.allowedHosts != nil { try unsafe setConnectionCheck(context) }
    guard request.streamedBody != nil else { return }
    try unsafe easy.set(CURLOPT_READDATA, context)
    try unsafe easy.set(CURLOPT_READFUNCTION) { room, size, count, context in
      guard let room = unsafe room, let context = unsafe context else { return Int(CURL_READFUNC_ABORT) }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.send(into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
    }
  }

  /// Makes libcurl ask for each socket, with the address that it is about to connect to: a name's address is known then
  /// alone.
  private func setConnectionCheck(_ context: UnsafeMutableRawPointer) throws(HTTPClientError) {
    try unsafe easy.set(CURLOPT_OPENSOCKETDATA, context)
    try unsafe easy.setOpenSocket { context, _, address in
      guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      guard transfer.mayConnect(to: unsafe IPAddress(address)) else { return CURL_SOCKET_BAD }
      let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
      return unsafe socket(address.pointee.family, type, address.pointee.`protocol`)
    }
  }
}

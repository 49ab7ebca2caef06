import COpenSSL

/// A memory BIO from which OpenSSL reads PEM, or to which it writes PEM.
@safe final class PEMMemory {
  let pointer: OpaquePointer

  init(_ text: String = "") throws(OpenSSLError) {
    guard let pointer = unsafe BIO_new(BIO_s_mem()) else { throw OpenSSLError("memory") }
    unsafe self.pointer = pointer
    let bytes = Array(text.utf8)
    _ = unsafe BIO_write(pointer, bytes, CInt(clamping: bytes.count))
  }

  deinit { unsafe BIO_free(pointer) }

  var text: String {
    let count = unsafe BIO_ctrl_pending(pointer)
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = unsafe BIO_read(pointer, &bytes, CInt(clamping: count))
    return String(decoding: bytes.prefix(Int(max(0, taken))), as: UTF8.self)
  }
}

import COpenSSL

/// A private key on the curve P-256.
@safe final class PrivateKey {
  let pointer: OpaquePointer

  init() throws(OpenSSLError) {
    guard let pointer = unsafe copenssl_generate_p256() else { throw OpenSSLError("new key") }
    unsafe self.pointer = pointer
  }

  /// Reads a key in PEM. An encrypted key is refused without asking for a password.
  init(pem: String) throws(OpenSSLError) {
    let memory = try PEMMemory(pem)
    // The empty password keeps OpenSSL from asking on the terminal.
    var password = CChar(0)
    guard let pointer = unsafe PEM_read_bio_PrivateKey(memory.pointer, nil, nil, &password) else {
      throw OpenSSLError("key")
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  func pem() throws(OpenSSLError) -> String {
    let memory = try PEMMemory()
    guard unsafe PEM_write_bio_PrivateKey(memory.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
      throw OpenSSLError("key")
    }
    return memory.text
  }
}

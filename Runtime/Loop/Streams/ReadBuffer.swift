/// The receive buffer that the sockets of one loop share. The loop's own work alone uses it.
@safe package final class ReadBuffer {
  package let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  package init() {}

  deinit { unsafe bytes.deallocate() }
}

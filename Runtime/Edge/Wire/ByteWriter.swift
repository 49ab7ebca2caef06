/// Bytes in the making, in memory of their own that grows: an array's checks would cost more than most pieces themselves.
@safe package struct ByteWriter: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  package private(set) var count = 0

  /// - Parameter capacity: How many bytes it is likely to be.
  package init(capacity: Int) {
    unsafe memory = .allocate(byteCount: max(capacity, 16), alignment: 16)
  }

  deinit { unsafe memory.deallocate() }

  package mutating func write(byte: UInt8) {
    makeRoom(for: 1)
    unsafe memory[count] = byte
    count += 1
  }

  package mutating func write(_ text: String) {
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe write(UnsafeRawBufferPointer($0))
    }
    if isWritten == nil { for byte in text.utf8 { write(byte: byte) } }
  }

  package mutating func write(_ bytes: UnsafeRawBufferPointer) {
    makeRoom(for: bytes.count)
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  package mutating func write(_ number: Int) {
    if number < 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: number.magnitude)
  }

  private mutating func write(digits number: UInt) {
    if number >= 10 { write(digits: number / 10) }
    write(byte: UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Lends what is written so far.
  package borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  private mutating func makeRoom(for more: Int) {
    guard unsafe count + more > memory.count else { return }
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(count + more, memory.count * 2), alignment: 16)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    unsafe memory.deallocate()
    unsafe memory = larger
  }
}

import Channel
import Edge
import NIOCore
import Testing

/// Reading of messages: a whole one is what was written, and a damaged one is refused or another value.
@Suite struct MessageTests {
  @Test(arguments: MessageSamples.all) func aMessageIsReadAsItWasWritten(_ sample: MessageSamples.Sample) throws {
    #expect(try sample.again(sample.payload) == sample.payload)
  }

  @Test(arguments: MessageSamples.all) func aCutOffMessageIsRefused(_ sample: MessageSamples.Sample) throws {
    for count in 0..<sample.payload.readableBytes {
      let part = try #require(sample.payload.getSlice(at: sample.payload.readerIndex, length: count))
      #expect(throws: MessageFault.self) { try sample.again(part) }
    }
  }

  @Test(arguments: MessageSamples.all) func aChangedByteIsReadOrRefused(_ sample: MessageSamples.Sample) throws {
    let bytes = [UInt8](buffer: sample.payload)
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] ^= change
        // It must not trap, and any error is a fault of the message.
        do { _ = try sample.again(ByteBuffer(bytes: damaged)) } catch { #expect(error is MessageFault) }
      }
    }
  }

  @Test(arguments: MessageSamples.all) func bytesAfterTheEndAreRefused(_ sample: MessageSamples.Sample) throws {
    var longer = sample.payload
    longer.writeInteger(0 as UInt8)
    #expect(throws: MessageFault.self) { try sample.again(longer) }
  }

  @Test(arguments: [.malformed, .untrusted, .root, .unavailable] as [SignedPayloadError.Code])
  func eachCodeOfASignatureErrorArrives(_ code: SignedPayloadError.Code) throws {
    let error = SignedPayloadError(code, "a reason")
    #expect(try SignedPayloadError(payload: error.payload) == error)
  }

  @Test func aNumberOfValuesAboveTheBytesIsRefused() {
    var writer = MessageWriter()
    writer.write(UInt32.max)
    #expect(throws: MessageFault.self) { try [String](payload: writer.buffer) }
  }

  /// The type of the fields ends the process at 65,535.
  @Test func aMessageHasAThousandFieldsAtMost() throws {
    var fields = HTTPFields()
    for _ in 0..<MessageReader.maximumFields { fields.append(HTTPField(name: .cookie, value: "")) }
    let most = CallAnswer.response(status: .ok, fields: fields, body: .none)
    #expect(try CallAnswer(payload: most.payload).payload == most.payload)
    fields.append(HTTPField(name: .cookie, value: ""))
    let more = CallAnswer.response(status: .ok, fields: fields, body: .none)
    #expect(throws: MessageFault("it has more than 1000 header fields")) { try CallAnswer(payload: more.payload) }
  }
}

import Edge
import HTTPTypes

extension Form {
  /// The most bytes of a form.
  static let limit = 1 << 20

  /// Reads the body of a request.
  ///
  /// - Throws: ``PageError/invalid(_:)`` if it is no form, or too large; ``PageError/unavailable(_:)`` if there is no
  ///   memory for it.
  init(of request: Request) async throws(PageError) {
    let type = request.fields.first(.contentType)?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    guard type == "application/x-www-form-urlencoded" else { throw .invalid("The body is not a form") }
    let body: [UInt8]
    do {
      body = [UInt8](try await request.body.collect(upTo: Self.limit).readableBytesView)
    } catch let error as FunctionError where error.status == .serviceUnavailable {
      throw .unavailable(error.message)
    } catch {
      throw .invalid("The form is larger than \(Quantities.bytes(Self.limit)), or it did not arrive whole")
    }
    self.init(encoded: String(decoding: body, as: UTF8.self))
  }
}

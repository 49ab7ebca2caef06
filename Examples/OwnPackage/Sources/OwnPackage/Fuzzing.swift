import Foundation
import Swiftlet

/// The same as `echo`, for every caller and in a field of the answer, which that of a HEAD has too. The HTTP fuzzer
/// reads from it how the host cut a connection's bytes into requests.
let mirror = Function.raw("mirror", access: .anyone) { request, _ in
  let seen = try Wire.encode(try await Echo(request))
  var response = Response.text("")
  if let name = HTTPField.Name("X-Mirror") { response.headers[name] = Data(seen).base64EncodedString() }
  return response
}

/// Any JSON, given back as it is understood.
let same = Function("same", access: .anyone) { (value: JSONValue, _) in value }

/// Whole numbers, given back as they are understood.
let whole = Function("whole", access: .anyone) { (numbers: [Int], _) in numbers }

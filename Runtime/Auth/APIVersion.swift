import HTTPTypes
import Wire

/// The version of the API that a client asks for by `X-Supabase-Api-Version`. It decides the shape of errors.
enum APIVersion: String {
  /// Errors are `{"code":<status>,"error_code":"…","msg":"…"}`.
  case initial = ""
  /// Errors are `{"code":"…","message":"…"}`.
  case v20240101 = "2024-01-01"

  /// The newest version that is not after the date of a header field; the initial one for a malformed date.
  init(field: String?) {
    let isDate =
      field?.utf8.count == 10
      && field?.utf8.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : ASCII.isDigit(byte)
      } == true
    // Dates in this form sort as text does.
    self = isDate && field ?? "" >= Self.v20240101.rawValue ? .v20240101 : .initial
  }
}

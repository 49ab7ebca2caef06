/// The numbers of types in `pg_type` whose values are not read as plain text.
enum PostgresType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let oid: UInt32 = 26
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let timestamp: UInt32 = 1114
  static let timestamptz: UInt32 = 1184
  static let numeric: UInt32 = 1700
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802

  private static let text: UInt32 = 25

  /// The type of an array's elements.
  static func element(ofArray type: UInt32) -> UInt32? {
    switch type {
    case 1000: bool
    case 1005: int2
    case 1007: int4
    case 1016: int8
    case 1021: float4
    case 1022: float8
    case 1231: numeric
    // Arrays of name, text, bpchar, varchar and date.
    case 1003, 1009, 1014, 1015, 1182: text
    case 1115: timestamp
    case 1185: timestamptz
    case 2951: uuid
    case 199: json
    case 3807: jsonb
    default: nil
    }
  }
}

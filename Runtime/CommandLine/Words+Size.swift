import FoundationEssentials

extension Words {
  /// A size for people: `512 bytes`, `1.5 MiB`.
  static func size(_ bytes: Int) -> String {
    for (unit, exponent) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where bytes >= 1 << exponent {
      let tenths = bytes / ((1 << exponent) / 10)
      return tenths >= 1000 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
}

import Foundation
import Synchronization

/// What somebody may have meant who wrote a zone's name wrong.
enum ZoneNames {
  private static let names = Mutex<[String: [String]]>([:])

  /// At most three names with " or " between them; empty if none is near.
  static func nearest(to name: String, in directory: String) -> String {
    let wanted = Self.place(name)
    guard (2...40).contains(wanted.utf8.count) else { return "" }
    var found: [(distance: Int, name: String)] = []
    for candidate in all(in: directory) {
      let place = Self.place(candidate)
      guard abs(place.utf8.count - wanted.utf8.count) <= 2, place.utf8.first == wanted.utf8.first else { continue }
      let distance = Self.distance(Array(place.utf8), Array(wanted.utf8))
      if distance <= min(2, wanted.utf8.count / 3) { found.append((distance, candidate)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = found.first else { return "" }
    return found.filter { $0.distance == best.distance }.prefix(3).map(\.name).joined(separator: " or ")
  }

  /// The last part of a name in lower case: people know the city, not the continent.
  private static func place(_ name: String) -> String { (name.split(separator: "/").last ?? "").lowercased() }

  private static func all(in directory: String) -> [String] {
    if let known = names.withLock({ $0[directory] }) { return known }
    let listed = list("", in: directory).sorted() + ["UTC"]
    names.withLock { $0[directory] = listed }
    return listed
  }

  /// The files of a folder and of its folders. `posix`, `right` and the tables beside the zones begin in lower case.
  private static func list(_ folder: String, in directory: String, depth: Int = 0) -> [String] {
    guard depth < 4, let entries = try? FileManager.default.contentsOfDirectory(atPath: directory + "/" + folder) else {
      return [folder]
    }
    return entries.filter { $0.first?.isUppercase == true && $0 != "UTC" }.flatMap { entry in
      list(folder.isEmpty ? entry : folder + "/" + entry, in: directory, depth: depth + 1)
    }
  }

  /// Insertions, deletions and replacements from one text to the other (Levenshtein).
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}

import FoundationEssentials
import Synchronization
import Wire

/// Suggestions for a misspelt time zone.
enum ZoneNames {
  private struct Candidate {
    let name: String
    let place: [UInt8]
  }

  private static let candidates = Mutex<[String: [Candidate]]>([:])

  /// At most three similar names with " or " between them; empty if there are none.
  static func nearest(to name: String, in directory: String) -> String {
    let wanted = place(of: name)
    guard (2...40).contains(wanted.count) else { return "" }
    var found: [(distance: Int, name: String)] = []
    for candidate in all(in: directory) {
      let place = candidate.place
      guard abs(place.count - wanted.count) <= 2, place.first == wanted.first else { continue }
      let distance = place.editDistance(to: wanted)
      if distance <= min(2, wanted.count / 3) { found.append((distance, candidate.name)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = found.first else { return "" }
    return found.filter { $0.distance == best.distance }.prefix(3).map(\.name).joined(separator: " or ")
  }

  /// The last part of a name in lower case, usually a city. The continent is ignored.
  private static func place(of name: String) -> [UInt8] {
    Array((name.split(separator: "/").last ?? "").lowercased().utf8)
  }

  private static func all(in directory: String) -> [Candidate] {
    if let known = candidates.withLock({ $0[directory] }) { return known }
    let listed = (list("", in: directory) + ["UTC"]).map { Candidate(name: $0, place: place(of: $0)) }
    candidates.withLock { $0[directory] = listed }
    return listed
  }

  /// The files of a folder and of its folders. Names in lower case are left out: `posix`, `right`, and tables such as
  /// `zone.tab`.
  private static func list(_ folder: String, in directory: String, depth: Int = 0) -> [String] {
    guard depth < 4, let entries = try? FileManager.default.contentsOfDirectory(atPath: directory + "/" + folder) else {
      return [folder]
    }
    return entries.filter { $0.first?.isUppercase == true && $0 != "UTC" }.flatMap { entry in
      list(folder.isEmpty ? entry : folder + "/" + entry, in: directory, depth: depth + 1)
    }
  }
}

import Edge
import FoundationEssentials

/// A request for a part of a folder's content.
struct ObjectListing: Sendable, Equatable {
  enum Column: String { case name, updated = "updated_at", created = "created_at", accessed = "last_accessed_at" }

  /// The most entries of one answer.
  static let maximum = 1000
  /// The largest whole number that every reader of JSON holds exactly (RFC 7493, section 2.2).
  private static let largestNumber = 9_007_199_254_740_991

  /// Paths in pages of at most ``maximum``.
  static func pages(of paths: [String]) -> [ArraySlice<String>] {
    stride(from: 0, to: paths.count, by: maximum).map { paths[$0..<min($0 + maximum, paths.count)] }
  }

  /// The folder, without a slash at its ends; empty for the bucket.
  var folder = ""
  var limit = 100
  var offset = 0
  /// The beginning of the entries' names, whatever their case.
  var search = ""
  var column = Column.name
  var isDescending = false

  init() {}

  /// Reads the body of `POST /object/list/<bucket>`.
  ///
  /// - Throws: ``StorageRefusal`` 400.
  init(_ body: JSONValue) throws(StorageRefusal) {
    guard body.object != nil else { throw .invalid("body must be an object") }
    let prefix = try Self.text(body["prefix"], "prefix") ?? ""
    folder = prefix.split(separator: "/").joined(separator: "/")
    search = try Self.text(body["search"], "search") ?? ""
    limit = try Self.number(body["limit"], "limit", from: 1) ?? 100
    limit = min(limit, Self.maximum)
    offset = try Self.number(body["offset"], "offset", from: 0) ?? 0
    let sorting = body["sortBy"] ?? .null
    guard sorting == .null || sorting.object != nil else { throw .invalid("body/sortBy must be an object") }
    if let name = try Self.text(sorting["column"], "sortBy/column") {
      guard let column = Column(rawValue: name) else {
        throw .invalid("sortBy.column must be name, updated_at, created_at or last_accessed_at")
      }
      self.column = column
    }
    isDescending = try Self.text(sorting["order"], "sortBy/order")?.lowercased() == "desc"
  }

  private static func text(_ value: JSONValue?, _ name: String) throws(StorageRefusal) -> String? {
    guard let value, value != .null else { return nil }
    guard let text = value.string else { throw .invalid("body/\(name) must be a text") }
    return text
  }

  /// A number, which some clients send as text.
  static func number(_ value: JSONValue?, _ name: String, from least: Int) throws(StorageRefusal) -> Int? {
    guard let value, value != .null else { return nil }
    let range = least...largestNumber
    guard let number = value.integer ?? value.string.flatMap({ Int($0) }), range.contains(number) else {
      throw .invalid("body/\(name) must be a whole number from \(least) to \(largestNumber)")
    }
    return number
  }

  /// One entry: a file, or a folder.
  struct Entry: Sendable {
    let name: String
    let record: ObjectRecord?

    var json: JSONValue {
      record?.json(named: name) ?? [
        "name": .string(name), "id": .null, "updated_at": .null, "created_at": .null, "last_accessed_at": .null,
        "metadata": .null,
      ]
    }
  }

  /// Reads the entries of a bucket's folder. The call blocks.
  ///
  /// - Parameter isVisible: whether an entry of the bucket itself is shown.
  func entries(
    of bucket: String, below root: StorageFolder, isVisible: (_ name: String) -> Bool
  ) throws(StorageRefusal) -> [Entry] {
    let folder: StorageFolder
    let parts = self.folder.split(separator: "/")
    guard parts.allSatisfy({ $0.utf8.first != UInt8(ascii: ".") }) else { return [] }
    do throws(StorageRefusal) {
      folder = try root.folder([bucket[...]] + parts)
    } catch .notFound {
      return []
    }
    let wanted = search.lowercased()
    var found = try folder.entries().filter {
      (wanted.isEmpty || $0.name.lowercased().hasPrefix(wanted)) && (!self.folder.isEmpty || isVisible($0.name))
    }
    // Only the files of the shown entries are opened, unless the order depends on the files' dates.
    guard column == .name else {
      let all = found.compactMap { entry(of: $0, bucket, folder) }
      return page(all.sorted { isBefore(date(of: $0), $0.name, date(of: $1), $1.name) })
    }
    found.sort { isBefore(.distantPast, $0.name, .distantPast, $1.name) }
    return page(found).compactMap { entry(of: $0, bucket, folder) }
  }

  private func entry(of entry: StorageFolder.Entry, _ bucket: String, _ folder: StorageFolder) -> Entry? {
    guard entry.kind == .file else { return Entry(name: entry.name, record: nil) }
    let path = self.folder.isEmpty ? entry.name : "\(self.folder)/\(entry.name)"
    // A file that has gone meanwhile, or that the host may not read, is not shown.
    guard let file = try? StoredFile(entry.name, in: folder) else { return nil }
    return Entry(name: entry.name, record: ObjectRecord(ObjectKey(bucket: bucket, path: path), file))
  }

  private func page<Element>(_ all: [Element]) -> [Element] { Array(all.dropFirst(offset).prefix(limit)) }

  private func date(of entry: Entry) -> Date {
    guard let record = entry.record else { return .distantPast }
    return column == .created ? record.createdAt : record.version.date
  }

  private func isBefore(_ date: Date, _ name: String, _ otherDate: Date, _ otherName: String) -> Bool {
    let isLess = date == otherDate ? name < otherName : date < otherDate
    return isDescending ? !isLess && (date, name) != (otherDate, otherName) : isLess
  }
}

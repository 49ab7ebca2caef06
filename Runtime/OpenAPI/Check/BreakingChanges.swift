import Wire

/// The changes between two documents that break clients of the old one.
package struct BreakingChanges: Sendable {
  /// The changes in words, in the order of the old document's operations.
  package private(set) var changes: [String] = []
  private let old: ParsedDocument
  private let new: ParsedDocument
  /// The pairs of named schemas that are compared already, so that the comparison of recursive schemas ends.
  private var compared: Set<[String]> = []

  package init(from old: ParsedDocument, to new: ParsedDocument) {
    self.old = old
    self.new = new
    for operation in old.operations {
      if let now = new.operations.first(where: { $0.name == operation.name }) {
        compare(operation, now)
      } else {
        changes.append("\(operation.name): it is gone")
      }
    }
  }

  // MARK: Operations

  private mutating func compare(_ was: ParsedOperation, _ now: ParsedOperation) {
    compared = []
    if Self.isNarrower(now.access, than: was.access) {
      changes.append("\(was.name): access was \(was.access), is \(now.access) now")
    } else if now.needsToken, !was.needsToken {
      changes.append("\(was.name): it needs a token now")
    }
    if Self.takesEffectAgain(now, insteadOf: was) {
      changes.append("\(was.name): a repeated call takes effect again now")
    }
    compareParameters(was, now)
    switch (was.input, now.input) {
    case (nil, let input?) where now.isInputRequired && now.takesJSON && new.schema(input).type != nil:
      changes.append("\(was.name): it needs an input now")
    case (let before?, let after?):
      if was.takesJSON, !was.isInputRequired, now.isInputRequired {
        changes.append("\(was.name): it needs an input now")
      }
      compare(before, after, "\(was.name): input", isInput: true)
    default: break
    }
    compared = []
    if let before = was.successStatus, now.successStatus != before {
      let after = now.successStatus.map(String.init) ?? "unknown"
      changes.append("\(was.name): the status of success was \(before), is \(after) now")
    } else if let before = was.output, let after = now.output {
      compare(before, after, "\(was.name): output", isInput: false)
    } else if was.output != nil {
      changes.append("\(was.name): output is gone")
    }
  }

  private mutating func compareParameters(_ was: ParsedOperation, _ now: ParsedOperation) {
    for parameter in now.parameters {
      guard let name = parameter["name"]?.string else { continue }
      let before = was.parameters.first { $0["name"] == parameter["name"] && $0["in"] == parameter["in"] }
      if parameter["required"]?.bool == true, before?["required"]?.bool != true {
        changes.append("\(was.name): parameter \(name) is required now")
      }
      guard let before else { continue }
      compare(before["schema"] ?? [:], parameter["schema"] ?? [:], "\(was.name): parameter \(name)", isInput: true)
    }
    for parameter in was.parameters
    where !now.parameters.contains(where: { $0["name"] == parameter["name"] && $0["in"] == parameter["in"] }) {
      changes.append("\(was.name): parameter \(parameter["name"]?.string ?? "") is gone")
    }
  }

  /// Whether the rule `now` refuses callers that the rule `was` admitted.
  private static func isNarrower(_ now: String, than was: String) -> Bool {
    switch (was, now) {
    case _ where was == now: false
    case (_, "anyone"): false
    case ("user", "verified"), ("service_role", "verified"): false
    default: true
    }
  }

  /// Whether a call that clients of `was` repeat takes effect again at `now`. To an operation that only reads they send
  /// no key.
  private static func takesEffectAgain(_ now: ParsedOperation, insteadOf was: ParsedOperation) -> Bool {
    !now.isReadOnly && (was.isReadOnly || was.isIdempotent && !now.isIdempotent)
  }

  // MARK: Schemas

  private mutating func compare(_ before: JSONValue, _ after: JSONValue, _ place: String, isInput: Bool) {
    let (was, now) = (old.schema(before), new.schema(after))
    if let wasName = was.name, let nowName = now.name {
      guard compared.insert([wasName, nowName]).inserted else { return }
    }
    // A value that one side makes must be one that the other takes: clients make inputs, hosts make outputs.
    let (made, taken) = isInput ? (was, now) : (now, was)
    guard Self.accepts(made, where: taken) else {
      changes.append("\(place) was \(was.words), is \(now.words) now")
      return
    }
    if made.isNullable, !taken.isNullable, taken.type != nil {
      changes.append(isInput ? "\(place) may not be null any more" : "\(place) may be null now")
    }
    if isInput, let values = now.values {
      guard let earlier = was.values else {
        changes.append("\(place) takes only some strings now: \(values.joined(separator: ", "))")
        return
      }
      for value in earlier where !values.contains(value) {
        changes.append("\(place) does not take \"\(value)\" any more")
      }
    }
    if isInput, was.additional != nil, now.additional == nil, !now.properties.isEmpty {
      changes.append("\(place) took any key, takes only \(now.properties.keys.joined(separator: ", ")) now")
    }
    compareMembers(was, now, place, isInput: isInput)
    if let before = was.items, let after = now.items { compare(before, after, "\(place)[]", isInput: isInput) }
    if let before = was.additional, let after = now.additional {
      compare(before, after, "\(place).*", isInput: isInput)
    }
  }

  private mutating func compareMembers(_ was: ParsedSchema, _ now: ParsedSchema, _ place: String, isInput: Bool) {
    for (key, before) in was.properties {
      guard let after = now.properties[key] else {
        if !isInput, now.type != nil { changes.append("\(place).\(key) is gone") }
        // Clients still send the member, which is a value of the dictionary then.
        if isInput, let value = now.additional { compare(before, value, "\(place).\(key)", isInput: true) }
        continue
      }
      if !isInput, was.required.contains(key), !now.required.contains(key) {
        changes.append("\(place).\(key) may be missing now")
      }
      compare(before, after, "\(place).\(key)", isInput: isInput)
    }
    if !isInput, let value = was.additional {
      // Clients read a new member as a value of the dictionary.
      for (key, after) in now.properties where was.properties[key] == nil {
        compare(value, after, "\(place).\(key)", isInput: false)
      }
    }
    guard isInput else { return }
    for key in now.required.subtracting(was.required).sorted() { changes.append("\(place).\(key) is required now") }
  }

  /// Whether values of one type are values of another.
  private static func accepts(_ made: ParsedSchema, where taken: ParsedSchema) -> Bool {
    guard let type = taken.type else { return true }
    if made.type == "integer", type == "number" { return true }
    return made.type == type && (taken.format == nil || taken.format == made.format)
  }
}

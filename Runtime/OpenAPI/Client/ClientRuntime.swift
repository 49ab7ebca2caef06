/// The part of a generated client that is the same for all documents.
enum ClientRuntime {
  /// The names of the client's own members.
  static let members: Set<String> = ["baseURL", "apiKey", "attempts", "session", "token", "send", "url"]

  static let text = #"""
    public import Foundation

    #if canImport(FoundationNetworking)
      public import FoundationNetworking
    #endif

    /// A client of a host's functions.
    ///
    /// A call that only reads, or that the host knows again by its key, is tried again after a lost connection, a 503,
    /// and while the first call with its key is still running.
    public struct SwiftletClient: Sendable {
      /// The host's URL, without a path: `https://api.example.com`.
      public let baseURL: URL
      /// The project's API key, sent as `apikey`; nil sends none.
      public let apiKey: String?
      /// How often a call is tried at most.
      public var attempts = 3
      private let session: URLSession
      private let token: @Sendable () async throws -> String?

      /// A client of one host.
      ///
      /// - Parameters:
      ///   - baseURL: the host's URL, without a path.
      ///   - apiKey: the project's API key.
      ///   - session: the session of the requests.
      ///   - token: returns the token of the user who is signed in, or the anon key; nil sends none. Called for each
      ///     call.
      public init(
        baseURL: URL, apiKey: String? = nil, session: URLSession = .shared,
        token: @escaping @Sendable () async throws -> String?
      ) {
        self.baseURL = baseURL
        self.apiKey = apiKey
        self.session = session
        self.token = token
      }
    }

    extension SwiftletClient {
      /// An error response.
      public struct Failure: Error, Hashable, Sendable, LocalizedError {
        /// The error's name for programs.
        public struct Code: RawRepresentable, Hashable, Sendable {
          public let rawValue: String
          public init(rawValue: String) { self.rawValue = rawValue }
        }

        /// The response's status.
        public let status: Int
        /// The error's name; empty if the response has none.
        public let code: Code
        /// A sentence for people.
        public let message: String
        /// More about the error.
        public let details: JSON?
        /// The seconds after which the call may be tried again.
        public let retryAfter: Double?
        /// The id of the request in the host's log.
        public let requestID: String?

        public var errorDescription: String? { message }

        /// Whether the same call may succeed a moment later.
        var isPassing: Bool { status == 503 || status == 409 && code.rawValue == "IDEMPOTENCY_KEY_IN_USE" }

        init(_ response: HTTPURLResponse, _ body: Data) {
          let json = try? JSONDecoder().decode(JSON.self, from: body)
          let nested = json?["error"]
          let object = nested?["code"] == nil ? json : nested
          status = response.statusCode
          code = Code(rawValue: object?["code"]?.string ?? response.value(forHTTPHeaderField: "sb-error-code") ?? "")
          message = object?["message"]?.string ?? nested?.string ?? "The host answered \(response.statusCode)"
          details = object?["details"]
          retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init)
          requestID = response.value(forHTTPHeaderField: "sb-request-id")
        }
      }

      /// Any JSON value.
      public enum JSON: Codable, Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON])
        case object([String: JSON])

        public init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if container.decodeNil() {
            self = .null
          } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
          } else if let value = try? container.decode(Double.self) {
            self = .number(value)
          } else if let value = try? container.decode(String.self) {
            self = .string(value)
          } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
          } else {
            self = .object(try container.decode([String: JSON].self))
          }
        }

        public func encode(to encoder: any Encoder) throws {
          var container = encoder.singleValueContainer()
          switch self {
          case .null: try container.encodeNil()
          case .bool(let value): try container.encode(value)
          case .number(let value): try container.encode(value)
          case .string(let value): try container.encode(value)
          case .array(let value): try container.encode(value)
          case .object(let value): try container.encode(value)
          }
        }

        /// The string, if this is one.
        public var string: String? { if case .string(let value) = self { value } else { nil } }
        /// The member of that name, if this is an object that has it.
        public subscript(_ key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }
      }
    }

    extension SwiftletClient {
      private func send(
        _ method: String, _ path: String, query: [(name: String, value: String?)] = [], body: Data? = nil,
        key: UUID? = nil, isRepeatable: Bool
      ) async throws -> Data {
        var request = URLRequest(url: try url(path, query))
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let key { request.setValue(key.uuidString.lowercased(), forHTTPHeaderField: "Idempotency-Key") }
        if let apiKey { request.setValue(apiKey, forHTTPHeaderField: "apikey") }
        if let token = try await token() { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        var attempt = 1
        while true {
          var pause = 0.2 * Double(1 << min(attempt, 6))
          do {
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            if (200..<300).contains(response.statusCode) { return data }
            let failure = Failure(response, data)
            guard isRepeatable, attempt < attempts, failure.isPassing else { throw failure }
            pause = min(30, max(pause, failure.retryAfter ?? 0))
          } catch let error as URLError {
            guard isRepeatable, attempt < attempts, error.code != .cancelled else { throw error }
          }
          try await Task.sleep(nanoseconds: UInt64(pause * 1e9))
          attempt += 1
        }
      }

      /// The URL of a path, whose segments are escaped already.
      private func url(_ path: String, _ query: [(name: String, value: String?)]) throws -> URL {
        guard var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else { throw URLError(.badURL) }
        parts.percentEncodedPath = (parts.percentEncodedPath.hasSuffix("/") ? String(parts.percentEncodedPath.dropLast()) : parts.percentEncodedPath) + path
        let items = query.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        if !items.isEmpty { parts.queryItems = items }
        // A plus sign stands for a space in a query.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = parts.url else { throw URLError(.badURL) }
        return url
      }

      private static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        // Equal inputs must be equal bytes, since a host knows a repeated call by its key and its body.
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .custom { date, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(text(date))
        }
        return try encoder.encode(value)
      }

      private static func decoded<Value: Decodable>(_ data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
          let container = try decoder.singleValueContainer()
          let text = try container.decode(String.self)
          let formats = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
          guard let date = formats.lazy.compactMap({ try? $0.parse(text) }).first else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no ISO 8601 instant")
          }
          return date
        }
        return try decoder.decode(Value.self, from: data)
      }

      /// The text of a value in a path or a query; nil for none.
      private static func text(_ value: (any Sendable)?) -> String? {
        switch value {
        case let date as Date: text(date)
        case let id as UUID: id.uuidString.lowercased()
        case let choice as any RawRepresentable: "\(choice.rawValue)"
        case let value?: "\(value)"
        case nil: nil
        }
      }

      private static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      }

      /// A value as a segment of a path.
      private static func segment(_ value: some Sendable) -> String {
        let text: String? = text(value)
        return text?.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.~"))) ?? ""
      }
    }
    """#
}

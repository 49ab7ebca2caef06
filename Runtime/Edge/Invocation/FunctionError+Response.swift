extension FunctionError {
  /// The response with this error.
  public var response: Response {
    var body: JSONObject
    switch shape {
    case .message: body = ["error": .string(message)]
    case .envelope:
      var error: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
      error["details"] = details
      body = ["error": .object(error)]
    }
    return Response(json: body.json, status: status, headers: headers)
  }
}

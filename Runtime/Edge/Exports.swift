// `import Edge` also imports the database, the HTTP client, the logger, notifications, JSON, HTTP's types and the
// buffer of bodies.
@_exported public import Database
@_exported public import HTTPCalls
@_exported public import HTTPTypes
@_exported public import Logging
@_exported public import Push
@_exported public import Wire

@_exported public import struct NIOCore.ByteBuffer

// A test writes `import SwiftletTesting` and has the author's library too.
@_exported public import Edge
// And what a test reads of the queue.
@_exported public import struct Jobs.QueuedJob
@_exported public import struct Jobs.RunRecord

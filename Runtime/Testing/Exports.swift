// A test writes `import SwiftletTesting` and has the author's library too.
@_exported public import Edge

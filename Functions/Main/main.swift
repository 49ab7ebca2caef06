import Demo
import Swiftlet

// What the bundles say of themselves (the example, the list of deliveries, the topic of pushes) is theirs.
await Swiftlet.main(functions: [], demo: swivoDemo)

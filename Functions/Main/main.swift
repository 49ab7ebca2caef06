import Demo
import Swiftlet

// What the bundles say of themselves (the example, the list of deliveries) is theirs.
await Swiftlet.main(functions: [], demo: swivoDemo, topic: "app.swivo")

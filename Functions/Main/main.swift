import Demo
import Swiftlet

await Swiftlet.main(functions: [], demo: swivoDemo, example: "riddle_today", topic: "app.swivo")

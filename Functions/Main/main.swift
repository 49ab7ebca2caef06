import Demo
import Swiftlet

await Swiftlet.main(
  functions: [], deliveries: "match_deliveries", demo: swivoDemo, example: "riddle_today", topic: "app.swivo")

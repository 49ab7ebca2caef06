import Cron
import Demo
import Functions
import Swiftlet

await Swiftlet.main(
  functions: functions, procedures: procedures, routes: routes, jobs: crontab, migrations: [migrations],
  deliveries: "match_deliveries", demo: swivoDemo, example: "riddle_today", topic: "app.swivo", seed: seed,
  files: pictures)

import Cron
import Functions
import Swiftlet

await Swiftlet.main(
  functions: functions, procedures: procedures, jobs: crontab, migrations: [migrations], demo: swivoDemo, seed: seed)

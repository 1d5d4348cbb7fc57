import type { Application } from '#features/applications/api/application.ts'
import type { AskedItemView, AskedRoundView } from '#features/applications/api/asked-round.ts'

/** Props of each task's page. */
export interface TaskProps {
  application: Application
  round: AskedRoundView
  item: AskedItemView
}

import type { Application } from '#domain/api/application.ts'
import type { AskedItemView, AskedRoundView } from '#domain/api/asked-round.ts'

/** Props of each task's page. */
export interface TaskProps {
  application: Application
  round: AskedRoundView
  item: AskedItemView
}

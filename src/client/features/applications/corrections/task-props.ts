import type { Application } from '#domain/api/application.ts'
import type { AskedItemView, AskedRoundView } from '#domain/api/asked-round.ts'

/** What each task's page is given. */
export interface TaskProps {
  application: Application
  round: AskedRoundView
  item: AskedItemView
}

import { useSearchParams } from 'wouter'
import type { Application } from '#domain/api/application.ts'
import type { AskedRoundView } from '#domain/api/asked-round.ts'
import { WizardLayout } from '#client/shell/layouts/wizard-layout.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { CheckPage } from './check-page.tsx'
import { CHECK } from './places.ts'
import { TaskList } from './task-list.tsx'
import { TaskPage } from './task-page.tsx'

/** What a client is asked to correct, in place of the tracker: a list of tasks, a page for each, and a last look. */
export function CorrectionsPage({ application, round }: { application: Application; round: AskedRoundView }) {
  const { signOut } = useSession()
  const [params] = useSearchParams()
  const place = params.get('task')
  const item = round.items.find(({ id }) => id === place)
  return (
    <WizardLayout onSaveAndSignOut={() => signOut.mutate()} signingOut={signOut.isPending}>
      {item ? <TaskPage key={item.id} {...{ application, round, item }} /> : null}
      {!item && place === CHECK ? <CheckPage round={round} application={application} /> : null}
      {!item && place !== CHECK ? <TaskList round={round} application={application} /> : null}
    </WizardLayout>
  )
}

import { useSearchParams } from 'wouter'
import type { Application } from '#features/applications/api/application.ts'
import type { AskedRoundView } from '#features/applications/api/asked-round.ts'
import { WizardLayout } from '#features/brand/client/shell/layouts/wizard-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { PackLink } from '#features/due-diligence/client/pack/pack-link.tsx'
import { HomeSections } from '#features/wizard/client/home/home-sections.tsx'
import { CheckPage } from './check-page.tsx'
import { CHECK } from './addresses.ts'
import { TaskList } from './task-list.tsx'
import { OnlyTaskPage, TaskPage } from './task-page.tsx'
import { isOnly } from './use-finish.ts'

type CorrectionsPageProps = { application: Application; round: AskedRoundView }

const packLink = <PackLink />

/** The correction request on top of the client's home; a task and the overview have pages of their own. */
export function CorrectionsPage(props: CorrectionsPageProps) {
  const { signOut } = useSession()
  const [params] = useSearchParams()
  const { application } = props
  const { status } = application
  const isHome = params.get('task') === null
  return (
    <WizardLayout
      onSaveAndSignOut={() => signOut.mutate()}
      signingOut={signOut.isPending}
      menuLink={packLink}
      offline="Your answers are kept in this tab and will be saved when you’re back online. Please leave this page open."
    >
      <TaskOrList {...props} />
      {isHome && status !== 'draft' ? (
        <div className="mt-10 border-t border-hairline pt-6">
          <HomeSections application={application} status={status} />
        </div>
      ) : null}
    </WizardLayout>
  )
}

/** The list of tasks, a page for each, and an overview; a single task has only its page. */
function TaskOrList({ application, round }: CorrectionsPageProps) {
  const [params] = useSearchParams()
  const task = params.get('task')
  const [first] = round.items
  const named = round.items.find(({ id }) => id === task)
  if (task === CHECK) return <CheckPage {...{ application, round }} />
  if (first && isOnly(round)) return <OnlyTaskPage key={first.id} {...{ application, round }} item={first} />
  if (named) return <TaskPage key={named.id} {...{ application, round }} item={named} />
  return <TaskList {...{ application, round }} />
}

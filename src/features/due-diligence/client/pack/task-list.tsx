import type { Pack } from '#features/due-diligence/api/due-diligence.ts'
import { tasks, waitsForClient } from '#features/due-diligence/rules/tasks.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { paths } from '#base/client/paths.ts'
import { packTaskAddress } from './addresses.ts'
import { TaskRow } from './task-rows.tsx'
import { leftText } from './use-pack.ts'

/** All tasks with their states, and the next one to do. */
export function TaskList({ pack }: { pack: Pack }) {
  const next = pack.tasks.find(({ state }) => waitsForClient(state))
  return (
    <>
      <PageHeading
        title="Your FICA documents"
        lead="The Financial Intelligence Centre Act (FICA) asks us to know who our clients are. You can do these in any order, before or after you submit your application. We save as you go."
      />
      <p className="mb-3 font-semibold">{leftText(pack)}</p>
      {pack.editable ? null : (
        <Notice className="mb-6">Your application is closed, so these can no longer be changed.</Notice>
      )}
      <ul className="border-t border-hairline">
        {pack.tasks.map((item) => (
          <TaskRow key={item.task} item={item} />
        ))}
      </ul>
      <p className="mt-6 text-sm text-ink-soft">
        The law asks us to keep these records for at least five years after you stop being our client.
      </p>
      <div className="mt-10 flex flex-col gap-3 sm:flex-row-reverse sm:justify-end">
        {next && pack.editable ? (
          <LinkButton href={packTaskAddress(next.task)} tone="primary">
            {`Continue with ${tasks[next.task].label.toLowerCase()}`}
          </LinkButton>
        ) : null}
        <LinkButton href={paths.home}>Back to your application</LinkButton>
      </div>
    </>
  )
}

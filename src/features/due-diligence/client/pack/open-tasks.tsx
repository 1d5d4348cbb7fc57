import { tasks, waitsForClient } from '#features/due-diligence/rules/tasks.ts'
import { thingsText } from '#base/client/lib/things-text.ts'
import { paths } from '#base/client/paths.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { packTaskAddress } from './addresses.ts'
import { TaskRow } from './task-rows.tsx'
import { usePack } from './use-pack.ts'

/** The tasks that wait for the client; nothing where there are none. */
export function useOpenTasks() {
  const { data: pack } = usePack()
  return pack?.editable ? pack.tasks.filter(({ state }) => waitsForClient(state)) : []
}

/** What is still needed for FICA, as a card above the progress of a submitted application. */
export function OpenTasks({ isOnboarded = false }: { isOnboarded?: boolean }) {
  const open = useOpenTasks()
  const [first] = open
  if (first === undefined) return null
  return (
    <section
      aria-labelledby="open-tasks"
      className="mb-8 rounded-lg border border-hairline bg-surface px-5 pt-5 pb-6"
    >
      <h2 id="open-tasks" className="text-xl">
        {`We still need ${thingsText(open.length)} from you`}
      </h2>
      <p className="mt-1 mb-3 text-pretty text-ink-soft">
        {isOnboarded
          ? 'The law (FICA) asks us to keep this up to date.'
          : 'The law (FICA) asks us for this before we can open your account.'}
      </p>
      <ul className="border-t border-hairline">
        {open.map((item) => (
          <TaskRow key={item.task} item={item} brief />
        ))}
      </ul>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <LinkButton href={packTaskAddress(first.task)} tone="primary">
          {`Start with ${tasks[first.task].label.toLowerCase()}`}
        </LinkButton>
        <LinkButton href={paths.pack}>See all FICA documents</LinkButton>
      </div>
    </section>
  )
}

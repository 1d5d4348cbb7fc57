import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deliveries,
  notificationTopicsFor,
  notificationTopicLabels,
  type Delivery,
  type NotificationChoice,
} from '#features/notes/rules/notifications/choices.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { CheckBox } from '#base/client/ui/checkbox.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { toast } from '#base/client/ui/toast-store.ts'

const choicesQuery = queryFor('GET /api/account/notification-choices')

/** Shown where there is no choice. */
const unchosen: Readonly<Record<Exclude<Delivery, 'chosen'>, string>> = { always: 'Always', never: 'Never' }

/** Which emails about their work a member of staff receives. */
export function NotificationSection({ role }: { role: Role }) {
  const { data, isError, refetch } = useQuery(choicesQuery)
  return (
    <Section title="Notifications" description="What we email you. All of it is in Today, too.">
      {isError ? (
        <LoadFailure onRetry={() => void refetch()}>Your choices could not be loaded.</LoadFailure>
      ) : null}
      {data === undefined && !isError ? <Spinner label="Loading your choices..." /> : null}
      {data === undefined ? null : <Choices role={role} off={data.off} />}
    </Section>
  )
}

function Choices({ role, off }: { role: Role; off: readonly NotificationChoice[] }) {
  const client = useQueryClient()
  const { queryKey } = choicesQuery
  const save = useMutation({
    mutationFn: (wanted: NotificationChoice[]) =>
      call('PUT /api/account/notification-choices', { body: { off: wanted } }),
    // Updates optimistically; rolls back if saving fails.
    onMutate: (wanted) => client.setQueryData(queryKey, { off: wanted }),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Not saved', description: detailOf(error) })
      void client.invalidateQueries({ queryKey })
    },
  })
  const choose = (choice: NotificationChoice, on: boolean) => {
    const others = off.filter((one) => one !== choice)
    save.mutate(on ? others : [...others, choice])
  }
  return (
    <ul>
      {notificationTopicsFor(role).map((one) => {
        const sent = deliveries[one]
        return (
          <li
            key={one}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-hairline py-1"
          >
            <span className="text-pretty">{notificationTopicLabels[one]}</span>
            {sent === 'chosen' ? (
              <span className="inline-flex min-h-11 min-w-11 items-center justify-center">
                <CheckBox
                  name={`${one}:mail`}
                  aria-label={`Email me: ${notificationTopicLabels[one]}`}
                  checked={!off.includes(`${one}:mail`)}
                  disabled={save.isPending}
                  onChange={({ target }) => choose(`${one}:mail`, target.checked)}
                />
              </span>
            ) : (
              <span className="text-sm text-ink-soft">{unchosen[sent]}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

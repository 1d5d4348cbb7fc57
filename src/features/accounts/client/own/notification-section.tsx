import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deliveryOf,
  notificationWays,
  notificationTopicsFor,
  notificationTopicLabels,
  type Delivery,
  type NotificationChoice,
  type NotificationWay,
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
const ways = Object.keys(notificationWays) as NotificationWay[]

/** Shown for notifications without a choice. */
const unchosen: Readonly<Record<Exclude<Delivery, 'chosen'>, string>> = { always: 'Always', never: 'Never' }

/** Which notifications a member of staff receives, and how. */
export function NotificationSection({ role }: { role: Role }) {
  const { data, isError, refetch } = useQuery(choicesQuery)
  return (
    <Section title="Notifications" description="Emails about clients assigned to you can’t be switched off.">
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
    <table className="w-full text-left">
      <thead>
        <tr className="border-b border-hairline text-sm">
          <th scope="col" className="py-2 pr-2 font-semibold sm:pr-4">
            Notify me when
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="px-px py-2 text-center font-semibold sm:px-2">
              {notificationWays[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationTopicsFor(role).map((one) => (
          <tr key={one} className="border-b border-hairline last:border-b-0">
            <th scope="row" className="py-2 pr-2 text-sm font-normal text-pretty sm:pr-4 sm:text-base">
              {notificationTopicLabels[one]}
            </th>
            {ways.map((way) => {
              const coming = deliveryOf(one, way)
              return (
                <td key={way} className="px-px py-2 text-center text-sm text-ink-soft sm:px-2">
                  {coming === 'chosen' ? (
                    <span className="inline-flex min-h-11 min-w-11 items-center justify-center">
                      <CheckBox
                        name={`${one}:${way}`}
                        aria-label={`${notificationTopicLabels[one]}: ${notificationWays[way]}`}
                        checked={!off.includes(`${one}:${way}`)}
                        disabled={save.isPending}
                        onChange={({ target }) => choose(`${one}:${way}`, target.checked)}
                      />
                    </span>
                  ) : (
                    unchosen[coming]
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ScreenedStaff } from '#domain/api/screening.ts'
import { listSources } from '#domain/screening/lists.ts'
import { roleLabels } from '#domain/users/roles.ts'
import { queryFor } from '#client/shared/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'

type Person = ScreenedStaff['withCompliance'][number]

/** Whether the firm's staff were compared with sanctions lists (FIC Directive 8 of 2023), without the reader. */
export function StaffScreening() {
  const { data } = useQuery({ ...queryFor('GET /api/admin/compliance/staff'), staleTime: 0 })
  if (data === undefined) return null
  const { compared, notCompared, withCompliance } = data
  return (
    <Section
      title="Staff"
      className="mt-10"
      description="Staff are compared by the names of their accounts, and again when a list or a name changes. Hits on your own name are for other admins."
    >
      <p>{comparedText(compared, notCompared)}</p>
      {withCompliance.length === 0 ? null : (
        <ul aria-label="Staff with a hit" className="mt-4 border-t border-hairline">
          {withCompliance.map((person) => (
            <PersonRow key={person.id} {...person} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function PersonRow({ name, role, matches }: Person) {
  return (
    <li className="border-b border-hairline py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="block text-sm text-ink-soft">{roleLabels[role]}</span>
        </span>
        {matches.length === 0 ? (
          <Badge tone="warning">To decide</Badge>
        ) : (
          <Badge tone="danger">{`Match: ${matches.map((source) => listSources[source].label).join(', ')}`}</Badge>
        )}
      </div>
      {matches.includes('UN') ? (
        <Notice tone="danger" title="Act at once" className="mt-2">
          Make no money or property available to this person, and report their property to the Financial
          Intelligence Centre (FICA, sections 26A to 26C and 28A). Do not tell them or anyone else that you
          report (section 29).
        </Notice>
      ) : null}
    </li>
  )
}

function comparedText(compared: number, notCompared: number): string {
  const members = (count: number) => (count === 1 ? '1 member of staff' : `${count} members of staff`)
  const done = `${members(compared)} compared with all lists in force.`
  if (notCompared === 0) return done
  return `${done} ${notCompared} not yet: accounts are compared within a minute once a list is in force, and names need Latin letters.`
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScreenedStaff } from '#features/screening/api/screening.ts'
import { listSources } from '#features/screening/rules/lists.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import { Allowed, useMay } from '#features/access/client/use-may.tsx'
import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { addressOf } from '#base/client/lib/api.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { FormerSpellings } from './former-spellings.tsx'
import { StaffMatches } from './lift-match.tsx'
import { screenedStaffQuery, staffScreeningQuery, useScreenAgain } from './use-hits.ts'

type Person = ScreenedStaff[number]

/** Whether the firm's staff were compared with sanctions lists (FIC Directive 8 of 2023), without the reader. */
export function StaffScreening() {
  const { data: staff } = useQuery(screenedStaffQuery)
  if (staff === undefined) return null
  const found = staff.filter(({ state }) => state === 'with-compliance')
  const others = staff.filter(({ state }) => state !== 'with-compliance')
  return (
    <Section
      title="Staff"

      description="Staff are compared by the names of their accounts, and again when a list or a name changes. Possible matches with your own name are for other admins."
    >
      <p>{comparedText(staff.filter(({ left }) => !left))}</p>
      <People label="Staff with a possible match" people={found} />
      {others.length === 0 ? null : (
        <details className="mt-4">
          <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
            {`${found.length === 0 ? 'All staff' : 'Other staff'} (${others.length})`}
          </summary>
          <People label="Staff without a match" people={others} />
        </details>
      )}
    </Section>
  )
}

function People({ label, people }: { label: string; people: readonly Person[] }) {
  if (people.length === 0) return null
  return (
    <ul aria-label={label} className="mt-4 border-t border-hairline">
      {people.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </ul>
  )
}

function PersonRow({ person }: { person: Person }) {
  const { id, name, role, left, comparedAt, matches } = person
  const may = useMay('compliance.work')
  return (
    <li className="border-b border-hairline py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="block text-sm text-ink-soft">
            {`${roleLabels[role]}${left ? ', account deactivated' : ''}`}
          </span>
          <span className="block text-sm text-ink-soft">
            {comparedAt === null
              ? 'Not compared yet'
              : `Last compared on ${formatDateTime(new Date(comparedAt))}`}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <State {...person} />
          {may && !left ? <ScreenAgain {...person} /> : null}
          {comparedAt === null ? null : <InspectorFile {...person} />}
        </span>
      </div>
      {matches.length > 0 ? <StaffMatches staffId={id} /> : null}
      {comparedAt === null ? null : <NamesCompared {...person} />}
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

/** The names by which someone is compared; read once they are asked for, since that is recorded. */
function NamesCompared({ id, name }: Pick<Person, 'id' | 'name'>) {
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...staffScreeningQuery(id), enabled: open })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        aria-label={`Names compared: ${name}`}
        className="text-link inline-flex min-h-11 cursor-pointer items-center text-sm"
      >
        Names compared
      </summary>
      {data?.subjects.map((subject) => (
        <div key={subject.id} className="pb-2">
          <span className="block text-sm wrap-anywhere">{subject.names.join(', ')}</span>
          <FormerSpellings person={subject} />
        </div>
      ))}
    </details>
  )
}

function State({ state, left, matches }: Person) {
  if (matches.length > 0) {
    const lists = matches.map((source) => listSources[source].label).join(', ')
    return <Badge tone="danger">{`Match: ${lists}`}</Badge>
  }
  if (state === 'with-compliance') return <Badge tone="warning">To decide</Badge>
  if (left) return null
  return state === 'clear' ? (
    <Badge tone="success">Clear</Badge>
  ) : (
    <Badge tone="neutral">Not compared with all lists</Badge>
  )
}

function ScreenAgain({ id, name }: Pick<Person, 'id' | 'name'>) {
  const again = useScreenAgain({ staffId: id })
  return (
    <Button
      size="small"
      tone="secondary"
      aria-label={`Screen again: ${name}`}
      pending={again.isPending}
      pendingLabel="Comparing..."
      onClick={() => again.mutate()}
    >
      Screen again
    </Button>
  )
}

/** Downloads what an inspector asks about the comparison of a member of staff. */
function InspectorFile({ id, name }: Pick<Person, 'id' | 'name'>) {
  return (
    <Allowed to="inspector-file.download">
      <DownloadButton
        label={`Inspector’s file: ${name}`}
        from={addressOf('/api/admin/staff/{id}/inspector-file', { id })}
        name={`inspector-file-${id}.zip`}
      >
        Inspector’s file
      </DownloadButton>
    </Allowed>
  )
}

function comparedText(active: readonly Person[]): string {
  const members = (count: number) => (count === 1 ? '1 member of staff' : `${count} members of staff`)
  const notCompared = active.filter(({ state }) => state === 'not-compared').length
  const done = `${members(active.length - notCompared)} compared with all lists in use.`
  if (notCompared === 0) return done
  return `${done} ${notCompared} not yet: accounts are compared within a minute once a list is in use, and names need Latin letters.`
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirmSettingsState } from '#features/firm/api.ts'
import { letterBlockNames, letterPlaceholders } from '#features/brand/rules/letter/markup.ts'
import { letterSections, type LetterSection } from '#features/brand/rules/letter/sections.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { SectionBody } from '#features/firm/client/section-body.tsx'
import { SectionHistory } from '#features/firm/client/section-history.tsx'
import { firmQuery } from '#features/firm/client/use-firm.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { isReady } from './choose-managers.tsx'
import { ManagerLetters, type Choosing } from './manager-letters.tsx'
import { PublishForm } from './publish-form.tsx'
import { lettersQuery, useRefreshLetters } from './use-letters.ts'

/** The firm's FAIS letter: its text and facts, its publication, and the letter of each wealth manager. */
export function LettersPage() {
  const { user } = useSession()
  const [choosing, setChoosing] = useState<Choosing>(null)
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  const letters = useQuery({ ...lettersQuery, staleTime: 0 })
  if (!user) return null
  const failed = firm.error ?? letters.error
  return (
    <StaffLayout role={user.role}>
      <PageHeading
        title="FAIS letter"
        lead="The disclosure letter that clients read and sign. Keep one text for the firm, and generate each wealth manager’s letter from it."
      />
      {failed === null ? null : (
        <LoadFailure onRetry={() => void Promise.all([firm.refetch(), letters.refetch()])}>
          {detailOf(failed)}
        </LoadFailure>
      )}
      {failed === null && (firm.data === undefined || letters.data === undefined) ? (
        <TableSkeleton label="Loading the letter..." />
      ) : null}
      {firm.data === undefined || letters.data === undefined ? null : (
        <div className="grid gap-12">
          <ManagerLetters
            letters={letters.data}
            licensed={valueOf(firm.data, 'letterFacts', 'services')}
            {...{ choosing, setChoosing }}
          />
          <PublishForm
            letters={letters.data}
            onPublished={({ managers }) => managers.some(isReady) && setChoosing('published')}
            versions={{
              factsVersion: sectionOf(firm.data, 'letterFacts')?.version ?? 0,
              textVersion: sectionOf(firm.data, 'letterText')?.version ?? 0,
            }}
          />
          <Part firm={firm.data} id="letterFacts" />
          <Part firm={firm.data} id="letterText" />
        </div>
      )}
    </StaffLayout>
  )
}

const sectionOf = (firm: FirmSettingsState, name: LetterSection) =>
  firm.sections.find(({ id }) => id === name)
const valueOf = (firm: FirmSettingsState, name: LetterSection, field: string) =>
  sectionOf(firm, name)?.values[field] ?? ''

/** One of the letter's two sections of the settings. */
function Part({ firm, id }: { firm: FirmSettingsState; id: LetterSection }) {
  const refresh = useRefreshLetters()
  const section = sectionOf(firm, id)
  if (section === undefined) return null
  return (
    <Section {...letterSections[id]}>
      {id === 'letterText' ? <WritingHelp /> : null}
      <SectionBody {...{ section }} submitLabel="Save draft" onSaved={refresh} />
      <SectionHistory {...{ section }} />
    </Section>
  )
}

const HELP = [
  'A line that begins with # is a heading, one with - or 1. an item of a list. Two asterisks around words make them bold. A blank line begins a paragraph.',
  `Blocks are filled in for you, each on a line of its own: ${letterBlockNames.map((name) => `[${name}]`).join(', ')}.`,
  `You can use ${letterPlaceholders.map((name) => `{${name}}`).join(', ')}.`,
]

function WritingHelp() {
  return (
    <ul className="mb-6 grid max-w-narrow gap-1.5 text-sm text-pretty wrap-anywhere text-ink-soft">
      {HELP.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

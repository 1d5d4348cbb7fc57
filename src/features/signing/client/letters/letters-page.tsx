import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { FirmSettingsState } from '#features/firm/api.ts'
import type { LettersState } from '#features/signing/api/letters.ts'
import type { LetterFactName, LetterSection } from '#features/brand/rules/letter/sections.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { SectionVersions } from '#features/firm/client/section-history.tsx'
import { SettingsForms } from '#features/firm/client/settings-forms.tsx'
import { firmQuery } from '#features/firm/client/use-firm.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { formatDate } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { isReady } from './choose-managers.tsx'
import { LetterText } from './letter-text.tsx'
import { ManagerLetters, type Choosing } from './manager-letters.tsx'
import { PublishButton } from './publish-button.tsx'
import { lettersQuery, useRefreshLetters } from './use-letters.ts'

const sections = {
  letter: 'Letter',
  facts: 'Firm’s facts',
  services: 'Services and fees',
  managers: 'Wealth managers',
  versions: 'Versions',
} as const

type Section = keyof typeof sections
const isSection = (name: string): name is Section => Object.hasOwn(sections, name)

interface FactGroup {
  title: string
  names: readonly LetterFactName[]
}

/** The firm's facts as the letter has them, in four groups; its services are on a page of their own. */
const FACTS: readonly FactGroup[] = [
  {
    title: 'Licence',
    names: ['keyIndividual', 'licenceCategory', 'licenceConditions', 'exemption'],
  },
  { title: 'Cover and Ombud', names: ['cover', 'coverDetails', 'ombud'] },
  { title: 'Product suppliers', names: ['suppliers'] },
  {
    title: 'Shareholding and remuneration',
    names: ['shareholding', 'shareholdingNames', 'income', 'incomeNames', 'interestsReviewed'],
  },
]
const SERVICES = [{ names: ['services'] }]

/** The firm's FAIS letter: its text and facts, its publication, and the letter of each wealth manager. */
export function LettersPage() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  const letters = useQuery({ ...lettersQuery, staleTime: 0 })
  if (!user) return null
  const named = params.get('section') ?? ''
  const section = isSection(named) ? named : 'letter'
  const failed = firm.error ?? letters.error
  const under = Object.entries(sections).map(([name, label]) => ({
    label,
    href: `${paths.letters}?section=${name}`,
    isCurrent: name === section,
  }))
  return (
    <StaffLayout role={user.role} firm={{ under, isIndex: named !== section }}>
      {failed === null ? null : (
        <LoadFailure onRetry={() => void Promise.all([firm.refetch(), letters.refetch()])}>
          {detailOf(failed)}
        </LoadFailure>
      )}
      {failed === null && (firm.data === undefined || letters.data === undefined) ? (
        <TableSkeleton label="Loading the letter..." />
      ) : null}
      {firm.data === undefined || letters.data === undefined ? null : (
        <Letter {...{ section }} firm={firm.data} letters={letters.data} />
      )}
    </StaffLayout>
  )
}

const sectionOf = (firm: FirmSettingsState, name: LetterSection) =>
  firm.sections.find(({ id }) => id === name)

type LetterProps = { section: Section; firm: FirmSettingsState; letters: LettersState }

function Letter({ section, firm, letters }: LetterProps) {
  const [choosing, setChoosing] = useState<Choosing>(null)
  const [, navigate] = useLocation()
  const mayChange = useMay('firm.word')
  const refresh = useRefreshLetters()
  const facts = sectionOf(firm, 'letterFacts')
  const text = sectionOf(firm, 'letterText')
  if (facts === undefined || text === undefined) return null
  const { changed, gaps } = letters
  return (
    <>
      <TitleBar title={section === 'letter' ? 'FAIS letter' : sections[section]}>
        <p className="text-sm text-ink-soft">{statusOf(letters)}</p>
        <LinkButton
          href="/api/firm/letters/preview"
          external
          target="_blank"
          rel="noopener"
          size="small"
          className="ml-auto"
        >
          Preview
        </LinkButton>
        {changed && gaps.length === 0 && mayChange ? (
          <PublishButton
            next={(letters.published?.version ?? 0) + 1}
            versions={{ factsVersion: facts.version, textVersion: text.version }}
            onPublished={({ managers }) => {
              if (!managers.some(isReady)) return
              setChoosing('published')
              navigate(`${paths.letters}?section=managers`)
            }}
          />
        ) : null}
      </TitleBar>
      {gaps.length === 0 ? null : (
        <p className="text-sm text-warning">
          {`Before it can be published: ${[...new Set(gaps.map(({ label }) => label))].join(', ')}.`}
        </p>
      )}
      {section === 'letter' ? <LetterText section={text} onSaved={refresh} /> : null}
      {section === 'facts' ? (
        <SettingsForms forms={[{ section: facts, groups: FACTS }]} onSaved={refresh} />
      ) : null}
      {section === 'services' ? (
        <SettingsForms forms={[{ section: facts, groups: SERVICES }]} onSaved={refresh} />
      ) : null}
      {section === 'managers' ? (
        <ManagerLetters {...{ letters, choosing, setChoosing }} licensed={facts.values['services'] ?? ''} />
      ) : null}
      {section === 'versions' ? (
        <>
          <SectionVersions section={text} title="Text" level="h2" />
          <SectionVersions section={facts} title="Facts and services" level="h2" />
        </>
      ) : null}
    </>
  )
}

/** Since when the letter is in use, and what stops it from being complete. */
function statusOf({ published, changed, managers }: LettersState): string {
  const since =
    published === null
      ? 'Not published yet'
      : `Version ${published.version} in use since ${formatDate(new Date(published.publishedAt))}`
  const lacking = managers.filter(({ gaps }) => gaps.length > 0).length
  const facts =
    lacking === 0 ? [] : [lacking === 1 ? '1 manager without facts' : `${lacking} managers without facts`]
  return [since, ...(changed && published !== null ? ['unpublished changes'] : []), ...facts].join(' · ')
}

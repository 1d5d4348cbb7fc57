import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { Hit } from '#features/screening/api/screening.ts'
import { needsSecondPerson } from '#features/screening/rules/hits.ts'
import { listSources } from '#features/screening/rules/lists.ts'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { countText, ListSection, type ListTexts } from '#base/client/lists/list-section.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { HitPanel } from './hit-panel.tsx'
import { SecondPersonDialog } from './second-person-dialog.tsx'
import { isOwnWaiting } from './use-hits.ts'
import { VerdictDialog } from './hit-dialogs.tsx'

const texts: ListTexts = {
  loading: 'Loading hits...',
  failed: 'The hits couldn’t be loaded',
  moreFailed: 'More hits couldn’t be loaded.',
  more: () => 'Show more hits',
}

/** In rem: from there on, a hit is beside the list, otherwise within. */
const MIN_WIDTH_BESIDE = 64

type Deciding = { hit: Hit; verdict: 'no-match' | 'match' } | null

type HitsQueueProps = { stable: StableList<Hit, object>; userId: string; readOnly: boolean }

/** The hits to decide: a list, and beside it what was compared. Keys: j, k, n and m. */
export function HitsQueue({ stable, userId, readOnly }: HitsQueueProps) {
  const { list } = stable
  const [deciding, setDeciding] = useState<Deciding>(null)
  const isWide = useMinWidth(MIN_WIDTH_BESIDE)
  const within = useRef<HTMLDivElement>(null)
  const { chosen, choose, move } = useChosen(list.rows)
  const decide = (verdict: 'no-match' | 'match') => {
    if (chosen !== undefined && chosen.state !== 'match' && !readOnly && !isOwnWaiting(chosen, userId))
      setDeciding({ hit: chosen, verdict })
  }
  useLetterShortcuts(
    true,
    {
      j: () => move(1),
      k: () => move(-1),
      n: () => decide('no-match'),
      m: () => decide('match'),
    },
    within,
  )
  const close = (decided: boolean) => {
    setDeciding(null)
    // One that waits for a second person stays in the list.
    if (decided && deciding !== null && needsSecondPerson(deciding.verdict, deciding.hit)) move(1)
  }
  const panel =
    chosen === undefined ? null : <HitPanel hit={chosen} {...{ userId, readOnly }} onDecide={decide} />
  return (
    <div ref={within}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4">
        {chosen === undefined ? null : (
          <p className="text-sm text-ink-soft pointer-coarse:hidden">
            Keys: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>n</kbd> no match, <kbd>m</kbd> match;{' '}
            <kbd>Ctrl</kbd>+<kbd>Enter</kbd> saves.
          </p>
        )}
        <ListStatus stable={stable} count={countText(list, ['hit', 'hits'])} />
      </div>
      <ListSection list={list} texts={texts} empty="No hits are waiting for a decision.">
        <div
          className={clsx('grid items-start gap-8', isWide && 'grid-cols-[minmax(16rem,1fr)_minmax(0,2fr)]')}
        >
          <ul aria-label="Hits to decide" className="border-t border-hairline">
            {list.rows.map((hit, at) => (
              <HitRow key={hit.id} {...{ hit }} isChosen={hit === chosen} onChoose={() => choose(at)}>
                {isWide || hit !== chosen ? null : <div className="bg-paper px-3 py-4">{panel}</div>}
              </HitRow>
            ))}
          </ul>
          {isWide ? (
            <div className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto">{panel}</div>
          ) : null}
        </div>
      </ListSection>
      {deciding === null ? null : deciding.hit.state === 'waiting' ? (
        <SecondPersonDialog hit={deciding.hit} onClose={() => setDeciding(null)} />
      ) : (
        <VerdictDialog {...deciding} onClose={close} />
      )}
    </div>
  )
}

/** The chosen hit, wherever it moves; once it has left the list, the one in its position. */
function useChosen(rows: readonly Hit[]) {
  const [choice, setChoice] = useState<{ id: string | null; at: number }>({ id: null, at: 0 })
  const found = rows.findIndex(({ id }) => id === choice.id)
  const at = found === -1 ? Math.max(Math.min(choice.at, rows.length - 1), 0) : found
  const chosen = rows[at]
  if (chosen !== undefined && (chosen.id !== choice.id || at !== choice.at)) setChoice({ id: chosen.id, at })
  const choose = (to: number) => setChoice({ id: rows[to]?.id ?? null, at: to })
  const move = (by: number) => choose(Math.max(Math.min(at + by, rows.length - 1), 0))
  return { chosen, choose, move }
}

type HitRowProps = { hit: Hit; isChosen: boolean; onChoose: () => void; children: Elements }

/** When a listed person was born, in short. */
function bornText([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'birth unknown'
  return more.length === 0 ? `born ${first}` : `born ${first} or other dates`
}

function HitRow({ hit, isChosen, onChoose, children }: HitRowProps) {
  const { clientName, staffId, source, score, strong, state, entry, withdrawn, notFoundBecause, lift } = hit
  const row = useRef<HTMLLIElement>(null)
  const wasChosen = useRef(isChosen)
  useEffect(() => {
    // Not the first one of a page that has just opened: its heading stays in sight.
    if (isChosen && !wasChosen.current) row.current?.scrollIntoView({ block: 'nearest' })
    wasChosen.current = isChosen
  }, [isChosen])
  return (
    <li ref={row} className={clsx('border-b border-hairline', isChosen && 'bg-primary-wash')}>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        className="grid min-h-11 w-full gap-1 px-3 py-2.5 text-left"
        onClick={onChoose}
      >
        <span className="font-semibold">{clientName ?? 'Name not provided'}</span>
        <span className="text-sm text-ink-soft">{`${entry.names[0]?.name ?? 'No name'}, ${bornText(entry.births)}, ${listSources[source].label}`}</span>
        <span className="flex flex-wrap items-center gap-2">
          <Badge
            tone={strong ? 'danger' : 'warning'}
          >{`${strong ? 'Strong' : 'Possible'}, ${score.toFixed(2)}`}</Badge>
          {staffId === null ? null : <Badge tone="neutral">Staff</Badge>}
          {state === 'match' ? <Badge tone="danger">Match</Badge> : null}
          {notFoundBecause === null ? null : <Badge tone="neutral">No longer found</Badge>}
          {state === 'waiting' || lift !== null ? <Badge tone="info">Second person</Badge> : null}
          {state === 'open' && withdrawn !== null ? <Badge tone="neutral">Request withdrawn</Badge> : null}
        </span>
      </button>
      {children}
    </li>
  )
}

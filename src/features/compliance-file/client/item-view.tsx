import { type ReactElement, type ReactNode } from 'react'
import { usePack } from '#features/due-diligence/client/staff/use-pack.ts'
import { ChecksBar, ChecksItem } from '#features/due-diligence/client/staff/checks-item.tsx'
import { RateBar, RateItem } from '#features/due-diligence/client/staff/rate-client.tsx'
import { SignOffBar, SignOffItem } from '#features/due-diligence/client/staff/sign-off.tsx'
import type { ItemKind } from '#features/approvals/client/item-address.ts'
import { MatchBar } from '#features/screening/client/match/match-bar.tsx'
import { MatchItem } from '#features/screening/client/match/match-item.tsx'
import type { Item } from './use-items.ts'

type ItemViewProps = {
  item: Item
  userId: string
  /** No decision bar. */
  readOnly: boolean
  keys: boolean
  /** Opens the next item. */
  onDecided: () => void
}

/** The chosen item: its facts, and the decision below them, always in sight. */
export function ItemView({ item, userId, readOnly, keys, onDecided }: ItemViewProps) {
  const decides = !readOnly && item.isOpen
  const { of } = item
  if ('hit' in of) {
    const { hit } = of
    const isConfirmed = hit.state === 'match'
    return (
      <Frame
        label="Possible match"
        bar={
          decides && !isConfirmed ? (
            <MatchBar key={hit.version + hit.state} {...{ hit, keys, onDecided }} />
          ) : null
        }
      >
        <MatchItem {...{ hit, userId }} />
      </Frame>
    )
  }
  if ('approval' in of) {
    const { approval } = of
    return (
      <Frame label="Sign-off" bar={decides ? <SignOffBar {...{ approval, onDecided }} /> : null}>
        <SignOffItem approval={approval} />
      </Frame>
    )
  }
  return <ClientView name={item.title} kind={item.kind} {...of} {...{ readOnly, onDecided }} />
}

type ClientViewProps = {
  name: string
  kind: ItemKind
  applicationId: string
  readOnly: boolean
  onDecided: () => void
}

/** A client to rate, or to ask. */
function ClientView({ name, kind, applicationId, readOnly, onDecided }: ClientViewProps) {
  const pack = usePack(applicationId)
  if (pack === undefined) return <p className="item-view-facts text-sm text-ink-soft">Loading...</p>
  if (kind === 'rate' && pack.rating !== null) {
    const { rating } = pack
    return (
      <Frame label="To rate" bar={readOnly ? null : <RateBar {...{ applicationId, rating, onDecided }} />}>
        <RateItem {...{ name, applicationId, rating }} />
      </Frame>
    )
  }
  return (
    <Frame label="FICA checks" bar={readOnly ? null : <ChecksBar {...{ pack, onDecided }} />}>
      <ChecksItem {...{ name, pack }} />
    </Frame>
  )
}

/** Facts, and a bar at the lower edge of the window. */
function Frame({ label, bar, children }: { label: string; bar: ReactElement | null; children: ReactNode }) {
  return (
    <section aria-label={label} className="item-view">
      <div className="item-view-facts">{children}</div>
      {bar}
    </section>
  )
}

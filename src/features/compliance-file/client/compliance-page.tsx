import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { itemName } from '#features/approvals/client/item-address.ts'
import { StaffScreening } from '#features/screening/client/hits/staff-screening.tsx'
import { ScreeningLine, useScreeningText } from '#features/screening/client/lists/screening-line.tsx'
import type { ScreeningText } from '#features/screening/client/lists/screening-text.ts'
import { useSession } from '#features/access/client/use-session.ts'
import { useShortcutSetting } from '#base/client/lists/shortcut-setting.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { NotFoundPage } from '#features/brand/client/shell/not-found-page.tsx'
import { useLetterShortcuts } from '#base/client/lists/letter-shortcuts.ts'
import { MoreMenu } from '#base/client/ui/more-menu.tsx'
import { usePageTitle } from '#base/client/ui/page-title.ts'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { paths } from '#base/client/paths.ts'
import { InspectorFiles } from './inspector-files.tsx'
import { ItemList } from './item-list.tsx'
import { ItemView } from './item-view.tsx'
import { useItems, type Item, type Items } from './use-items.ts'

/** Everything that is decided about FICA, in one list with the decision in place, for admins. */
export function CompliancePage() {
  const { user } = useSession()
  const { ficaPack } = useBranding()
  if (!user) return null
  if (!ficaPack) return <NotFoundPage />
  return (
    <StaffLayout role={user.role} width="full">
      <Compliance userId={user.id} readOnly={user.compliance} />
    </StaffLayout>
  )
}

/** In rem: from there on, the chosen item is beside the list. */
const MIN_WIDTH_BESIDE = 64

const extras = {
  'inspector-files': InspectorFiles,
  staff: StaffScreening,
} as const

const isExtra = (name: string | null): name is keyof typeof extras =>
  name !== null && Object.hasOwn(extras, name)

/** The list and the chosen item beside it; on a phone one of both. */
export function Compliance({ userId, readOnly }: { userId: string; readOnly: boolean }) {
  const [params, setParams] = useSearchParams()
  const named = params.get('item')
  const items = useItems(userId, readOnly)
  const state = useScreeningText()
  const { keys } = useShortcutSetting(userId)
  const isWide = useMinWidth(MIN_WIDTH_BESIDE)
  const all = items.groups.flatMap((group) => group.items)
  const at = all.findIndex(({ name, alias }) => named !== null && (name === named || alias === named))
  const open = (name: string | undefined) =>
    setParams(name === undefined ? {} : { item: name }, { replace: true })
  const [decided, setDecided] = useState<string | null>(null)
  const chosen = useRef<HTMLDivElement>(null)
  const openNext = () => {
    setDecided(named)
    const others = all.filter(({ isOpen }, index) => isOpen && index !== at)
    open((others.find((item) => all.indexOf(item) > at) ?? others.at(-1))?.name)
    // The button that was pressed goes with its item.
    chosen.current?.focus({ preventScroll: true })
  }
  const move = (by: number) => {
    const next = at === -1 ? all[0] : all[Math.max(0, Math.min(at + by, all.length - 1))]
    if (next !== undefined) open(next.name)
  }
  useLetterShortcuts(keys, { j: () => move(1), k: () => move(-1) })
  // What was just decided is listed until the list is fetched again.
  const first = all.find(({ isOpen, name }) => (readOnly || isOpen) && name !== decided)?.name
  const opensFirst = isWide && named === null && first !== undefined && !items.isLoading
  useEffect(() => {
    if (opensFirst) setParams({ item: first }, { replace: true })
  }, [opensFirst, first, setParams])
  const isDetail = named !== null && !isWide
  const isEmpty = all.length === 0 && !items.isLoading && !items.hasFailed && items.changes === 0
  return (
    <>
      <TitleBar state={state} isDetail={isDetail} />
      <div className="list-beside">
        {isDetail || isEmpty ? null : <ItemList items={items} chosen={all[at]} />}
        <div ref={chosen} tabIndex={-1} className="item-view outline-none">
          {isExtra(named) ? (
            <Extra name={named} />
          ) : named === null && (first !== undefined || items.isLoading) ? null : (
            <Chosen
              {...{ items, state, named, userId, readOnly, keys }}
              item={all[at]}
              onDecided={openNext}
            />
          )}
        </div>
      </div>
    </>
  )
}

function TitleBar({ state, isDetail }: { state: ScreeningText | null | undefined; isDetail: boolean }) {
  const heading = usePageTitle('Compliance')
  return (
    <div className="title-bar">
      {isDetail ? (
        <Link href={paths.compliance} aria-label="Back to Compliance" className="text-link -ml-3 p-3">
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
      ) : null}
      <h1 ref={heading} tabIndex={-1} className="text-xl">
        Compliance
      </h1>
      <div className="title-bar-end">
        <MoreMenu
          links={[
            { label: 'Inspector’s files', href: `${paths.compliance}?item=inspector-files` },
            { label: 'Staff compared with lists', href: `${paths.compliance}?item=staff` },
            { label: 'Sanctions lists', href: paths.sanctionsLists },
            { label: 'Risk rating', href: paths.riskModel },
          ]}
        />
      </div>
      {isDetail ? null : <ScreeningLine state={state} className="title-bar-state" />}
    </div>
  )
}

function Extra({ name }: { name: keyof typeof extras }) {
  const Content = extras[name]
  return (
    <div className="item-view-facts">
      <Content />
    </div>
  )
}

type ChosenProps = {
  items: Items
  state: ScreeningText | null | undefined
  /** The name in the address. */
  named: string | null
  item: Item | undefined
  userId: string
  readOnly: boolean
  keys: boolean
  onDecided: () => void
}

function Chosen({ items, state, named, item, ...rest }: ChosenProps) {
  const shown = item ?? clientOf(named)
  if (shown !== undefined) return <ItemView key={shown.name} item={shown} {...rest} />
  if (items.isLoading) return null
  if (named === null || items.groups.length === 0) return <Nothing {...{ items, state }} />
  return <p className="item-view-facts">This has been decided, or is no longer asked.</p>
}

/** A client who is rated or asked again, though nothing waits. */
function clientOf(named: string | null): Item | undefined {
  const [, id] = /^rate\.([0-9a-f-]{36})$/u.exec(named ?? '') ?? []
  if (id === undefined) return undefined
  return {
    name: itemName('rate', id),
    alias: null,
    kind: 'rate',
    title: 'Risk rating',
    why: '',
    mark: '',
    isStrong: false,
    isOpen: true,
    of: { applicationId: id },
  }
}

/** Nothing to decide: the good news only with the state of screening. */
function Nothing({ items, state }: Pick<ChosenProps, 'items' | 'state'>) {
  const isKnown = !items.isLoading && !items.hasFailed && state !== undefined
  if (!isKnown) return null
  return (
    <p className="px-4 py-12 text-center text-lg text-ink-soft">
      {state?.isCompared
        ? `Nothing to decide. ${state.text}.`
        : 'Matches are shown here once clients are compared.'}
    </p>
  )
}

import type { Approval } from '#features/approvals/api.ts'
import { approvalKinds, needsSenior } from '#features/approvals/rules/approvals.ts'
import { itemName, type ItemKind } from '#features/approvals/client/item-address.ts'
import { COMPLIANCE_KEY } from '#features/due-diligence/client/staff/use-pack.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { searchOf, type ViewName } from '#features/review/rules/views.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { Hit } from '#features/screening/api/screening.ts'
import { notFoundReasons } from '#features/screening/rules/hits.ts'
import { hitsList, isOwnWaiting } from '#features/screening/client/hits/use-hits.ts'
import { todayKey, useToday } from '#features/today/client/use-today.ts'
import { daysSince, daysText } from '#features/applications/rules/waiting.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { defineList } from '#base/client/lists/use-list.ts'
import { useStableList, type StableList } from '#base/client/lists/use-stable-list.ts'
import { noView } from '#base/client/lists/view.ts'

/** Something to decide, as a row. */
export interface Item {
  /** In the address; that of the request about a match leads to the match. */
  name: string
  alias: string | null
  kind: ItemKind
  title: string
  /** Why it is here. */
  why: string
  /** How strong, how old, or in which status. */
  mark: string
  isStrong: boolean
  /** The reader can decide. */
  isOpen: boolean
  of: { hit: Hit } | { approval: Approval } | { applicationId: string }
}

/** Items of one kind, with what more of them there is. */
export interface ItemGroup {
  label: string
  items: readonly Item[]
  total: number
  showMore: (() => void) | null
}

/** Everything to decide. */
export interface Items {
  groups: readonly ItemGroup[]
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
  /** How many rows others have changed that are not shown yet. */
  changes: number
  showChanges: () => void
}

const approvals = defineList<Approval, object>({
  key: ['approvals'],
  view: noView,
  pageRows: 100,
  counts: [todayKey],
  load: (_, page, signal) => callPage('GET /api/admin/compliance/approvals', page, signal),
})

function clientsIn(view: ViewName) {
  const filter = Object.fromEntries(new URLSearchParams(searchOf(view)))
  return defineList<ListedApplication, object>({
    key: [COMPLIANCE_KEY, view],
    view: noView,
    pageRows: 20,
    counts: [],
    load: (_, page, signal) => callPage('GET /api/admin/applications', { ...filter, ...page }, signal),
  })
}

const toRate = clientsIn('ratingsToMake')
const toRenew = clientsIn('dueDiligenceDue')
const expiring = clientsIn('papersExpiring')
const before = clientsIn('onboardedBeforePack')

const NO_NAME = 'Name not provided'

/** When a listed person was born, in short. */
function bornText([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'birth unknown'
  return more.length === 0 ? `born ${first}` : `born ${first} or other dates`
}

/** The listed person, or what a colleague or the reader has proposed. */
function whyMatch(
  { entry, state, verdict, decidedByName, lift, notFoundBecause }: Hit,
  isOwn: boolean,
): string {
  if (lift !== null) return `${isOwn ? 'You' : lift.askedByName} asked to lift it`
  if (notFoundBecause !== null) return `No longer found: ${notFoundReasons[notFoundBecause]}`
  if (state !== 'waiting') return `${entry.names[0]?.name ?? 'No name'}, ${bornText(entry.births)}`
  const proposal = verdict === 'match' ? 'same person' : 'different person'
  return `${isOwn ? 'You' : (decidedByName ?? 'A colleague')} said: ${proposal}`
}

function matchItem(hit: Hit, userId: string): Item {
  const { id, clientName, strong, state, lift, approvalId } = hit
  const isOwn = isOwnWaiting(hit, userId) || lift?.askedBy === userId
  const isConfirmed = state === 'match'
  return {
    name: itemName('match', id),
    alias: approvalId === null ? null : itemName('sign-off', approvalId),
    kind: 'match',
    title: clientName ?? NO_NAME,
    why: whyMatch(hit, isOwn),
    mark: isConfirmed ? 'Confirmed' : strong ? 'Strong' : 'Possible',
    isStrong: strong || isConfirmed,
    isOpen: !isOwn,
    of: { hit },
  }
}

function signOffItem(approval: Approval, { userId, decides, now }: Reader): Item {
  const { id, kind, clientName, askedBy, askedByName, askedAt } = approval
  const isOwn = askedBy === userId
  return {
    name: itemName('sign-off', id),
    alias: null,
    kind: 'sign-off',
    title: clientName ?? NO_NAME,
    why: `${approvalKinds[kind]}, asked by ${isOwn ? 'you' : askedByName}`,
    mark: daysText(daysSince(dayOf(new Date(askedAt)), now)).toLowerCase(),
    isStrong: false,
    isOpen: decides.has(id),
    of: { approval },
  }
}

function clientItem(kind: ItemKind, { id, fullName, status, pack }: ListedApplication): Item {
  const done = pack?.done ?? 0
  const toCheck = pack?.toVerify ?? 0
  const checks = `${done} of ${taskNames.length} checks accepted${toCheck === 0 ? '' : `, ${toCheck} to check`}`
  return {
    name: itemName(kind, id),
    alias: null,
    kind,
    title: fullName ?? NO_NAME,
    why: done === taskNames.length ? 'FICA checks complete' : checks,
    mark: statuses[status],
    isStrong: false,
    isOpen: true,
    of: { applicationId: id },
  }
}

interface Reader {
  userId: string
  /** The requests that the reader can decide: what needs a senior manager only as one. */
  decides: ReadonlySet<string | null>
  now: Date
}

/** A group of a list's rows; what others decide, or a senior manager, is left to the last group. */
function groupOf<Row>(
  label: string,
  { list }: StableList<Row & { id: string }, object>,
  items: readonly Item[],
): ItemGroup {
  const total = list.hasMore ? Math.max(list.total ?? 0, items.length + 1) : items.length
  return { label, items, total, showMore: list.hasMore ? list.showMore : null }
}

/** Everything to decide, strongest and oldest first, in groups that are not empty. */
export function useItems(userId: string, readOnly: boolean): Items {
  const hits = useStableList(hitsList)
  const requests = useStableList(approvals)
  const clients = {
    rate: useStableList(toRate),
    renew: useStableList(toRenew),
    documents: useStableList(expiring),
    before: useStableList(before),
  }
  const today = useToday()
  const lists = [hits, requests, ...Object.values(clients)]
  const asked = (today.data ?? []).filter(({ kind }) => kind === 'sign-off')
  const reader: Reader = { userId, decides: new Set(asked.map(({ item }) => item)), now: new Date() }
  const matches = hits.list.rows.map((hit) => matchItem(hit, userId)).toSorted(strongFirst)
  const signOffs = requests.list.rows
    // Those about a match are decided beside it.
    .filter(({ hitId }) => hitId === null)
    .toSorted((one, other) => Number(needsSenior(other.kind)) - Number(needsSenior(one.kind)))
    .map((approval) => signOffItem(approval, reader))
  const isShown = ({ isOpen }: Item) => readOnly || isOpen
  const ofClients = (kind: keyof typeof clients) =>
    clients[kind].list.rows.map((row) => clientItem(kind, row))
  const later = [...matches, ...signOffs].filter((item) => !isShown(item))
  const groups = [
    groupOf('Possible sanctions matches', hits, matches.filter(isShown)),
    groupOf('Sign-offs', requests, signOffs.filter(isShown)),
    groupOf('To rate', clients.rate, ofClients('rate')),
    groupOf('Checks to renew', clients.renew, ofClients('renew')),
    groupOf('Documents expiring', clients.documents, ofClients('documents')),
    groupOf('Onboarded before FICA checks', clients.before, ofClients('before')),
    { label: 'Waiting for a colleague', items: later, total: later.length, showMore: null },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isLoading: lists.some(({ list }) => list.isLoading),
    hasFailed: lists.some(({ list }) => list.error !== null || list.moreFailed),
    retry: () => {
      for (const { list } of lists) if (list.error !== null || list.moreFailed) list.retry()
    },
    changes: lists.reduce((sum, { changes }) => sum + changes, 0),
    showChanges: () => {
      for (const { changes, showChanges } of lists) if (changes > 0) showChanges()
    },
  }
}

const strongFirst = (one: Item, other: Item) => Number(other.isStrong) - Number(one.isStrong)

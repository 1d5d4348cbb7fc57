import { documentKinds, type ListedKind } from '#features/applications/rules/documents/kinds.ts'
import { fundNames, type FundName } from '#features/due-diligence/rules/funds.ts'
import { plausibilityOf } from '#features/due-diligence/rules/find-implausible.ts'
import { provesFund, type Found } from '#features/due-diligence/rules/plausibility.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import type { Circumstances } from '#features/due-diligence/rules/needs.ts'
import { papers as paperRows, type GivenPaper } from '#features/due-diligence/rules/papers.ts'
import type { StoredState, TaskName } from '#features/due-diligence/rules/tasks.ts'
import type { VerificationDetails } from './acceptances.ts'

interface Task {
  task: TaskName
  row: { state: StoredState } | null
  papers: readonly (GivenPaper & { document: DocumentRow })[]
  /** Newest first. */
  declared: readonly { madeAt: Date }[]
}

interface Declared {
  declaredAround: Circumstances
  evidence: readonly DocumentRow[]
}

/** The documents of a client's sources of funds and wealth, and the declared sources that each proves. */
export function evidenceOf(
  { declaredAround, evidence }: Declared,
  { task, papers }: Pick<Task, 'task' | 'papers'>,
): { id: string; label: string; document: DocumentRow; of: FundName[] }[] {
  if (task !== 'funds') return []
  const { sources = [], wealth = [] } = declaredAround.drafts.funds ?? {}
  const kinds = (rows: typeof sources) => fundNames.filter((kind) => rows.some((row) => row.kind === kind))
  const files = [
    ...papers.map(({ document, paper }) => ({ document, kind: paper, label: paperRows[paper].label })),
    // Only kinds that prove something.
    ...evidence.map((document) => ({
      document,
      kind: document.kind as ListedKind,
      label: documentKinds[document.kind].label,
    })),
  ]
  return files.flatMap(({ document, kind, label }) => {
    const of = kinds(sources).filter((fund) => provesFund(fund, kind))
    const isUsed = of.length > 0 || kinds(wealth).some((fund) => provesFund(fund, kind))
    return isUsed ? { id: document.id, label, document, of } : []
  })
}

/** What is implausible, with the amounts that staff read on documents. */
export function implausibleIn(
  { tasks: found, declaredAround, evidence }: Declared & { tasks: readonly Task[] },
  amounts: VerificationDetails['amounts'] = [],
): Found[] {
  const given = found.flatMap(({ task, papers }) => papers.map((paper) => ({ ...paper, task })))
  const kindOf = (id: string) =>
    given.find(({ document }) => document.id === id)?.paper ??
    // The kinds that prove something.
    (evidence.find((document) => document.id === id)?.kind as ListedKind | undefined)
  const proven: Partial<Record<FundName, number>> = {}
  for (const { documentId, amount } of amounts) {
    const kind = kindOf(documentId)
    if (kind === undefined) continue
    for (const fund of fundNames) if (provesFund(fund, kind)) proven[fund] = (proven[fund] ?? 0) + amount
  }
  const sentOn = Object.fromEntries(
    found.flatMap(({ task, row, declared: [newest] }) =>
      newest === undefined || (row?.state !== 'handed-in' && row?.state !== 'accepted')
        ? []
        : [[task, dayOf(newest.madeAt)] as const],
    ),
  )
  return plausibilityOf(declaredAround, { documents: given, sentOn, proven })
}

import { accountName } from '#features/access/rules/account-name.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import { formatDate, formatDay } from '#base/rules/time/dates.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { ClientFile } from './client-file.ts'
import { table } from './table-block.ts'

/** A client in the overview of a period. */
export type OverviewRow = readonly string[]

/** What the overview says of a client. */
export function overviewRow({ application, ratings, screening }: ClientFile): OverviewRow {
  const { fullName, username, reference, onboardedAt } = application
  const rating = ratings.find(({ supersededAt }) => supersededAt === null)
  const { hits } = screening
  const open = hits.filter(({ state }) => state === 'open' || state === 'waiting').length
  const matches = hits.filter(({ state }) => state === 'match').length
  return [
    `**${accountName({ fullName, username })}**, ${reference}`,
    onboardedAt === null ? '' : formatDate(new Date(onboardedAt)),
    rating === undefined ? 'Not rated' : riskLevels[rating.level],
    String(hits.length),
    String(open),
    String(matches),
  ]
}

export function periodText({ from, to }: { from: string; to: string }): string {
  return from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
}

/** The clients of a period, in the order of their folders. */
export function overviewBlocks(
  rows: readonly OverviewRow[],
  { from, to }: { from: string; to: string },
): Block[] {
  return [
    {
      kind: 'paragraph',
      text: `Clients onboarded ${periodText({ from, to })}: ${rows.length}. Each has a folder in this ZIP, named by reference and client. Begin with its File.pdf; SHA256SUMS.txt beside it holds the sums of its files. Hits are similar entries on sanctions lists: open ones wait for a decision, matches were confirmed as the same person.`,
    },
    table(
      [
        ['Client', 40],
        ['Onboarded', 25],
        ['Risk', 12],
        ['Hits', 7],
        ['Open', 7],
        ['Matches', 9],
      ],
      rows.map((row) => [...row]),
      'None.',
    ),
  ]
}

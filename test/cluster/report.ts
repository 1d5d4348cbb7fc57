import { conditions, writeBlock } from '../faults/report.ts'

/** The result of one fault of the leading database. */
export interface Harmed {
  name: string
  acknowledged: number
  refused: number
  longestGapMs: number
  longestWaitMs: number
}

interface Found {
  harmed: readonly Harmed[]
  saves: { acknowledged: number; lost: number; doubled: number }
  files: { registered: readonly string[]; removed: readonly string[] }
  /** Saves whose connection broke without a response. */
  unanswered: number
  bounds: { gapMs: number; waitMs: number }
}

/** Writes the results into docs/reliability.md. */
export function report({ harmed, saves, files, unanswered, bounds }: Found): void {
  const rows = [...Map.groupBy(harmed, ({ name }) => name)].map(([name, all]) => {
    const sum = (key: 'acknowledged' | 'refused') => all.reduce((total, one) => total + one[key], 0)
    const longest = (key: 'longestGapMs' | 'longestWaitMs', bound: number) =>
      `${seconds(Math.max(...all.map((one) => one[key])))} of ${bound / 1000} s`
    return [
      name,
      all.length,
      sum('acknowledged'),
      sum('refused'),
      longest('longestGapMs', bounds.gapMs),
      longest('longestWaitMs', bounds.waitMs),
    ]
  })
  const lines = [
    conditions(),
    '',
    '| The database that leads | Times | Saves acknowledged | Refused in words | Longest gap | Longest wait |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Of ${saves.acknowledged} saves, ${files.registered.length} files registered and ${files.removed.length} removed that were acknowledged, ${saves.lost} were lost and ${saves.doubled} done twice; ${unanswered} saves broke off without a word.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  writeBlock('cluster', lines)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

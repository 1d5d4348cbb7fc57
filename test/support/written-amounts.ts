import type { Cents } from '#base/rules/money/rand.ts'

/** A way to write amounts. */
export interface WayOfWriting {
  name: string
  write: (cents: Cents) => string
}

const groupings = {
  'no grouping': '',
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'narrow no-break spaces': '\u202f',
  'thin spaces': '\u2009',
  apostrophes: "'",
  'curly apostrophes': '’',
  commas: ',',
  points: '.',
} as const

const prefixes = ['', 'R', 'R ', 'R\u00a0', 'ZAR '] as const

/** How cents are written: always, only if not zero, or without trailing zeros. */
const decimals = {
  'both cents': (cents: string) => cents,
  'cents where there are any': (cents: string) => (cents === '00' ? '' : cents),
  'cents without their last zero': (cents: string) => cents.replace(/0$/u, ''),
} as const

/** Every combination of grouping, decimal mark, prefix, and notation of cents. */
export const waysOfWriting: readonly WayOfWriting[] = Object.entries(groupings).flatMap(([grouping, mark]) =>
  (['.', ','] as const)
    .filter((point) => point !== mark)
    .flatMap((point) =>
      prefixes.flatMap((prefix) =>
        Object.entries(decimals).map(([ending, endOf]) => ({
          name: `${grouping}, "${point}" before the cents, ${ending}, "${prefix}" in front`,
          write: (cents) => `${prefix}${written(cents, mark, point, endOf)}`,
        })),
      ),
    ),
)

function written(cents: Cents, mark: string, point: string, endOf: (cents: string) => string): string {
  const digits = String(cents).padStart(3, '0')
  const end = endOf(digits.slice(-2))
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/gu, mark)
  return end === '' ? whole : `${whole}${point}${end}`
}

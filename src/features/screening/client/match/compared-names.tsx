import type { Hit } from '#features/screening/api/screening.ts'
import { differingLetters } from '#features/screening/rules/differing-letters.ts'

const matches = {
  equal: 'Equal',
  initial: 'An initial',
  'same-name': 'Spellings of one name',
  'one-letter': 'One letter differs',
  'two-letters': 'Two letters differ',
  sound: 'Sounds alike',
  'coarse-sound': 'May be another spelling',
} as const satisfies Record<Hit['pairs'][number]['how'], string>

/** The words of two names side by side; letters that differ are underlined. */
export function ComparedNames({ pairs }: Pick<Hit, 'pairs'>) {
  if (pairs.length === 0) return null
  return (
    <table className="mt-3 w-full max-w-narrow text-left">
      <caption className="sr-only">Names, word by word</caption>
      <thead className="text-sm text-ink-soft">
        <tr>
          <th scope="col" className="py-1 pr-4 font-normal">
            Person
          </th>
          <th scope="col" className="py-1 pr-4 font-normal">
            List
          </th>
          <th scope="col" className="py-1 font-normal">
            Comparison
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ mine, listed, how }) => (
          <tr key={`${mine} ${listed}`} className="border-t border-hairline">
            <td className="py-1.5 pr-4 wrap-anywhere">
              <Letters word={mine} other={listed} />
            </td>
            <td className="py-1.5 pr-4 wrap-anywhere">
              <Letters word={listed} other={mine} />
            </td>
            <td className="py-1.5 text-sm text-ink-soft">{matches[how]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Letters({ word, other }: { word: string; other: string }) {
  return differingLetters(word, other).map(({ text, differs, at }) =>
    differs ? (
      <mark
        key={at}
        className="bg-transparent font-semibold text-danger underline decoration-2 underline-offset-4"
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

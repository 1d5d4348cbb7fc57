import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CENTS } from './rand.ts'
import { spellOutRand } from './spell-out.ts'

test.each([
  [0, 'zero rand'],
  [1, 'one cent'],
  [50, 'fifty cents'],
  [100, 'one rand'],
  [101, 'one rand and one cent'],
  [123_400, 'one thousand two hundred and thirty-four rand'],
  [100_500, 'one thousand and five rand'],
  [110_000, 'one thousand one hundred rand'],
  [1_500_000, 'fifteen thousand rand'],
  [85_000_000, 'eight hundred and fifty thousand rand'],
  [100_000_500, 'one million and five rand'],
  [100_500_000, 'one million five thousand rand'],
  [185_000_050, 'one million eight hundred and fifty thousand rand and fifty cents'],
  [10_000_000_000, 'one hundred million rand'],
  [100_000_002_100, 'one billion and twenty-one rand'],
  [
    MAX_CENTS,
    'nine hundred and ninety-nine billion nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine rand and ninety-nine cents',
  ],
])('%i cents are %s', (cents, text) => expect(spellOutRand(cents)).toBe(text))

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 }

/** Parses a spelled-out number. */
function readNumber(text: string): number {
  let [total, group] = [0, 0]
  for (const word of text.split(/[ -]/u)) {
    const scale = SCALES[word]
    if (scale !== undefined) [total, group] = [total + group * scale, 0]
    else if (word === 'hundred') group *= 100
    else if (SMALL.includes(word)) group += SMALL.indexOf(word)
    else if (TENS.includes(word)) group += (TENS.indexOf(word) + 2) * 10
    else if (word !== 'and') throw new Error(`Unknown number word "${word}"`)
  }
  return total + group
}

function readCents(text: string): number {
  const [, rand = 'zero', cents = 'zero'] =
    /^(?:(.+) rand)?(?: and )?(?:([a-z-]+) cents?)?$/u.exec(text) ?? []
  return readNumber(rand) * 100 + readNumber(cents)
}

test('the spelled-out amount is exact to the cent', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 0, max: MAX_CENTS }),
        fc.integer({ min: 0, max: 300_000 }),
        // round amounts, where a group is empty
        fc
          .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 11 }))
          .map(([n, zeros]) => n * 10 ** zeros),
      ),
      (cents) => {
        expect(readCents(spellOutRand(cents))).toBe(cents)
      },
    ),
    { numRuns: 2000 },
  )
})

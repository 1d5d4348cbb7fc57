import { pairWords, round, type NameMatch } from './match-names.ts'
import { matchWords } from './match-words.ts'

/** Legal forms and words that many organisations share. */
const GENERAL = new Set(
  'edms bpk pty ltd limited inc llc llp plc cc npc npo company co corp corporation gmbh sa sarl srl spa bv nv ag as ooo oao zao pao jsc ojsc pjsc fze fzc fzco dmcc est establishment trust trustees trading trade holdings holding group international intl general enterprises enterprise industries industrial services service bank banque foundation charity charitable family society association investment investments import export and of the for a y de la el al'.split(
    ' ',
  ),
)
const isGeneral = (word: string) => GENERAL.has(word)

const UNMATCHED = { general: 0.3, significant: 0.6 }
/** Without a significant word in common, and with fewer than both names have. */
const LIMITS = { general: 0.5, oneWord: 0.74 }
/** The names are equal without their general words. */
const EQUAL = { score: 0.95, length: 6 }

function weight(word: string): number {
  return ((isGeneral(word) ? 0.25 : 1) * Math.min(word.length, 8)) / 6
}

/** Compares the folded names of two organisations, as `matchNames` those of people. */
export function matchOrganisations(mine: string, listed: string): NameMatch {
  const [my, theirs] = [mine, listed].map((name) => name.split(' ').filter(Boolean)) as [string[], string[]]
  const { pairs, mineLeft, listedLeft } = pairWords(my, theirs, matchWord)
  let matched = 0
  let whole = 0
  for (const { mine: one, listed: other, value } of pairs) {
    const both = (weight(one) + weight(other)) / 2
    matched += value * both
    whole += both
  }
  for (const word of [...mineLeft, ...listedLeft]) {
    whole += weight(word) * (isGeneral(word) ? UNMATCHED.general : UNMATCHED.significant)
  }
  const byWords = whole === 0 ? 0 : Math.min(matched / whole, limit(my, theirs, pairs))
  const [significant, other] = [my, theirs].map((words) => words.filter((word) => !isGeneral(word)).join(''))
  const isEqual = (significant?.length ?? 0) >= EQUAL.length && significant === other
  return {
    score: round(Math.max(byWords, isEqual ? EQUAL.score : 0)),
    pairs,
    joined: false,
    contained: false,
  }
}

function matchWord(mine: string, listed: string) {
  if (mine === listed) return { how: 'equal' as const, value: 1 }
  if (isGeneral(mine) || isGeneral(listed)) return null
  const match = matchWords(mine, listed)
  return match?.how === 'initial' ? null : match
}

/** General words alone are no match, nor is one significant word where a name has more. */
function limit(
  mine: readonly string[],
  listed: readonly string[],
  pairs: readonly { mine: string }[],
): number {
  const count = (words: readonly string[]) => words.filter((word) => !isGeneral(word)).length
  const significant = count(pairs.map((pair) => pair.mine))
  if (significant === 0) return LIMITS.general
  return significant < Math.min(2, Math.max(count(mine), count(listed))) ? LIMITS.oneWord : 1
}

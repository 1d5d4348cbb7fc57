/** A part of a word, and whether the other word lacks it at this position. */
export interface WordPart {
  text: string
  /** The position of its first letter. */
  at: number
  differs: boolean
}

/** Splits a word into parts that it shares with another one (their longest common subsequence) and parts that differ. */
export function differingLetters(word: string, other: string): WordPart[] {
  const lengths = commonLengths(word, other)
  const parts: WordPart[] = []
  let [at, otherAt] = [0, 0]
  while (at < word.length) {
    const skipsOther = (lengths[at]?.[otherAt + 1] ?? 0) > (lengths[at + 1]?.[otherAt] ?? 0)
    const isShared = word[at] === other[otherAt]
    if (!isShared && otherAt < other.length && skipsOther) {
      otherAt += 1
      continue
    }
    const last = parts.at(-1)
    if (last?.differs === !isShared) last.text += word[at]
    else parts.push({ text: word[at] ?? '', at, differs: !isShared })
    at += 1
    if (isShared) otherAt += 1
  }
  return parts
}

/** Length of the longest common subsequence of the rests of two words from each pair of positions. */
function commonLengths(word: string, other: string): number[][] {
  const lengths = Array.from({ length: word.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  )
  for (let row = word.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const current = lengths[row] ?? []
      const next = lengths[row + 1] ?? []
      current[column] =
        word[row] === other[column]
          ? (next[column + 1] ?? 0) + 1
          : Math.max(next[column] ?? 0, current[column + 1] ?? 0)
    }
  }
  return lengths
}

import { expect, test } from 'vitest'
import { checksText } from './checks.tsx'

test.each([
  [{ seen: 5, documents: 5, toCheck: 1 }, '5 of 5 documents opened, 1 thing to check'],
  [{ seen: 0, documents: 1, toCheck: 2 }, '0 of 1 document opened, 2 things to check'],
  [{ seen: 0, documents: 0, toCheck: 0 }, 'No documents, nothing to check'],
])('%j in words', (counts, words) => {
  expect(checksText(counts)).toBe(words)
})

import { expect, test } from 'vitest'
import { checksText } from './checks.tsx'

test.each([
  [{ seen: 5, documents: 5, toCheck: 1, toCorrect: 0 }, '5 of 5 documents opened, 1 thing to check'],
  [{ seen: 0, documents: 1, toCheck: 2, toCorrect: 0 }, '0 of 1 document opened, 2 things to check'],
  [{ seen: 0, documents: 0, toCheck: 0, toCorrect: 0 }, 'No documents, nothing to check'],
  [
    { seen: 1, documents: 1, toCheck: 0, toCorrect: 1 },
    '1 of 1 document opened, nothing to check, 1 to be corrected',
  ],
])('describes %j', (counts, text) => {
  expect(checksText(counts)).toBe(text)
})

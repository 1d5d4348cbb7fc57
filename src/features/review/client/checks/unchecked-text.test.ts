import { expect, test } from 'vitest'
import { uncheckedText } from './unchecked-text.ts'

const nothing = {
  applicationId: 'a',
  name: 'b',
  unopenedDocuments: 0,
  openChecks: [],
  toCorrect: [],
  notReady: [],
}

test.each([
  [{ ...nothing, unopenedDocuments: 1 }, '1 document not opened.'],
  [
    { ...nothing, unopenedDocuments: 2, openChecks: ['mobileNumber', 'idNumber'], toCorrect: ['postalCode'] },
    '2 documents not opened. Open checks: Mobile Number, ID Number. To be corrected: Postal Code.',
  ],
])('%j', (unchecked, text) => expect(uncheckedText(unchecked)).toBe(text))

import { expect, test } from 'vitest'
import { applicationOf } from '#test/support/draft-application.ts'
import { answerLines, answerText } from './answer-text.ts'

test('phone and ID numbers are grouped for reading, and others stay as they are', () => {
  expect(answerText('mobileNumber', '+27821234567')).toBe('+27 82 123 4567')
  expect(answerText('mobileNumber', '+442079460018')).toBe('+442079460018')
  expect(answerText('idNumber', '8001015009087')).toBe('800101 5009 087')
  expect(answerText('idNumber', 'A12345678')).toBe('A12345678')
  const answers = applicationOf({
    hasChildren: true,
    childrenDetails: [{ fullName: 'Lwazi Dube', idNumber: '1501015009080' }],
  })
  expect(answerLines('personal', answers).find(({ path }) => path === 'childrenDetails.0')?.text).toBe(
    'Lwazi Dube, ID 150101 5009 080',
  )
})

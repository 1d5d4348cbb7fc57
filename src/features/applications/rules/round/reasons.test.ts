import { expect, test } from 'vitest'
import { reasonToClient, whyText, whyTextToClient } from './reasons.ts'

test('"Something else" is a category of staff, which clients do not read', () => {
  expect(reasonToClient('incomplete')).toBe('It is incomplete')
  expect(reasonToClient('other')).toBeNull()
  expect(whyText('other', 'Please sign it.')).toBe('Something else: Please sign it.')
  expect(whyTextToClient('other', 'Please sign it.')).toBe('Please sign it.')
  expect(whyTextToClient('other', null)).toBeNull()
})

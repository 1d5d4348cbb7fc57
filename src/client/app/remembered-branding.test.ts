import { expect, it } from 'vitest'
import { parseBranding, UNKNOWN_BRANDING } from './remembered-branding.ts'

it.each([null, '', 'no json', 'null', '7', '"text"'])('%j is nothing to go by', (json) => {
  expect(parseBranding(json)).toEqual(UNKNOWN_BRANDING)
})

it('keeps what was remembered and fills in what an older version did not know', () => {
  expect(parseBranding('{"firmName":"A Firm","demo":true}')).toEqual({
    ...UNKNOWN_BRANDING,
    firmName: 'A Firm',
    demo: true,
  })
})

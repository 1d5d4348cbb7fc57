import { expect, test } from 'vitest'
import { readSettings } from '#app/server/config/settings.ts'
import { welcome } from './startup-banner.ts'

const textFor = (variables: Record<string, string>) =>
  welcome({ url: 'http://localhost:3000', settings: readSettings(variables), accounts: [] })

test('a demonstration shows the specified product, and says how to try due diligence', () => {
  expect(readSettings({ DEMO: '1' }).dueDiligence.on).toBe(false)
  expect(textFor({ DEMO: '1' })).toContain('FICA_PACK=on npm start')
  expect(textFor({ DEMO: '1', FICA_PACK: 'on' })).not.toContain('FICA_PACK')
  expect(textFor({ DEMO: '0' })).not.toContain('FICA_PACK')
})

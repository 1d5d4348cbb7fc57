import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'
import { folderOfLogo, logoProblem } from './logo.ts'
import { readSettings } from './settings.ts'

test('the logo belongs into DATA_DIR/branding, and what is missing is named', () => {
  const dataDir = makeFolder('onboarding-logo-')
  const { branding } = readSettings({ DATA_DIR: dataDir, BRAND_LOGO_URL: '/firm-logo.svg' })
  const folder = path.join(dataDir, 'branding')
  expect(branding.logoFolder).toBe(folder)
  expect(folderOfLogo(branding)).toBeNull()
  expect(logoProblem(branding)).toContain(path.join(folder, 'firm-logo.svg'))
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'firm-logo.svg'), '<svg/>')
  expect(folderOfLogo(branding)).toBe(folder)
  expect(logoProblem(branding)).toContain(path.join(folder, 'firm-logo.png'))
  writeFileSync(path.join(folder, 'firm-logo.png'), 'png')
  expect(logoProblem(branding)).toBeNull()
  expect(logoProblem({ ...branding, logoUrl: null })).toBeNull()
})

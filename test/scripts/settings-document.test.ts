import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { environmentSchema } from '#app/server/config/environment.ts'
import { renderSettingsDocument } from '#test/support/settings-document.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('every setting has a description', () => {
  const fields = Object.entries<z.ZodType>(environmentSchema.shape)
  expect(
    fields.filter(([, field]) => (field.meta()?.description ?? '') === '').map(([name]) => name),
  ).toEqual([])
})

test('docs/settings.md matches the settings', async () => {
  await expect(renderSettingsDocument()).toMatchFileSnapshot(path.join(ROOT, 'docs/settings.md'))
})

test('.env.example has every setting with its default, and no other', () => {
  const example = new Map(
    [...readFileSync(path.join(ROOT, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gmu)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  )
  const names = Object.keys(environmentSchema.shape)
  expect([...example.keys()].toSorted()).toEqual(names.toSorted())
  const defaults = Object.entries<z.ZodType>(environmentSchema.shape)
    .map(([name, field]) => [name, field.safeParse(undefined).data] as const)
    .filter(([, data]) => data !== undefined)
  expect(defaults.length).toBeGreaterThan(4)
  expect(defaults.filter(([name, data]) => example.get(name) !== String(data))).toEqual([])
})

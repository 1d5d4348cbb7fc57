import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '#features/brand/rules/palette.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [lightCss = '', darkCss = ''] = css.split('@media screen and (prefers-color-scheme: dark)')

const colorsOf = (part: string) =>
  Object.fromEntries(
    [...part.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  )

const light = colorsOf(lightCss)
const schemes = { light, dark: { ...light, ...colorsOf(darkCss) } }

const GROUNDS = ['paper', 'surface', 'sunken', 'primary-wash']
const TEXT: Record<string, string[]> = {
  ink: [...GROUNDS, 'success-wash', 'warning-wash', 'danger-wash', 'info-wash'],
  'ink-soft': GROUNDS,
  link: [...GROUNDS, 'success-wash', 'warning-wash', 'danger-wash', 'info-wash'],
  brass: ['paper', 'surface', 'sunken'],
  success: ['paper', 'surface', 'success-wash'],
  warning: ['paper', 'surface', 'warning-wash'],
  danger: ['paper', 'surface', 'danger-wash'],
  info: ['paper', 'surface', 'info-wash'],
  'on-primary': ['primary', 'primary-hover'],
  'on-danger': ['danger', 'danger-hover'],
  'on-panel': ['panel'],
  'on-panel-soft': ['panel'],
  'panel-line': ['panel'],
  paper: ['ink'],
}
const LINES: Record<string, string[]> = {
  edge: ['paper', 'surface'],
  focus: ['paper', 'surface', 'sunken', 'panel'],
  'brass-line': ['paper', 'surface'],
  'warning-line': ['paper', 'surface'],
  primary: ['paper', 'surface'],
  'chart-own': ['paper', 'surface'],
  'chart-owe': ['paper', 'surface'],
}

const pairs = (table: Record<string, string[]>, minimum: number) =>
  Object.entries(table).flatMap(([front, grounds]) =>
    grounds.map((ground) => ({ front, ground, minimum: minimum })),
  )

describe.each(Object.entries(schemes))('colours of %s', (_scheme, colors) => {
  it.each([...pairs(TEXT, 4.5), ...pairs(LINES, 3)])(
    'contrasts $front on $ground by at least $minimum',
    ({ front, ground, minimum }) => {
      const [one, other] = [colors[front], colors[ground]]
      if (!one || !other) throw new Error(`No such colour: ${one ? ground : front}`)
      expect(contrast(one, other)).toBeGreaterThanOrEqual(minimum)
    },
  )
})

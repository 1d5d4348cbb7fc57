import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, isReadable, paletteCss, paletteOf } from './palette.ts'

const css = readFileSync(new URL('../../../base/client/ui/styles/tokens.css', import.meta.url), 'utf8')
const [lightCss = ''] = css.split('@media screen and (prefers-color-scheme: dark)')
const coloursOf = (part: string): Record<string, string> =>
  Object.fromEntries(
    [...part.matchAll(/--color-([a-z-]+):\s?(#[0-9a-f]{6})[;}]/gu)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  )
const product = coloursOf(lightCss)

/** The pairs of `contrast.test.ts` that a firm's colours take part in, without the hover: it is mixed by the browser. */
const TEXT: Record<string, string[]> = {
  link: [
    'paper',
    'surface',
    'sunken',
    'primary-wash',
    'success-wash',
    'warning-wash',
    'danger-wash',
    'info-wash',
  ],
  brass: ['paper', 'surface', 'sunken'],
  'on-primary': ['primary'],
  'on-panel': ['panel'],
  'on-panel-soft': ['panel'],
  'panel-line': ['panel'],
}
const LINES: Record<string, string[]> = {
  'brass-line': ['paper', 'surface'],
  'chart-own': ['paper', 'surface'],
  'chart-owe': ['paper', 'surface'],
}

/** The pairs below their minimum. */
function failuresOf(primary: string, accent: string): string[] {
  const all: Record<string, string> = { ...product, ...coloursOf(paletteCss(primary, accent)) }
  return [
    [TEXT, 4.5],
    [LINES, 3],
  ].flatMap(([table, minimum]) =>
    Object.entries(table as Record<string, string[]>).flatMap(([front, grounds]) =>
      grounds
        .filter((ground) => contrast(all[front] ?? '', all[ground] ?? '') < Number(minimum))
        .map((ground) => `${front} ${all[front]} on ${ground} ${all[ground]}`),
    ),
  )
}

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('any two colours', () => {
  test('leave all text and lines legible', () => {
    fc.assert(
      fc.property(colour, colour, (primary, accent) => {
        expect(failuresOf(primary, accent)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['#ffee00', '#ffffff'],
    ['#000000', '#000000'],
    ['#ffffff', '#ffffff'],
    ['#808080', '#7f7f7f'],
    ['#00ff00', '#ff00ff'],
  ])('such as %s with %s', (primary, accent) => {
    expect(failuresOf(primary, accent)).toEqual([])
  })

  test('are used as given where text in them can be read, and for buttons always', () => {
    expect(paletteOf('#7a1f5c', '#7d5e22')).toEqual({
      primary: '#7a1f5c',
      onPrimary: '#ffffff',
      primaryText: '#7a1f5c',
      primaryLine: '#7a1f5c',
      accentText: '#7d5e22',
      accentLine: '#7d5e22',
    })
    expect(paletteOf('#ffee00', '#ffffff')).toMatchObject({ primary: '#ffee00', onPrimary: '#000000' })
  })

  test('make a style sheet of nothing but colours', () => {
    const sheet = paletteCss('#ffee00', '#ffffff')
    expect(sheet.replaceAll(/--color-[a-z-]+:(?:#[0-9a-f]{6}|color-mix\([^()]*\))/gu, '')).not.toMatch(
      /url|import|expression|</u,
    )
  })
})

test.each([
  ['#17392f', true],
  ['#7d5e22', true],
  ['#ffee00', false],
  ['#808080', false],
])('text in %s can be read: %j', (hex, expected) => {
  expect(isReadable(hex)).toBe(expected)
})

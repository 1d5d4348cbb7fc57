import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, toHex, toOklch } from './oklch.ts'
import { paletteCss, paletteOf, paletteTokens, type SchemeColours } from './palette.ts'

const css = readFileSync(new URL('../../client/ui/styles/tokens.css', import.meta.url), 'utf8')
const [lightCss = '', darkCss = ''] = css.split('@media screen and (prefers-color-scheme: dark)')
const coloursOf = (part: string): Record<string, string> =>
  Object.fromEntries(
    [...part.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/gu)].map(([, name = '', hex = '']) => [name, hex]),
  )
const light = coloursOf(lightCss)
const product = { light, dark: { ...light, ...coloursOf(darkCss) } }

const GROUNDS = ['paper', 'surface', 'sunken', 'primary-wash']
const WASHES = ['success-wash', 'warning-wash', 'danger-wash', 'info-wash']
/** The pairs of `contrast.test.ts` that a firm's colours take part in. */
const TEXT: Record<string, string[]> = {
  ink: ['primary-wash'],
  'ink-soft': ['primary-wash'],
  link: [...GROUNDS, ...WASHES],
  brass: ['paper', 'surface', 'sunken'],
  'on-primary': ['primary', 'primary-hover'],
  'on-panel': ['panel'],
  'on-panel-soft': ['panel'],
  'panel-line': ['panel'],
}
const LINES: Record<string, string[]> = {
  focus: ['paper', 'surface', 'sunken', 'panel'],
  'brass-line': ['paper', 'surface'],
  primary: ['paper', 'surface'],
  'chart-own': ['paper', 'surface'],
  'chart-owe': ['paper', 'surface'],
}

/** The pairs below their minimum. */
function failures(scheme: 'light' | 'dark', colours: SchemeColours): string[] {
  const all: Record<string, string> = { ...product[scheme], ...colours }
  return [
    [TEXT, 4.5],
    [LINES, 3],
  ].flatMap(([table, minimum]) =>
    Object.entries(table as Record<string, string[]>).flatMap(([front, grounds]) =>
      grounds
        .filter((ground) => contrast(all[front] ?? '', all[ground] ?? '') < Number(minimum))
        .map((ground) => `${scheme}: ${front} ${all[front]} on ${ground} ${all[ground]}`),
    ),
  )
}

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

const failuresOf = (primary: string, accent: string) => {
  const palette = paletteOf(primary, accent)
  return [...failures('light', palette.light), ...failures('dark', palette.dark)]
}

describe('a palette of any two colours', () => {
  test('meets every minimum contrast in light and dark', () => {
    fc.assert(
      fc.property(colour, colour, (primary, accent) => {
        expect(failuresOf(primary, accent)).toEqual([])
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test.each([
    ['#ffee00', '#ffffff'],
    ['#000000', '#000000'],
    ['#ffffff', '#ffffff'],
    ['#faf7f0', '#f3eee3'],
    ['#808080', '#7f7f7f'],
    ['#00ff00', '#ff00ff'],
    ['#0000ff', '#ffff00'],
    ['#ff0000', '#00ffff'],
  ])('%s with %s', (primary, accent) => {
    expect(failuresOf(primary, accent)).toEqual([])
  })

  test('the product’s own grounds and texts are those of tokens.css', () => {
    const own = paletteOf('#17392f', '#7d5e22')
    expect(own.light['on-panel']).toBe(product.light['on-panel'])
    expect(own.dark['on-panel']).toBe(product.dark['on-panel'])
    // A colour that contrasts is used exactly as it was given.
    expect(own.light.primary).toBe('#17392f')
  })

  test('a colour without enough contrast is moved in lightness only', () => {
    const { light: moved } = paletteOf('#ffee00', '#7d5e22')
    expect(moved.primary).not.toBe('#ffee00')
    expect(toOklch(moved.primary).h).toBeCloseTo(toOklch('#ffee00').h, 1)
  })

  test('the style sheet contains nothing but colours', () => {
    const sheet = paletteCss(paletteOf('#ffee00', '#ffffff'))
    expect(sheet.match(/#[0-9a-f]{6}/gu)).toHaveLength(2 * paletteTokens.length)
    expect(sheet.replaceAll(/--color-[a-z-]+:#[0-9a-f]{6}/gu, '')).not.toMatch(/url|import|expression|</u)
  })
})

test('colours survive the conversion to OKLCH and back', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      expect(toHex(toOklch(hex))).toBe(hex)
    }),
    { numRuns: 300 },
  )
})

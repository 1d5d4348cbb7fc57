import { contrast, toHex, toOklch, type Oklch } from './oklch.ts'

/** The tokens of `tokens.css` that a firm's colours replace. All others stay as they are. */
export const paletteTokens = [
  'primary',
  'primary-hover',
  'primary-wash',
  'on-primary',
  'link',
  'brass',
  'brass-line',
  'focus',
  'panel',
  'on-panel',
  'on-panel-soft',
  'panel-line',
  'chart-own',
  'chart-owe',
] as const

type Token = (typeof paletteTokens)[number]
/** Colours as `#rrggbb`. */
export type SchemeColours = Readonly<Record<Token, string>>

/** Colours of both schemes. */
export interface Palette {
  light: SchemeColours
  dark: SchemeColours
}

/** The grounds of `tokens.css`, which do not change, and how light colours are made for them. */
interface Scheme {
  paper: string
  surface: string
  sunken: string
  ink: string
  inkSoft: string
  /** The grounds of messages, which carry links. */
  washes: readonly string[]
  /** Text on the primary colour. */
  lightText: string
  darkText: string
  /** Lightness of primary, accent and links. */
  primary: (l: number) => number
  accent: (l: number) => number
  wash: number
  panel: number
  onPanel: string
  onPanelSoft: string
  /** The product's own focus colour, which contrasts on every ground. */
  focus: string
}

const schemes = {
  light: {
    paper: '#faf7f0',
    surface: '#fffefb',
    sunken: '#f3eee3',
    ink: '#1b2622',
    inkSoft: '#565f59',
    washes: ['#e9f2e8', '#fdf0dc', '#fbece8', '#e9f0f6'],
    lightText: '#fbf8f1',
    darkText: '#14251f',
    primary: (l) => l,
    accent: (l) => l,
    wash: 0.95,
    panel: 0.285,
    onPanel: '#f6f0e3',
    onPanelSoft: '#c6cfc5',
    focus: '#9a6c14',
  },
  dark: {
    paper: '#0f1614',
    surface: '#161f1c',
    sunken: '#1c2723',
    ink: '#ece6d9',
    inkSoft: '#aab2a9',
    washes: ['#13271d', '#2a1f10', '#2e1815', '#13202b'],
    lightText: '#fbf8f1',
    darkText: '#14251f',
    primary: (l) => Math.max(l, 0.82),
    accent: (l) => Math.max(l, 0.75),
    wash: 0.28,
    panel: 0.22,
    onPanel: '#f1eadb',
    onPanelSoft: '#b4c0b6',
    focus: '#dbbb76',
  },
} as const satisfies Record<keyof Palette, Scheme>

/** Minimum contrasts (WCAG 2.2 AA), as in `tokens.css`. */
const TEXT = 4.5
const LINE = 3

/** A ground, and the minimum contrast with it. */
type Limit = readonly [ground: string, minimum: number]

const on = (minimum: number, ...grounds: string[]): Limit[] => grounds.map((ground) => [ground, minimum])
const meets = (hex: string, limits: readonly Limit[]) =>
  limits.every(([ground, minimum]) => contrast(hex, ground) >= minimum)

const STEP = 0.005
const STEPS = 200

/** The colour of the nearest lightness that meets all limits; null for none. */
function nearest(colour: Oklch, limits: readonly Limit[]): string | null {
  for (let step = 0; step <= STEPS; step += 1) {
    for (const l of [colour.l - step * STEP, colour.l + step * STEP]) {
      if (l < 0 || l > 1) continue
      const hex = toHex({ ...colour, l })
      if (meets(hex, limits)) return hex
    }
  }
  return null
}

/** Chroma of grounds: a tint. */
const WASH_CHROMA = 0.018
const PANEL_CHROMA = 0.05
const HOVER_STEP = 0.06

function colourPrimary(given: Oklch, scheme: Scheme, exact: string) {
  const { paper, surface, lightText, darkText } = scheme
  const lines = on(LINE, paper, surface)
  const start = { ...given, l: scheme.primary(given.l) }
  // One of the two texts contrasts on every colour.
  const candidates = [lightText, darkText].map((text) => ({
    text,
    primary:
      start.l === given.l && meets(exact, [...lines, [text, TEXT]])
        ? exact
        : nearest(start, [...lines, [text, TEXT]]),
  }))
  const distance = ({ primary }: { primary: string | null }) =>
    primary === null ? Infinity : Math.abs(toOklch(primary).l - start.l)
  const [best] = candidates.toSorted((a, b) => distance(a) - distance(b))
  const { text = lightText, primary = null } = best ?? {}
  const chosen = primary ?? scheme.ink
  const { l, ...hue } = toOklch(chosen)
  const away = text === lightText ? -HOVER_STEP : HOVER_STEP
  const hover = nearest({ ...hue, l: Math.min(1, Math.max(0, l + away)) }, [[text, TEXT]])
  return { primary: chosen, 'on-primary': text, 'primary-hover': hover ?? chosen }
}

function colourScheme(primary: string, accent: string, scheme: Scheme): SchemeColours {
  const { paper, surface, sunken, ink, inkSoft, washes, onPanel, onPanelSoft } = scheme
  const main = toOklch(primary)
  const second = toOklch(accent)
  const tint = (l: number, chroma: number) => ({ ...main, l, c: Math.min(main.c, chroma) })
  const wash =
    nearest(tint(scheme.wash, WASH_CHROMA), [
      [ink, TEXT],
      [inkSoft, TEXT],
    ]) ?? sunken
  const panel = nearest(tint(scheme.panel, PANEL_CHROMA), on(TEXT, onPanel, onPanelSoft)) ?? ink
  const lines = on(LINE, paper, surface)
  const accentIn = { ...second, l: scheme.accent(second.l) }
  const fit = (colour: Oklch, limits: readonly Limit[], otherwise: string) =>
    nearest(colour, limits) ?? otherwise
  return {
    ...colourPrimary(main, scheme, primary),
    'primary-wash': wash,
    link: fit({ ...main, l: scheme.primary(main.l) }, on(TEXT, paper, surface, sunken, wash, ...washes), ink),
    brass: fit(accentIn, on(TEXT, paper, surface, sunken), inkSoft),
    'brass-line': fit(accentIn, lines, inkSoft),
    focus: fit(accentIn, on(LINE, paper, surface, sunken, panel), scheme.focus),
    panel,
    'on-panel': onPanel,
    'on-panel-soft': onPanelSoft,
    'panel-line': fit({ ...second, l: Math.max(second.l, 0.7) }, on(TEXT, panel), onPanelSoft),
    'chart-own': fit({ ...main, l: scheme.primary(main.l) }, lines, inkSoft),
    'chart-owe': fit(accentIn, lines, inkSoft),
  }
}

/** The product's own colours, where a firm chose only one. */
export const PRODUCT_COLOURS = { primary: '#17392f', accent: '#7d5e22' } as const

/**
 * Derives a palette from a firm's two colours, for light and dark. Lightness is moved until every text and line meets
 * its minimum contrast, so no colour can make a page unreadable.
 *
 * @param primary `#rrggbb`
 * @param accent `#rrggbb`
 */
export function paletteOf(primary: string, accent: string): Palette {
  return {
    light: colourScheme(primary, accent, schemes.light),
    dark: colourScheme(primary, accent, schemes.dark),
  }
}

/** The style sheet of a palette. The doubled selector outweighs the tokens of the product in either order. */
export function paletteCss({ light, dark }: Palette): string {
  const rules = (colours: SchemeColours) =>
    `:root:root{${paletteTokens.map((token) => `--color-${token}:${colours[token]}`).join(';')}}`
  return `${rules(light)}@media screen and (prefers-color-scheme:dark){${rules(dark)}}`
}

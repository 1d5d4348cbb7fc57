/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Minimum contrasts (WCAG 2.2 AA), as in `tokens.css`. */
const TEXT = 4.5
const LINE = 3

/** Colours of `tokens.css` in light mode: the darkest ground, the texts, and the two texts of buttons. */
const SUNKEN = '#f3eee3'
const INK = '#1b2622'
const INK_SOFT = '#565f59'
const LIGHT_TEXT = '#ffffff'
const DARK_TEXT = '#000000'

/** Whether text in this colour can be read on every light ground. */
export function isReadable(colour: string): boolean {
  return contrast(colour, SUNKEN) >= TEXT
}

/** The product's own colours, where a firm chose only one. */
export const PRODUCT_COLOURS = { primary: '#17392f', accent: '#7d5e22' } as const

/**
 * A firm's two colours, as given. Text and lines that could not be read in them have the standard colours.
 *
 * @param primary `#rrggbb`
 * @param accent `#rrggbb`
 */
export function paletteOf(primary: string, accent: string) {
  const line = (colour: string) => (contrast(colour, SUNKEN) >= LINE ? colour : INK_SOFT)
  return {
    primary,
    /** Text on the primary colour. One of the two contrasts with every colour. */
    onPrimary: contrast(primary, LIGHT_TEXT) >= TEXT ? LIGHT_TEXT : DARK_TEXT,
    primaryText: isReadable(primary) ? primary : INK,
    primaryLine: line(primary),
    accentText: isReadable(accent) ? accent : INK_SOFT,
    accentLine: line(accent),
  }
}

/** The style sheet of a firm's colours, for light mode. The doubled selector outweighs `tokens.css` in either order. */
export function paletteCss(primary: string, accent: string): string {
  const { onPrimary, primaryText, primaryLine, accentText, accentLine } = paletteOf(primary, accent)
  const away = onPrimary === LIGHT_TEXT ? 'black' : 'white'
  const tokens = {
    primary,
    'primary-hover': `color-mix(in srgb,${primary} 85%,${away})`,
    'on-primary': onPrimary,
    link: primaryText,
    brass: accentText,
    'brass-line': accentLine,
    panel: primary,
    'on-panel': onPrimary,
    'on-panel-soft': onPrimary,
    'panel-line': onPrimary,
    'chart-own': primaryLine,
    'chart-owe': accentLine,
  }
  const rules = Object.entries(tokens).map(([token, value]) => `--color-${token}:${value}`)
  return `@media print,(prefers-color-scheme:light){:root:root{${rules.join(';')}}}`
}

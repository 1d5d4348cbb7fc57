import { rgb, type Color } from '@cantoo/pdf-lib'
import { paletteOf } from '#features/brand/rules/palette.ts'

function colour(hex: string): Color {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[^#]{2}/gu) ?? []).map(
    (pair) => Number.parseInt(pair, 16) / 255,
  )
  return rgb(red, green, blue)
}

const product = {
  ink: colour('1b2622'),
  soft: colour('565f59'),
  primary: colour('17392f'),
  wash: colour('f5f1e8'),
  brass: colour('7d5e22'),
  brassLine: colour('a5813f'),
  hairline: colour('d9d0bf'),
  /** Handwriting. */
  writing: colour('1f3a7a'),
} as const satisfies Record<string, Color>

/** Print colours: those of the screens, on white. A paper sets the firm's own before it is painted. */
export const palette: Record<keyof typeof product, Color> = { ...product }

/** The firm's two colours; null for those of the product. */
export type FirmColours = { primary: string; accent: string } | null

/** Sets the colours of what is painted next. Painting is synchronous, so papers do not mix. */
export function setPrintColours(colours: FirmColours): void {
  Object.assign(palette, product)
  if (colours === null) return
  const { primaryText, accentText, accentLine } = paletteOf(colours.primary, colours.accent)
  palette.primary = colour(primaryText)
  palette.brass = colour(accentText)
  palette.brassLine = colour(accentLine)
}

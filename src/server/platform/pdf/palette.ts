import { rgb, type Color } from '@cantoo/pdf-lib'

function colour(hex: string): Color {
  const [red = 0, green = 0, blue = 0] = (hex.match(/../gu) ?? []).map(
    (pair) => Number.parseInt(pair, 16) / 255,
  )
  return rgb(red, green, blue)
}

/** The firm's print colours: those of the screens, on white. */
export const palette = {
  ink: colour('1b2622'),
  soft: colour('565f59'),
  primary: colour('17392f'),
  wash: colour('f5f1e8'),
  brass: colour('7d5e22'),
  brassLine: colour('a5813f'),
  hairline: colour('d9d0bf'),
  /** Handwriting. */
  writing: colour('1f3a7a'),
} as const

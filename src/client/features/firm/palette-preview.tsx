import { paletteOf, PRODUCT_COLOURS, type SchemeColours } from '#domain/firm/palette.ts'

const HEX = /^#[0-9a-f]{6}$/u
const GROUNDS = { light: { paper: '#faf7f0', ink: '#1b2622' }, dark: { paper: '#0f1614', ink: '#ece6d9' } }

/** How the firm's colours look in light and dark mode, and what was adjusted. */
export function PalettePreview({ primary, accent }: { primary: string; accent: string }) {
  const [main, second] = [
    primary.toLowerCase() || PRODUCT_COLOURS.primary,
    accent.toLowerCase() || PRODUCT_COLOURS.accent,
  ]
  if (!HEX.test(main) || !HEX.test(second)) return null
  const palette = paletteOf(main, second)
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Scheme name="Light" colours={palette.light} {...GROUNDS.light} />
        <Scheme name="Dark" colours={palette.dark} {...GROUNDS.dark} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {palette.light.primary === main
          ? 'The primary colour is used as it is.'
          : `The primary colour is adjusted to ${palette.light.primary} for legibility.`}
      </p>
    </div>
  )
}

function Scheme({
  name,
  colours,
  paper,
  ink,
}: {
  name: string
  colours: SchemeColours
  paper: string
  ink: string
}) {
  return (
    <div
      role="img"
      aria-label={`${name} mode with these colours`}
      className="grid gap-3 rounded-md border border-hairline p-4"
      style={{ backgroundColor: paper, color: ink }}
    >
      <div aria-hidden="true" className="border-b-2 pb-2" style={{ borderColor: colours['brass-line'] }}>
        {name}
      </div>
      <div aria-hidden="true" className="flex flex-wrap items-center gap-4">
        <span
          className="rounded-md px-4 py-2 font-semibold"
          style={{ backgroundColor: colours.primary, color: colours['on-primary'] }}
        >
          Button
        </span>
        <span className="underline" style={{ color: colours.link }}>
          Link
        </span>
        <span className="font-semibold" style={{ color: colours.brass }}>
          Accent
        </span>
      </div>
    </div>
  )
}

import { isReadable } from '#features/brand/rules/palette.ts'

/** Says beside a colour's field that text in it would be hard to read. */
export function ContrastWarning({ colour }: { colour: string }) {
  const hex = colour.trim().toLowerCase()
  const isPale = /^#[0-9a-f]{6}$/u.test(hex) && !isReadable(hex)
  return (
    <p role="status" className="mt-2 text-sm text-warning empty:hidden">
      {isPale
        ? 'Low contrast: text in this colour would be hard to read on a light background. Text keeps the standard colour.'
        : null}
    </p>
  )
}

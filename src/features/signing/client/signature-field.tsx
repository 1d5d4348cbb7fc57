import { useEffect, useEffectEvent, useId, useRef } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { DRAWING, type Drawing } from '#features/signing/rules/drawing.ts'
import { Button } from '#base/client/ui/button.tsx'

export type SignatureFieldProps = {
  error?: string | undefined
  onDrawn: (strokes: Drawing) => void
}

/** A field to sign in with a finger, pen or mouse. Typing a name is the alternative. */
export function SignatureField({ error, onDrawn }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const id = useId()
  const notify = useEffectEvent((strokes: Drawing) => onDrawn(strokes))
  useEffect(() => {
    if (canvas.current === null) return undefined
    const drawnOn = canvas.current
    drawnOn.width = DRAWING.width
    drawnOn.height = DRAWING.height
    const made = new SignaturePad(drawnOn, { penColor: '#1f3a7a', minWidth: 0.8, maxWidth: 2.6 })
    // Units of the drawing, independent of the field's size, so that it scales when a phone is turned.
    let shownWidth = drawnOn.clientWidth
    const fit = () => {
      const scale = DRAWING.width / drawnOn.clientWidth
      drawnOn.getContext('2d')?.setTransform(scale, 0, 0, scale, 0, 0)
      made.fromData(resized(made.toData(), drawnOn.clientWidth / shownWidth))
      shownWidth = drawnOn.clientWidth
    }
    const watch = new ResizeObserver(fit)
    watch.observe(drawnOn)
    made.addEventListener('endStroke', () => notify(strokesOf(made, drawnOn.clientWidth)))
    pad.current = made
    return () => {
      watch.disconnect()
      made.off()
    }
  }, [])
  return (
    <div>
      <p className="font-semibold" id={`${id}-label`}>
        Your signature
      </p>
      <canvas
        ref={canvas}
        role="img"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        className="mt-2 aspect-[3/1] w-full max-w-xl touch-none sheet rounded-md border border-edge"
      />
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      ) : null}
      <Button
        tone="secondary"
        className="mt-3"
        onClick={() => {
          pad.current?.clear()
          onDrawn([])
        }}
      >
        Clear
      </Button>
    </div>
  )
}

function resized(strokes: PointGroup[], by: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }))
}

/** The strokes, in units of the drawing. */
function strokesOf(pad: SignaturePad, shownWidth: number): Drawing {
  const scale = DRAWING.width / shownWidth
  const within = (value: number, maximum: number) => Math.min(maximum, Math.max(0, Math.round(value * scale)))
  return pad
    .toData()
    .map(({ points }) =>
      points.map(({ x, y }): [number, number] => [within(x, DRAWING.width), within(y, DRAWING.height)]),
    )
}

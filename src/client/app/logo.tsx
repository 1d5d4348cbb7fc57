import { useBranding } from './branding.tsx'

/** The emblem of a firm that has set none: three turned ellipses in a ring, as engraved on a seal. */
function Emblem() {
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true" className="size-10 shrink-0 text-brass-line">
      <g fill="none" stroke="currentColor" strokeWidth="3">
        <circle r="47" />
        <ellipse rx="39" ry="15" />
        <ellipse rx="39" ry="15" transform="rotate(60)" />
        <ellipse rx="39" ry="15" transform="rotate(120)" />
      </g>
      <circle r="4" fill="currentColor" />
    </svg>
  )
}

/** The firm's logo and name. Before they are known their place is kept, so that nothing moves. */
export function Logo() {
  const { logoUrl, firmName } = useBranding()
  if (logoUrl) return <img src={logoUrl} alt={firmName} className="h-10 w-auto max-w-56 object-contain" />
  return (
    <span className="flex min-h-10 items-center gap-3">
      <Emblem />
      <span className="font-serif text-lg leading-6 font-medium">{firmName}</span>
    </span>
  )
}

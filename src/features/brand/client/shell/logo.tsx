import { useBranding } from './branding.tsx'

const TURNS = [0, 36, 72, 108, 144]

/** The default emblem of a firm: ellipses in a ring. */
function Emblem() {
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true" className="size-10 shrink-0 text-brass-line">
      <g fill="none" stroke="currentColor">
        <circle r="47" strokeWidth="3" />
        {TURNS.map((turn) => (
          <ellipse key={turn} rx="40" ry="20" strokeWidth="2" transform={`rotate(${turn})`} />
        ))}
      </g>
    </svg>
  )
}

/** The firm's logo and name. Their space is reserved until they are loaded. */
export function Logo() {
  const { logoUrl, logoDarkUrl, firmName } = useBranding()
  if (logoUrl) {
    return (
      <picture>
        {logoDarkUrl ? <source media="screen and (prefers-color-scheme: dark)" srcSet={logoDarkUrl} /> : null}
        <img src={logoUrl} alt={firmName} className="h-10 w-auto max-w-56 object-contain" />
      </picture>
    )
  }
  return (
    <span className="flex min-h-10 items-center gap-3">
      <Emblem />
      <span className="name font-serif text-lg leading-6 font-medium">{firmName}</span>
    </span>
  )
}

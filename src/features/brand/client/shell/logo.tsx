import { clsx } from 'clsx'
import { useBranding } from './branding.tsx'

const TURNS = [0, 36, 72, 108, 144]

/** The default emblem of a firm: ellipses in a ring. */
function Emblem({ className }: { className: string }) {
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden="true" className={`shrink-0 text-brass-line ${className}`}>
      <g fill="none" stroke="currentColor">
        <circle r="47" strokeWidth="3" />
        {TURNS.map((turn) => (
          <ellipse key={turn} rx="40" ry="20" strokeWidth="2" transform={`rotate(${turn})`} />
        ))}
      </g>
    </svg>
  )
}

/** The firm's logo and name. Their space is reserved until they are loaded. A small one shows no name on a phone. */
export function Logo({ isSmall = false }: { isSmall?: boolean }) {
  const { logoUrl, logoDarkUrl, firmName } = useBranding()
  if (logoUrl) {
    return (
      <picture>
        {logoDarkUrl ? <source media="screen and (prefers-color-scheme: dark)" srcSet={logoDarkUrl} /> : null}
        <img
          src={logoUrl}
          alt={firmName}
          className={clsx('w-auto object-contain', isSmall ? 'h-8 max-w-24' : 'h-10 max-w-56')}
        />
      </picture>
    )
  }
  return (
    <span className="flex min-h-10 min-w-0 items-center gap-3">
      <Emblem className={isSmall ? 'size-8' : 'size-10'} />
      <span
        className={clsx(
          'name font-serif text-lg leading-6 font-medium',
          isSmall && 'truncate max-sm:sr-only',
        )}
      >
        {firmName}
      </span>
    </span>
  )
}

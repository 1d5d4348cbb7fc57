/** A part of the review, and its number of exceptions. */
export interface JumpTarget {
  anchor: string
  title: string
  exceptions: number
}

type JumpListProps = { targets: readonly JumpTarget[]; onJump: (target: JumpTarget) => void }

/** Links to each part of the review, with its number of exceptions; on a phone the parts themselves are as near. */
export function JumpList({ targets, onJump }: JumpListProps) {
  return (
    <nav aria-label="Parts of your application" className="max-sm:hidden print:hidden">
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {targets.map((target) => (
          <li key={target.anchor} className="border-b border-hairline">
            <a
              href={`#${target.anchor}`}
              className="flex min-h-11 items-center justify-between gap-4 py-2 hover:bg-sunken"
              onClick={(event) => {
                event.preventDefault()
                onJump(target)
              }}
            >
              <span className="text-link">{target.title}</span>
              {target.exceptions === 0 ? null : (
                <span className="text-sm whitespace-nowrap text-warning">{`${target.exceptions} to check`}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

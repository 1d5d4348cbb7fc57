import type { FirmSectionState } from '#features/firm/api.ts'
import { readableLetter } from '#features/brand/rules/letter/markup.ts'
import { fieldsOf } from '#features/brand/rules/sections.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'

/** A section that someone else saved meanwhile, and the fields that were changed here. */
export interface Conflict {
  theirs: FirmSectionState
  mine: Record<string, string>
  password: string | undefined
}

type Props = Conflict & {
  /** As both began to change it. */
  before: FirmSectionState
  pending: boolean
  onSaveMine: () => void
  onTakeTheirs: () => void
}

/** Shows what someone else saved beside what was typed here. */
export function SectionConflict({ before, theirs, mine, pending, onSaveMine, onTakeTheirs }: Props) {
  const fields = fieldsOf(before.id)
  const names = Object.keys(fields).filter(
    (name) => theirs.values[name] !== before.values[name] || mine[name] !== undefined,
  )
  return (
    <Notice
      tone="warning"
      live="alert"
      title="Someone else has changed these settings"
      action={
        <div className="flex flex-wrap gap-3">
          <Button size="small" {...{ pending }} pendingLabel="Saving..." onClick={onSaveMine}>
            Save my changes
          </Button>
          <Button tone="secondary" size="small" onClick={onTakeTheirs}>
            Discard my changes
          </Button>
        </div>
      }
    >
      <p>Their changes are saved. Yours are not yet; saving them replaces only the fields you changed.</p>
      <dl className="mt-3 grid gap-2">
        {names.map((name) => (
          <div key={name} className="wrap-anywhere">
            <dt className="font-semibold">{fields[name]?.label ?? name}</dt>
            <dd>{`Saved now: ${readableLetter(theirs.values[name] ?? '') || 'empty'}`}</dd>
            {mine[name] === undefined ? null : (
              <dd>{`You entered: ${readableLetter(mine[name]) || 'empty'}`}</dd>
            )}
          </div>
        ))}
      </dl>
    </Notice>
  )
}

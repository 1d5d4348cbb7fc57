import { useState } from 'react'
import type { ManagerLetter } from '#features/signing/api/letters.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'

/** Whether a letter can be generated without a question: it replaces none, or one that was generated. */
export const isDue = ({ letter, gaps }: ManagerLetter) =>
  gaps.length === 0 && (letter === 'none' || letter === 'outdated')

/** Whether a letter can be generated, if an uploaded one may be replaced. */
export const isReady = (manager: ManagerLetter) =>
  isDue(manager) || (manager.letter === 'uploaded' && manager.gaps.length === 0)

export type ChooseManagersProps = {
  title: string
  managers: readonly ManagerLetter[]
  onGenerate: (chosen: readonly ManagerLetter[]) => void
  onClose: () => void
}

/** Asks for whom letters are generated: all that are due, unless the user chooses others. */
export function ChooseManagers({ title, managers, onGenerate, onClose }: ChooseManagersProps) {
  const ready = managers.filter(isReady)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(ready.filter(isDue).map(({ id }) => id)),
  )
  const [problem, setProblem] = useState<string>()
  const choose = (ids: Iterable<string>) => {
    setChosen(new Set(ids))
    setProblem(undefined)
  }
  const incomplete = managers.filter(({ gaps }) => gaps.length > 0).length
  return (
    <FormDialog
      {...{ title }}
      description="Clients get each letter as soon as it is generated. What they have signed never changes."
      submitLabel={chosen.size === 1 ? 'Generate 1 letter' : `Generate ${chosen.size} letters`}
      cancelLabel="Not now"
      onCancel={onClose}
      onSubmit={() => {
        if (chosen.size === 0) setProblem('Please choose at least one wealth manager.')
        else onGenerate(ready.filter(({ id }) => chosen.has(id)))
      }}
    >
      <fieldset>
        <legend className="font-semibold">For whom?</legend>
        <div className="my-2 flex gap-3">
          <Button size="small" tone="secondary" onClick={() => choose(ready.map(({ id }) => id))}>
            Choose all
          </Button>
          <Button size="small" tone="quiet" onClick={() => choose([])}>
            Choose none
          </Button>
        </div>
        {problem === undefined ? null : (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        {ready.map(({ id, name, letter }) => (
          <Checkbox
            key={id}
            name={`letter-${id}`}
            label={<span className="wrap-anywhere">{name}</span>}
            hint={
              letter === 'uploaded'
                ? 'Replaces the uploaded letter, which stays among the versions.'
                : undefined
            }
            checked={chosen.has(id)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, id] : [...chosen].filter((other) => other !== id))
            }
          />
        ))}
        {incomplete === 0 ? null : (
          <p className="mt-2 text-sm text-ink-soft">
            {incomplete === 1
              ? '1 wealth manager is not listed, because facts are missing.'
              : `${incomplete} wealth managers are not listed, because facts are missing.`}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}

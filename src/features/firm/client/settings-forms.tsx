import { useRef, useState } from 'react'
import type { FirmSectionState } from '#features/firm/api.ts'
import { SaveBar } from '#base/client/ui/save-bar.tsx'
import { SectionBody } from './section-body.tsx'
import type { FieldGroup } from './section-form.tsx'
import type { FormState } from './use-section-save.ts'

/** A section, and its title where a page has several. */
export interface SettingsForm {
  section: FirmSectionState
  title?: string
  groups?: readonly FieldGroup[]
}

type Props = { forms: readonly SettingsForm[]; onSaved?: () => void }

/** Sections of the settings with one Save for all of them, which is there while there are changes. */
export function SettingsForms({ forms, onSaved }: Props) {
  const [states, setStates] = useState<Readonly<Record<string, FormState>>>({})
  const [discards, setDiscards] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const open = Object.values(states).filter((state) => state !== 'settled')
  const save = () => {
    for (const form of frame.current?.querySelectorAll('form') ?? [])
      if (states[form.parentElement?.dataset['form'] ?? ''] === 'edited') form.requestSubmit()
  }
  const discard = () => {
    setStates({})
    setDiscards((count) => count + 1)
  }
  return (
    <div ref={frame}>
      {forms.map(({ section, title, groups }, index) => {
        const key = `${section.id} ${index}`
        return (
          <div key={`${key} ${discards}`} data-form={key} className="mt-4">
            {title === undefined ? null : <h3 className="mb-3 text-lg">{title}</h3>}
            <SectionBody
              {...{ section, groups, onSaved }}
              onState={(state) => setStates((before) => ({ ...before, [key]: state }))}
            />
          </div>
        )
      })}
      {open.length === 0 ? null : (
        <SaveBar pending={open.includes('saving')} onDiscard={discard} onSave={save} />
      )}
    </div>
  )
}

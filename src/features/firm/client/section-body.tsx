import { useState } from 'react'
import type { FirmSectionState } from '#features/firm/api.ts'
import { LogoForm } from './logo-form.tsx'
import { SectionForm, type SectionFormProps } from './section-form.tsx'
import type { FormState } from './use-section-save.ts'

type SectionBodyProps = Omit<SectionFormProps, 'onState'> & Partial<Pick<SectionFormProps, 'onState'>>

/** The form of one section. */
export function SectionBody(props: SectionBodyProps) {
  return props.section.id === 'logo' ? <LogoForm section={props.section} /> : <FieldsBody {...props} />
}

/** Starts again with each version, but not with another user's while something is typed: saving then shows both values. */
function FieldsBody({ section, onState, ...props }: SectionBodyProps) {
  const [shown, setShown] = useState<FirmSectionState>(section)
  const [state, setState] = useState<FormState>('settled')
  if (state === 'settled' && shown !== section) setShown(section)
  return (
    <SectionForm
      key={shown.version}
      section={shown}
      {...props}
      onState={(next) => {
        setState(next)
        onState?.(next)
      }}
    />
  )
}

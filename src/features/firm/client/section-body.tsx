import { useState } from 'react'
import type { FirmSectionState } from '#features/firm/api.ts'
import { LogoForm } from './logo-form.tsx'
import { SectionForm, type SectionFormProps } from './section-form.tsx'

type SectionBodyProps = Omit<SectionFormProps, 'onEdit' | 'onSettle'>

/** The form of one section. */
export function SectionBody(props: SectionBodyProps) {
  return props.section.id === 'logo' ? <LogoForm section={props.section} /> : <FieldsBody {...props} />
}

/** Starts again with each version, but not with another user's while something is typed: saving then shows both values. */
function FieldsBody({ section, ...props }: SectionBodyProps) {
  const [shown, setShown] = useState<FirmSectionState>(section)
  const [isEdited, setIsEdited] = useState(false)
  if (!isEdited && shown !== section) setShown(section)
  return (
    <SectionForm
      key={shown.version}
      section={shown}
      {...props}
      onEdit={() => setIsEdited(true)}
      onSettle={() => setIsEdited(false)}
    />
  )
}

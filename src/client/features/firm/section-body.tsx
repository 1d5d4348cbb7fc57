import type { FirmSectionState } from '#domain/api/firm.ts'
import { LogoForm } from './logo-form.tsx'
import { SectionForm, type SectionFormProps } from './section-form.tsx'

/** The form of one section. It starts again when the section's version changes. */
export function SectionBody({
  section,
  ...props
}: Omit<SectionFormProps, 'section'> & { section: FirmSectionState }) {
  return section.id === 'logo' ? (
    <LogoForm section={section} />
  ) : (
    <SectionForm key={section.version} {...{ section }} {...props} />
  )
}

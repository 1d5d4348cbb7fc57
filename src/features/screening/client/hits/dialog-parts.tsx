import { useEffect, useRef } from 'react'
import type { Hit } from '#features/screening/api/screening.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { TextArea } from '#base/client/ui/text-area.tsx'

/** Why a decision was not saved. */
export function Failed({ error }: { error: unknown }) {
  if (error === null) return null
  return (
    <Notice tone="danger" live="alert">
      {detailOf(error)}
    </Notice>
  )
}

type OwnWordsProps = {
  value: string
  onChange: (value: string) => void
  isChecked: boolean
  /** The first field of its dialog. */
  isFirst?: boolean
}

/** Ctrl+Enter (on a Mac, Command+Enter) saves, from any field of the dialog. */
export function OwnWords({ value, onChange, isChecked, isFirst = false }: OwnWordsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const form = field.current?.form
    const save = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      form?.requestSubmit()
    }
    form?.addEventListener('keydown', save)
    return () => form?.removeEventListener('keydown', save)
  }, [])
  return (
    <TextArea
      label="In your words"
      name="words"
      rows={3}
      hint="For compliance only, with your name. Clients and wealth managers never see it."
      value={value}
      onChange={({ target }) => onChange(target.value)}
      ref={field}
      data-autofocus={isFirst ? '' : undefined}
      error={isChecked && value.trim() === '' ? 'Please enter a reason' : undefined}
    />
  )
}

/** Both persons of a hit in one sentence. */
export function personsOf({ subject, entry, mine, listed }: Hit): string {
  const person = (name: string, births: readonly string[]) =>
    `${name}${births[0] === undefined ? '' : ` (born ${births[0]})`}`
  const born = subject.births.map((day) => formatDay(day))
  return `${person(subject.names[0] ?? mine, born)} and the listed ${person(entry.names[0]?.name ?? listed, entry.births)}.`
}

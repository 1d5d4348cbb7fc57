import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { LetterField } from './letter-field.tsx'
import type { LetterChoice } from './use-letter-choice.ts'

const OPTIONS = [
  { value: 'upload', label: 'Upload a letter' },
  {
    value: 'firm',
    label: 'The firm’s letter',
    hint: 'Generated once its facts are complete, on the page FAIS letter. Until then, clients can’t sign.',
  },
]

/** The FAIS document of a new wealth manager. */
export function LetterChoiceField({ choice, error }: { choice: LetterChoice; error: string | undefined }) {
  const { letter, isPublished, isFirms, setWantsFirms, address } = choice
  return (
    <>
      {isPublished ? (
        <RadioGroup
          label="FAIS letter"
          name="letterChoice"
          options={OPTIONS}
          value={isFirms ? 'firm' : 'upload'}
          onValueChange={(value) => setWantsFirms(value === 'firm')}
        />
      ) : null}
      {isFirms ? null : (
        <LetterField
          label="FAIS Document"
          name="faisDocumentPath"
          letter={letter}
          error={address === '' ? error : undefined}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form'
import type { PackTask } from '#features/due-diligence/api/due-diligence.ts'
import { UploadedFiles } from '#features/documents/client/document-uploader.tsx'
import { CheckIcon } from '#base/client/ui/icons.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { PaperFiles } from '../paper-files.tsx'
import { TextAreaField } from './fields.tsx'
import { useTypedText } from './typed-input.ts'
import type { TaskForm } from './use-task-form.ts'

type Need = PackTask['needs'][number]
type Paper = PackTask['papers'][number]

/** The papers that a task needs, and what to say where one cannot be given. */
export function NeededPapers<Values extends FieldValues>({
  item,
  form,
}: {
  item: PackTask
  form: TaskForm<Values>
}) {
  const { needs, papers } = item
  const unused = papers.filter(({ of, files }) => files.length > 0 && needs.every((need) => need.of !== of))
  if (needs.length + unused.length === 0) return null
  return (
    <Section title="Documents">
      <div className="grid gap-10">
        {needs.map((need) => (
          <NeededPaper
            key={need.of}
            {...{ item, need }}
            typed={form.typed}
            papers={papers.filter(({ of }) => of === need.of)}
            error={form.notes(`papers.${need.of}`).error}
          />
        ))}
        {unused.map(({ paper, label, files }) => (
          <div key={paper}>
            <h3 className="font-semibold">{label}</h3>
            <p className="text-sm text-ink-soft">No longer needed. You can remove it.</p>
            <UploadedFiles kind="ficaPaper" files={files} />
          </div>
        ))}
        {needs.some(({ optional }) => !optional) ? <WithoutPaper form={form} /> : null}
      </div>
    </Section>
  )
}

type NeededPaperProps = {
  item: PackTask
  need: Need
  papers: readonly Paper[]
  error: string | undefined
  typed: TaskForm['typed']
}

const inSentence = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

/** One need: which paper it is, and its files. */
function NeededPaper({ item, need, papers, error, typed }: NeededPaperProps) {
  const { of, title, met, optional } = need
  const given = papers.filter(({ files }) => files.length > 0)
  const [only] = papers.length === 1 ? papers : []
  const [chosen, setChosen] = useTypedText(typed(`choice-${of}`), given[0]?.paper ?? '')
  const shown = papers.filter((paper) => paper === only || paper.paper === chosen || given.includes(paper))
  const id = `papers.${of}`
  const isElsewhere = met && !optional && given.length === 0
  const choice = {
    id: only ? undefined : id,
    name: `choice-${of}`,
    label: 'Which document do you have?',
    options: papers.map(({ paper, label }) => ({ value: paper, label })),
    error: shown.length === 0 ? error : undefined,
  }
  return (
    <div>
      {only && !isElsewhere ? null : <h3 className="mb-2 text-lg">{inSentence(title)}</h3>}
      {isElsewhere ? (
        <p className="mb-3 flex items-start gap-2 text-success">
          <CheckIcon className="mt-0.5 size-5" />
          <span>You uploaded this with your application.</span>
        </p>
      ) : null}
      {papers.length > 1 ? (
        papers.length > 4 ? (
          <Select {...choice} value={chosen} onChange={({ target }) => setChosen(target.value)} />
        ) : (
          <RadioGroup {...choice} value={chosen} onValueChange={setChosen} />
        )
      ) : null}
      {shown.map((paper, index) => (
        <PaperFiles
          key={paper.paper}
          {...{ paper, optional }}
          task={item.task}
          typed={typed(`date-${paper.paper}`)}
          warning={item.warnings.find(({ path }) => path === `papers.${paper.paper}`)?.message}
          files={paper.files}
          className={only ? undefined : 'mt-5 border-l-2 border-brass-line pl-4 sm:pl-6'}
          id={papers.length === 1 && index === 0 ? id : `file-${paper.paper}`}
          error={index === 0 ? error : undefined}
        />
      ))}
    </div>
  )
}

/** Never a dead end: words in place of a paper. */
function WithoutPaper<Values extends FieldValues>({ form }: { form: TaskForm<Values> }) {
  // Every task that needs papers has this field.
  const name = 'withoutPaper' as FieldPath<Values>
  const words: string | undefined = useWatch({ control: form.form.control, name })
  const [startsOpen] = useState(Boolean(words))
  return (
    <details open={startsOpen}>
      <summary className="text-link py-2.5 font-semibold">I don’t have one of these documents</summary>
      <div className="mt-2">
        <TextAreaField
          {...{ form, name }}
          label="I don’t have it because ..."
          hint="Tell us what you have instead. You can send the check without it, and we’ll contact you."
        />
      </div>
    </details>
  )
}

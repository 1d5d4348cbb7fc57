import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Section } from '#base/client/ui/section.tsx'

type Row = { id: string; label: string; value: string | null }

/** Answers of the application that a task rests on: shown, not asked again. Error summaries link to them. */
export function FromApplication({ rows, isDraft }: { rows: readonly Row[]; isDraft: boolean }) {
  const isMissing = rows.some(({ value }) => !value)
  return (
    <Section title="From your application">
      <DefinitionList
        rows={rows.map(({ id, label, value }) => ({
          label,
          value: (
            <span id={id} tabIndex={-1} className="whitespace-pre-line">
              {value || 'Not answered yet'}
            </span>
          ),
        }))}
      />
      <p className="mt-3 text-sm text-ink-soft">
        {isDraft ? (
          <>
            <span>{isMissing ? 'Please answer this in ' : 'Is something wrong? Change it in '}</span>
            <Link href={paths.home} className="text-link">
              your application
            </Link>
            <span>.</span>
          </>
        ) : (
          'Is something wrong? Please tell your wealth manager.'
        )}
      </p>
    </Section>
  )
}

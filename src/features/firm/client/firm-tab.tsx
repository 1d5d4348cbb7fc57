import { useQuery } from '@tanstack/react-query'
import { isLetterSection } from '#features/brand/rules/letter/sections.ts'
import { isWorded } from '#features/brand/rules/wording.ts'
import { firmSections } from '#features/brand/rules/sections.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { SectionBody } from './section-body.tsx'
import { SectionHistory } from './section-history.tsx'
import { ABOUT_WORDING, WordingEditor } from './wording-editor.tsx'
import { firmQuery } from './use-firm.ts'

/** The firm's own settings. */
export function FirmTab() {
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  if (firm.isPending) return <TableSkeleton label="Loading the firm’s settings..." />
  if (firm.data === undefined) {
    return (
      <LoadFailure title="The firm’s settings couldn’t be loaded" onRetry={() => void firm.refetch()}>
        {detailOf(firm.error)}
      </LoadFailure>
    )
  }
  return (
    <>
      <h2 className="sr-only">Firm</h2>
      <p className="mb-8 max-w-narrow text-pretty text-ink-soft">
        Changes apply to every page and email within two seconds. Each one is recorded and can be restored.
      </p>
      <div className="grid gap-12">
        {firm.data.sections
          .filter(({ id }) => !isWorded(id) && !isLetterSection(id))
          .map((section) => {
            const { title, description } = firmSections[section.id]
            return (
              <Section key={section.id} level={3} {...{ title, description }}>
                <SectionBody section={section} />
                <SectionHistory section={section} />
              </Section>
            )
          })}
        <Section level={3} title="Email wording" description={ABOUT_WORDING}>
          <WordingEditor sections={firm.data.sections} />
        </Section>
        <Section
          level={3}
          title="FAIS letter"
          description="The disclosure letter that clients read and sign, generated for each wealth manager."
        >
          <LinkButton href={paths.letters}>Open the FAIS letter</LinkButton>
        </Section>
      </div>
    </>
  )
}

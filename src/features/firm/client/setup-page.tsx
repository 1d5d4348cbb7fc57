import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { etagOf } from '#base/rules/api/etag.ts'
import type { FirmSectionState } from '#features/firm/api.ts'
import { fieldsOf, firmSections } from '#features/brand/rules/sections.ts'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { useSmallForm, type FieldProblems } from '#base/client/form/use-small-form.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ErrorSummary } from '#base/client/ui/error-summary.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { FirmField } from './firm-field.tsx'
import { firmQuery, useSaved } from './use-firm.ts'

/** What the firm needs before anyone is invited: the required fields of these sections. */
const NEEDED = ['identity', 'contacts', 'links'] as const

const requiredOf = (section: (typeof NEEDED)[number]) =>
  Object.entries(fieldsOf(section)).filter(([, { required }]) => required === true)

/** Leads the first system administrator through what the firm needs before anyone is invited. */
export function SetupPage() {
  const { user } = useSession()
  const firm = useQuery({ ...firmQuery, staleTime: 0 })
  if (!user) return null
  return (
    <StaffLayout role={user.role}>
      <TitleBar title="Set up your firm">
        <p className="text-sm text-ink-soft">
          Ten details are needed before anyone can be invited. Everything else can follow.
        </p>
      </TitleBar>
      {firm.isError ? (
        <LoadFailure onRetry={() => void firm.refetch()}>{detailOf(firm.error)}</LoadFailure>
      ) : firm.data === undefined ? (
        <TableSkeleton label="Loading the setup..." />
      ) : (
        <SetupForm sections={NEEDED.flatMap((name) => firm.data.sections.filter(({ id }) => id === name))} />
      )}
    </StaffLayout>
  )
}

/** The required fields of all sections, on one page. */
function SetupForm({ sections }: { sections: readonly FirmSectionState[] }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const saved = useSaved()
  const names = NEEDED.flatMap((section) => requiredOf(section).map(([name]) => name))
  const save = async ({ id, version, values }: FirmSectionState, texts: Record<string, string>) => {
    const own = Object.keys(fieldsOf(id)).flatMap((name) => {
      const text = texts[name]
      return text === undefined || text === values[name] ? [] : [[name, text] as const]
    })
    if (own.length === 0) return
    const body = { values: Object.fromEntries(own) }
    const ifMatch = etagOf({ id, version })
    await saved(await call('PUT /api/firm/settings/{section}', { params: { section: id }, body, ifMatch }))
  }
  const form = useSmallForm({
    names,
    check: (texts) => {
      const problems: FieldProblems<string> = {}
      for (const name of names) if (texts[name]?.trim() === '') problems[name] = 'This is needed'
      return problems
    },
    send: async (texts) => {
      setPending(true)
      setProblem(null)
      try {
        for (const section of sections) await save(section, texts)
        client.setQueryData(firmQuery.queryKey, await call('POST /api/firm/setup/complete'))
        navigate(paths.systemAdmin)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 400)) setProblem(detailOf(error))
        throw error
      } finally {
        setPending(false)
      }
    },
  })
  return (
    <form {...form.formProps} className="mt-4 grid gap-5">
      <ErrorSummary errors={form.items} attempt={form.attempt} />
      {problem === null ? null : (
        <Notice tone="danger" live="alert">
          {problem}
        </Notice>
      )}
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-3">
        {NEEDED.map((section) => (
          <fieldset key={section} className="grid content-start gap-5">
            <legend className="mb-3 text-lg">{firmSections[section].title}</legend>
            {requiredOf(section).map(([name, field]) => (
              <FirmField
                key={name}
                {...{ name, field }}
                value={sections.find(({ id }) => id === section)?.values[name] ?? ''}
                error={form.problems[name]}
                marksOptional={false}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <div>
        <Button type="submit" {...{ pending }} pendingLabel="Saving...">
          Save and continue
        </Button>
      </div>
    </form>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { call } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { useImportChange, useMayImport } from './import-query.ts'

/** Months over which reviews can be spread. */
const choices = [3, 6, 12]
const LONGEST = 12

const reviewsText = (count: number) => (count === 1 ? '1 review' : `${count.toLocaleString('en-ZA')} reviews`)
const areText = (count: number) => `${reviewsText(count)} ${count === 1 ? 'is' : 'are'}`

/** The annual reviews that an import makes due at once, which can be spread over some months. */
export function ReviewsSection({ detail }: { detail: ImportDetail }) {
  const mayImport = useMayImport()
  const { reviewsDue, reviewsSpread } = detail
  if (reviewsDue === 0 && reviewsSpread === null) return null
  return (
    <Section
      title="Annual reviews"
      description={reviewsDue === 0 ? undefined : `${areText(reviewsDue)} due now, by the dates in the file.`}
      action={
        reviewsDue === 0 ? null : (
          <Link href={`${paths.annualReviews}?review=due`} className="text-link py-2">
            Open the reviews that are due
          </Link>
        )
      }
    >
      {mayImport && reviewsDue > 1 ? <Spread detail={detail} /> : null}
      {reviewsSpread === null ? null : <Spreading detail={detail} spread={reviewsSpread} />}
    </Section>
  )
}

function Spread({ detail: { id } }: { detail: ImportDetail }) {
  const [months, setMonths] = useState(LONGEST)
  const spread = useImportChange(id, () =>
    call('PUT /api/admin/imports/{id}/reviews', { params: { id }, body: { months } }),
  )
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Select
        label="Spread them evenly over"
        name="months"
        placeholder={null}
        value={String(months)}
        options={choices.map((count) => ({ value: String(count), label: `${count} months` }))}
        onChange={({ target }) => setMonths(Number(target.value))}
      />
      <Button
        tone="secondary"
        pending={spread.isPending}
        pendingLabel="Spreading..."
        onClick={() => spread.mutate(undefined)}
      >
        Spread
      </Button>
    </div>
  )
}

type SpreadingProps = { detail: ImportDetail; spread: NonNullable<ImportDetail['reviewsSpread']> }

function Spreading({ detail: { id }, spread: { clients, until } }: SpreadingProps) {
  const mayImport = useMayImport()
  const undo = useImportChange(id, () => call('DELETE /api/admin/imports/{id}/reviews', { params: { id } }))
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span>{`${areText(clients)} spread, until ${formatDate(new Date(until))}. The last review stays as it is in the file.`}</span>
      {mayImport ? (
        <Button
          tone="quiet"
          size="small"
          pending={undo.isPending}
          pendingLabel="Undoing..."
          onClick={() => undo.mutate(undefined)}
        >
          Undo
        </Button>
      ) : null}
    </p>
  )
}

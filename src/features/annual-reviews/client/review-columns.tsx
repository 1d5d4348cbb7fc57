import type { AnnualReview } from '#features/annual-reviews/api.ts'
import { reviewStatuses, type ReviewStatus } from '#features/applications/rules/annual-reviews.ts'
import type { annualReviewSorts } from '#base/rules/api/list.ts'
import { formatShortDate, formatDay } from '#base/rules/time/dates.ts'
import { cells, nameOf } from '#features/review/client/list/cells.tsx'
import type { Column } from '#base/client/lists/column.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import type { Selection } from './use-selection.ts'

type Opens = (review: AnnualReview) => void

export type ReviewSort = (typeof annualReviewSorts)[number]

const tones = { not_due: 'neutral', upcoming: 'warning', due: 'danger' } as const satisfies Record<
  ReviewStatus,
  BadgeTone
>

/** Selects all shown clients; in a table's header the column is its label. */
export function SelectAll({ selection, inHeader }: { selection: Selection; inHeader?: boolean }) {
  const label = 'Select all shown'
  return (
    <Checkbox
      label={inHeader ? <span className="sr-only">{label}</span> : label}
      checked={selection.allSelected}
      onChange={selection.toggleAll}
    />
  )
}

function Tick({ review, selection: { ids, toggle } }: { review: AnnualReview; selection: Selection }) {
  return (
    <Checkbox
      label={<span className="sr-only">{`Select ${nameOf(review)}`}</span>}
      checked={ids.has(review.id)}
      onChange={() => toggle(review.id)}
    />
  )
}

/** A client's annual review as a word, and when they were notified. */
function State({ reviewStatus, notifiedAt }: AnnualReview) {
  return (
    <>
      <Badge tone={tones[reviewStatus]}>{reviewStatuses[reviewStatus]}</Badge>
      {notifiedAt === null ? null : (
        <span className="block text-xs text-ink-soft">{`Notified ${formatShortDate(new Date(notifiedAt))}`}</span>
      )}
    </>
  )
}

function OpenButton({ review, onOpen }: { review: AnnualReview; onOpen: Opens }) {
  return (
    <button type="button" className="text-link min-h-11" onClick={() => onOpen(review)}>
      <span>Review</span>
      <span className="sr-only">{` ${nameOf(review)}`}</span>
    </button>
  )
}

/**
 * A client on a phone: name, state, onboarding, and their number to call.
 *
 * @param selection null if rows cannot be selected
 */
export function reviewCard(selection: Selection | null, onOpen: Opens) {
  return (review: AnnualReview) => (
    <>
      {selection === null ? null : <Tick {...{ review, selection }} />}
      <div className="min-w-0 grow py-2">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 break-words">{cells.name(review)}</span>
          <State {...review} />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <span>{`Onboarded ${formatShortDate(new Date(review.onboardedAt))}`}</span>
          {cells.phone(review)}
        </p>
      </div>
      <OpenButton {...{ review, onOpen }} />
    </>
  )
}

function tickColumn(selection: Selection): Column<AnnualReview, ReviewSort> {
  return {
    id: 'select',
    title: 'Select',
    head: <SelectAll selection={selection} inHeader />,
    width: 'w-12',
    cell: (review) => <Tick {...{ review, selection }} />,
  }
}

/**
 * The columns of specification section 2, with actions.
 *
 * @param selection null if rows cannot be selected
 * @param withRefresh whether the reader sees when due diligence is refreshed
 */
export function reviewColumns(
  selection: Selection | null,
  onOpen: Opens,
  withRefresh: boolean,
): Column<AnnualReview, ReviewSort>[] {
  return [
    ...(selection === null ? [] : [tickColumn(selection)]),
    { id: 'client', title: 'Client Name', sort: 'fullName', cell: cells.name },
    { id: 'email', title: 'Email', width: 'w-60', cell: cells.emailInOneLine },
    { id: 'phone', title: 'Phone', width: 'w-36', cell: cells.phone },
    {
      id: 'onboarded',
      title: 'Onboarded Date',
      sort: 'onboardedAt',
      width: 'w-36',
      cell: ({ onboardedAt }) => formatShortDate(new Date(onboardedAt)),
    },
    {
      id: 'duration',
      title: 'Duration',
      width: 'w-26',
      cell: ({ durationMonths }) => `${durationMonths} month${durationMonths === 1 ? '' : 's'}`,
    },
    {
      id: 'status',
      title: 'Review Status',
      width: 'w-44',
      cell: (review) => <State {...review} />,
    },
    ...(withRefresh
      ? [
          {
            id: 'refresh',
            title: 'Checks to renew',
            width: 'w-40',
            cell: ({ refreshOn }: AnnualReview) => (refreshOn === null ? 'Not rated' : formatDay(refreshOn)),
          },
        ]
      : []),
    {
      id: 'review',
      title: 'Review',
      width: 'w-24',
      isAction: true,
      cell: (review) => <OpenButton {...{ review, onOpen }} />,
    },
  ]
}

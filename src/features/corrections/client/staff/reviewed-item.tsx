import { Check, RotateCcw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { JudgedItemView } from '#features/corrections/api.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { comparedAnswers } from '#features/applications/rules/round/answer-text-at.ts'
import { whyText } from '#features/applications/rules/round/reasons.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { FileView } from '#features/documents/client/file-view.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { reasonsFor } from '#features/applications/rules/round/reasons.ts'
import { AskPanel } from './ask-panel.tsx'
import type { Judgement } from './use-corrections.ts'

type ReviewedItemProps = {
  item: JudgedItemView
  /** Set while the item waits for review. */
  onReview: ((judgement: Judgement & { itemId: string }) => void) | undefined
}

/** Old and new side by side, to be accepted or requested again. */
export function ReviewedItem({ item, onReview }: ReviewedItemProps) {
  const { id, subject, reason, comment, before, after, document, file, reply, verdict } = item
  const [again, setAgain] = useState(false)
  const label = subjectLabel(subject)
  return (
    <li className="border-b border-hairline py-4">
      <div className="flex flex-wrap items-center gap-3">
        <h5 className="grow font-semibold wrap-anywhere">
          {subject.kind === 'question' ? subject.question : label}
        </h5>
        {verdict === null ? null : (
          <Badge tone={verdict === 'accepted' ? 'success' : 'warning'}>
            {verdict === 'accepted' ? 'Accepted' : 'Asked again'}
          </Badge>
        )}
      </div>
      <p className="text-sm text-ink-soft wrap-anywhere">{whyText(reason, comment)}</p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {comparedAnswers(before, after).map((one) => (
          <OldAndNew key={one.path} label={one.label} before={one.before} after={one.after} />
        ))}
        {subject.kind === 'document' || subject.kind === 'additional' ? (
          <OldAndNew
            label="Document"
            before={document === null ? 'Nothing' : <ShownFile file={document} />}
            after={file === null ? 'Nothing new' : <ShownFile file={file} />}
          />
        ) : null}
      </dl>
      {reply === null ? null : (
        <blockquote className="mt-3 border-l-2 border-brass-line pl-4 whitespace-pre-line wrap-anywhere">
          {reply}
        </blockquote>
      )}
      {onReview === undefined ? null : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            size="small"
            tone={verdict === 'accepted' ? 'secondary' : 'primary'}
            icon={<Check aria-hidden="true" className="size-4" />}
            disabled={verdict === 'accepted'}
            aria-label={`Accept: ${label}`}
            onClick={() => onReview({ itemId: id, verdict: 'accepted' })}
          >
            Accept
          </Button>
          <Button
            size="small"
            tone="secondary"
            icon={<RotateCcw aria-hidden="true" className="size-4" />}
            aria-label={`Ask again: ${label}`}
            onClick={() => setAgain(true)}
          >
            Ask again
          </Button>
        </div>
      )}
      {again ? (
        <AskPanel
          ask={{
            draft: id,
            options: [
              {
                key: id,
                label,
                reasons: reasonsFor[subject.kind],
                reason,
                add: (texts) => onReview?.({ itemId: id, verdict: 'again', ...texts }),
              },
            ],
            close: () => setAgain(false),
          }}
        />
      ) : null}
    </li>
  )
}

function OldAndNew({ label, before, after }: { label: string; before: ReactNode; after: ReactNode }) {
  return (
    <>
      <div className="min-w-0">
        <dt className="text-sm text-ink-soft">{`${label}, before`}</dt>
        <dd className="wrap-anywhere text-ink-soft">{before}</dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm text-ink-soft">{`${label}, now`}</dt>
        <dd className="wrap-anywhere">{after}</dd>
      </div>
    </>
  )
}

/** A file name that expands to its preview, so that old and new can be compared. */
function ShownFile({ file }: { file: UploadedFile }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={shown}
        className="text-link min-h-11 text-left"
        onClick={() => setShown(!shown)}
      >
        {file.name}
      </button>
      {shown ? <FileView file={file} /> : null}
    </>
  )
}

import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { isOpenCheck, waitsForCorrection } from '#features/review/rules/checks.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { filesOf } from '../summary/document-status-view.tsx'

type UncheckedNoticeProps = { application: ReviewedApplication; opened: ReadonlySet<string> }

/** Warns before a decision about unopened documents and open checks. */
export function UncheckedNotice({ application, opened }: UncheckedNoticeProps) {
  const files = filesOf(application)
  const unopened = files.filter(({ documentId }) => !opened.has(documentId))
  const parts = [
    {
      title: `You haven’t opened ${unopened.length} of ${files.length} documents`,
      items: unopened.map(({ documentId, name }) => ({ key: documentId, text: name })),
    },
    { title: 'Open checks', items: checkItems(application.warnings.filter(isOpenCheck)) },
    { title: 'To be corrected', items: checkItems(application.warnings.filter(waitsForCorrection)) },
  ].filter(({ items }) => items.length > 0)
  if (parts.length === 0) {
    return (
      <Notice tone="success">
        {files.length === 0
          ? 'There are no documents, and no checks are open.'
          : 'You’ve opened all documents, and no checks are open.'}
      </Notice>
    )
  }
  return (
    <Notice tone="warning" title="Not everything is checked">
      <div className="grid gap-2">
        {parts.map(({ title, items }) => (
          <div key={title}>
            <p className="font-semibold">{title}</p>
            <ul className="list-disc pl-5">
              {items.map(({ key, text }) => (
                <li key={key} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Notice>
  )
}

function checkItems(checks: ReviewedApplication['warnings']) {
  return checks.map(({ path, check, message }) => ({
    key: `${path} ${check}`,
    text: `${labelOf(path)}: ${message}`,
  }))
}

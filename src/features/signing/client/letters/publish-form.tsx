import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LettersState } from '#features/signing/api/letters.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useSmallForm } from '#base/client/form/use-small-form.ts'
import { ApiError, call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { lettersQuery } from './use-letters.ts'

export type PublishFormProps = {
  letters: LettersState
  /** The versions of the settings that the page shows. */
  versions: { factsVersion: number; textVersion: number }
  onPublished: (letters: LettersState) => void
}

/** Publishes the saved text and facts as the template of new letters. */
export function PublishForm({ letters, versions, onPublished }: PublishFormProps) {
  const { published, changed, gaps } = letters
  return (
    <Section title="Publication" description={statusOf(letters)}>
      <div className="grid max-w-narrow gap-6">
        {gaps.length === 0 ? null : (
          <Notice tone="warning" title="Still needed before it can be published">
            <ul className="list-disc pl-5">
              {gaps.map(({ at, field, label }) => (
                <li key={`${at}.${field}.${label}`}>{label}</li>
              ))}
            </ul>
            {gaps.some(({ at }) => at === 'identity' || at === 'contacts') ? (
              <p className="mt-2">
                A system administrator sets the firm’s details under System Administration, Firm.
              </p>
            ) : null}
          </Notice>
        )}
        <div>
          <LinkButton href="/api/firm/letters/preview" external target="_blank" rel="noopener">
            Preview the saved draft
          </LinkButton>
        </div>
        {changed && gaps.length === 0 ? (
          <Publish {...{ versions, onPublished }} next={(published?.version ?? 0) + 1} />
        ) : null}
      </div>
    </Section>
  )
}

function statusOf({ published, changed }: LettersState): string {
  if (published === null) return 'The letter is not published yet. Save the facts and the text below first.'
  const { version, checkedBy, publishedBy, publishedAt } = published
  const at = formatDateTime(new Date(publishedAt))
  const status = `Version ${version}, checked by ${checkedBy}, published ${at} by ${publishedBy ?? 'a former user'}.`
  return changed ? `${status} The saved draft differs from it.` : status
}

function Publish({
  versions,
  onPublished,
  next,
}: Pick<PublishFormProps, 'versions' | 'onPublished'> & { next: number }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useSmallForm({
    names: ['checkedBy'] as const,
    check: (): { checkedBy?: string } => ({}),
    send: async ({ checkedBy }) => {
      setPending(true)
      setProblem(null)
      try {
        const body = { checkedBy, ...versions }
        const state = await call('POST /api/firm/letters/publish', { body })
        client.setQueryData(lettersQuery.queryKey, state)
        toast({
          title: `Version ${next} published`,
          description: 'Letters stay as they are until you generate them.',
        })
        onPublished(state)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 400)) setProblem(detailOf(error))
        throw error
      } finally {
        setPending(false)
      }
    },
  })
  return (
    <form {...form.formProps} className="grid gap-4">
      {problem === null ? null : (
        <Notice tone="danger" live="alert">
          {problem}
        </Notice>
      )}
      <TextInput
        label="Checked by"
        name="checkedBy"
        hint="Who checked this letter against the General Code of Conduct. It is recorded with the version."
        maxLength={120}
        width="medium"
        autoComplete="off"
        error={form.problems.checkedBy}
      />
      <div>
        <Button type="submit" {...{ pending }} pendingLabel="Publishing...">
          {`Publish version ${next}`}
        </Button>
      </div>
    </form>
  )
}

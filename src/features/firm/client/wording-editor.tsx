import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { etagOf } from '#base/rules/api/etag.ts'
import type { FirmSectionState } from '#features/firm/api.ts'
import { firmSections } from '#features/brand/rules/sections.ts'
import { isWorded, wordedMailNames, wordedMails, type WordedMail } from '#features/brand/rules/wording.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { SectionVersions } from './section-history.tsx'
import { SettingsForms } from './settings-forms.tsx'
import { useSaved } from './use-firm.ts'

/** The wording of the mails that clients get, one at a time (`?mail=`). */
export function WordingEditor({ sections }: { sections: readonly FirmSectionState[] }) {
  const [params, setParams] = useSearchParams()
  const named = params.get('mail') ?? ''
  const mail = isWorded(named) ? named : 'invitation'
  const section = sections.find(({ id }) => id === mail)
  if (section === undefined) return null
  const versions = params.has('versions')
  const open = (change: (next: URLSearchParams) => void) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      change(next)
      return next
    })
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Email"
          name="wordedMail"
          width="medium"
          placeholder={null}
          value={mail}
          onChange={({ target }) => open((next) => next.set('mail', target.value))}
          options={wordedMailNames.map((name) => ({ value: name, label: wordedMails[name].title }))}
        />
        <Button
          tone="quiet"
          size="small"
          aria-pressed={versions}
          onClick={() => open((next) => (versions ? next.delete('versions') : next.set('versions', '')))}
        >
          Versions
        </Button>
      </div>
      <p className="my-3 max-w-narrow text-sm wrap-anywhere text-ink-soft">
        {firmSections[mail].description}
      </p>
      {versions ? (
        <SectionVersions key={mail} {...{ section }} />
      ) : (
        <div key={mail}>
          <StandardChanged key={section.version} {...{ section, mail }} />
          <SettingsForms forms={[{ section }]} />
          <WordingActions key={section.version} {...{ section, mail }} />
        </div>
      )}
    </>
  )
}

type Preview = { subject: string; text: string }

/** Tells a firm with its own wording that a release has changed the standard one. */
function StandardChanged({ section, mail }: { section: FirmSectionState; mail: WordedMail }) {
  const { id, version, values, standard } = section
  const [pending, setPending] = useState(false)
  const saved = useSaved()
  const before = standard?.before ?? null
  if (standard === null || before === null) return null
  const confirm = async () => {
    setPending(true)
    try {
      const ifMatch = etagOf({ id, version })
      const params = { section: mail }
      await saved(await call('PUT /api/firm/settings/{section}', { params, body: { values }, ifMatch }))
      toast({ title: 'Your wording stays' })
    } catch (error) {
      setPending(false)
      toast({ variant: 'destructive', title: 'Not changed', description: detailOf(error) })
    }
  }
  return (
    <Notice
      tone="warning"
      title="The default has changed"
      className="mb-6 max-w-narrow"
      action={
        <Button
          size="small"
          tone="secondary"
          {...{ pending }}
          pendingLabel="Saving..."
          onClick={() => void confirm()}
        >
          Keep our wording
        </Button>
      }
    >
      <p className="mb-3">
        A new release words this email differently. Clients still get your own wording. Compare both, and
        change yours or return to the default below if you prefer it.
      </p>
      <StandardText title="Default until now" wording={before} />
      <StandardText title="Default now" wording={standard.now} />
    </Notice>
  )
}

function StandardText({ title, wording }: { title: string; wording: Preview }) {
  return (
    <div className="mb-3">
      <h4 className="font-semibold">{title}</h4>
      <p className="wrap-anywhere">{wording.subject}</p>
      <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{wording.text}</p>
    </div>
  )
}

function WordingActions({
  section: { id, version, values },
  mail,
}: {
  section: FirmSectionState
  mail: WordedMail
}) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const saved = useSaved()
  const { subject = '', opening = '', closing = '' } = values
  const isDefault = subject + opening + closing === ''
  const attempt = async (work: () => Promise<unknown>, title: string) => {
    try {
      await work()
    } catch (error) {
      toast({ variant: 'destructive', title, description: detailOf(error) })
    }
  }
  const show = () =>
    void attempt(
      async () =>
        setPreview(
          await call('POST /api/firm/wording-previews', { body: { mail, subject, opening, closing } }),
        ),
      'No preview',
    )
  const send = () =>
    void attempt(async () => {
      await call('POST /api/firm/test-mails', { body: { mail, subject, opening, closing } })
      toast({ title: 'Sent', description: 'The email is on its way to your own address.' })
    }, 'Not sent')
  const reset = () =>
    void attempt(async () => {
      const body = { values: { subject: '', opening: '', closing: '' } }
      const ifMatch = etagOf({ id, version })
      await saved(
        await call('PUT /api/firm/settings/{section}', { params: { section: mail }, body, ifMatch }),
      )
      toast({ title: 'Standard wording restored' })
    }, 'Not changed')
  return (
    <div className="mt-4 max-w-narrow">
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" size="small" onClick={show}>
          Preview saved wording
        </Button>
        <Button tone="secondary" size="small" onClick={send}>
          Send to me
        </Button>
        {isDefault ? null : (
          <Button tone="quiet" size="small" onClick={reset}>
            Return to default
          </Button>
        )}
      </div>
      {preview === null ? null : (
        <div role="status" className="mt-4 rounded-md border border-hairline bg-surface p-4">
          <p className="font-semibold wrap-anywhere">{preview.subject}</p>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{preview.text}</p>
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import { etagOf } from '#base/rules/api/etag.ts'
import type { FirmSectionState } from '#features/firm/api.ts'
import { fieldsOf, MAX_LOGO_BYTES } from '#features/brand/rules/sections.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { readJson, request } from '#base/client/lib/request.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { useSaved } from './use-firm.ts'

const ACCEPTED = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/svg+xml': ['.svg'],
}

/** The firm's logo for light and dark mode. */
export function LogoForm({ section }: { section: FirmSectionState }) {
  return (
    <div className="grid max-w-narrow gap-8">
      {Object.entries(fieldsOf('logo')).map(([name, { label }]) => (
        <Picture key={name} {...{ section, name, label }} />
      ))}
    </div>
  )
}

type PictureProps = { section: FirmSectionState; name: string; label: string }

function Picture({ section: { id, version, values }, name, label }: PictureProps) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const saved = useSaved()
  const value = values[name] ?? ''
  const ifMatch = etagOf({ id, version })
  const change = async (send: () => Promise<unknown>, title: string) => {
    setPending(true)
    setError(undefined)
    try {
      // The server checks its response against the contract.
      await saved((await send()) as FirmSectionState)
      toast({ title })
    } catch (problem) {
      setError(detailOf(problem))
    } finally {
      setPending(false)
    }
  }
  const upload = ([file]: File[]) => {
    if (file === undefined) return
    if (file.size > MAX_LOGO_BYTES) {
      setError('Please use a file of at most 2 MB.')
      return
    }
    const headers = { 'content-type': file.type || 'application/octet-stream', 'if-match': ifMatch }
    const path = `/api/firm/logo/${name}`
    void change(
      async () => readJson(await request(path, { method: 'PUT', headers, body: file })),
      'Logo saved',
    )
  }
  const remove = () =>
    void change(
      () =>
        call('PUT /api/firm/settings/{section}', {
          params: { section: id },
          body: { values: { [name]: '' } },
          ifMatch,
        }),
      'Logo removed',
    )
  return (
    <div>
      <FileDrop
        {...{ label, error }}
        name={`logo-${name}`}
        optional
        accept={ACCEPTED}
        disabled={pending}
        browseLabel={value === '' ? 'Choose a file' : 'Choose another file'}
        onFiles={upload}
      />
      {value === '' ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-4">
          <LogoOnGrounds src={`/brand/${value}.png`} />
          <Button tone="quiet" size="small" {...{ pending }} aria-label={`Remove ${label}`} onClick={remove}>
            Remove
          </Button>
        </div>
      )}
    </div>
  )
}

/** On both grounds, so that a white logo on white is noticed. */
function LogoOnGrounds({ src }: { src: string }) {
  return (
    <>
      {[
        { ground: '#fffefb', name: 'light' },
        { ground: '#161f1c', name: 'dark' },
      ].map(({ ground, name }) => (
        <span
          key={ground}
          className="rounded-md border border-hairline p-3"
          style={{ backgroundColor: ground }}
        >
          <img
            {...{ src }}
            alt={`The logo on a ${name} background`}
            className="h-10 w-auto max-w-56 object-contain"
          />
        </span>
      ))}
    </>
  )
}

import type { ReactNode } from 'react'
import { Button } from '#base/client/ui/button.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'

/** A secret that is shown once. */
export type ShownSecret = {
  title: string
  label: string
  secret: string
  /** How it is used. */
  sample: string
}

/** Shows a new secret until it is acknowledged: a toast can be missed, and it is never shown again. */
export function SecretDialog({ shown, onDone }: { shown: ShownSecret; onDone: () => void }) {
  const { title, label, secret, sample } = shown
  return (
    <Dialog
      open
      closable={false}
      onClose={onDone}
      title={title}
      description="Copy it now and store it where the other program reads its secrets. It won’t be shown again."
      footer={
        <Button onClick={onDone} data-autofocus="">
          I have stored it
        </Button>
      }
    >
      <>
        <DefinitionList
          rows={[{ label, value: <span className="font-mono break-all">{secret}</span>, copy: secret }]}
        />
        <h3 className="mt-6 mb-2 text-base font-semibold">How to use it</h3>
        <CodeSample>{sample}</CodeSample>
      </>
    </Dialog>
  )
}

/** Code to read or copy; long lines are wrapped. */
export function CodeSample({ children }: { children: ReactNode }) {
  return (
    <pre className="max-h-72 overflow-auto rounded-md border border-hairline bg-sunken p-3 text-sm whitespace-pre-wrap break-all">
      <code>{children}</code>
    </pre>
  )
}

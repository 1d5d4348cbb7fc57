import type { ComponentProps } from 'react'
import { TextInput } from '#base/client/ui/text-input.tsx'

/** The authenticator's code, or a recovery code. */
export type CodeKind = 'code' | 'recovery'

const kinds = {
  code: {
    label: 'Code',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    autoCapitalize: 'none',
  },
  recovery: {
    label: 'Recovery code',
    autoComplete: 'off',
    inputMode: 'text',
    autoCapitalize: 'characters',
  },
} as const satisfies Record<CodeKind, ComponentProps<typeof TextInput>>

type Props = Pick<ComponentProps<typeof TextInput>, 'ref' | 'error' | 'hint'> & { kind: CodeKind }

/** A field for a code, with any spaces and hyphens. */
export function CodeField({ kind, ...field }: Props) {
  return (
    <TextInput
      {...kinds[kind]}
      {...field}
      name="code"
      required
      spellCheck={false}
      maxLength={64}
      width="medium"
      className="[&_input]:amounts [&_input]:text-lg [&_input]:tracking-widest"
    />
  )
}

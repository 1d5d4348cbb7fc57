import type { ComponentProps } from 'react'
import { TextInput } from '#client/ui/text-input.tsx'

/** What is asked for: the authenticator's code, or one that replaces it. */
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

/** Where a code is typed or pasted, with any spaces and hyphens. */
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { SignableView } from '#features/signing/api/signing.ts'
import { isSameName } from '#features/signing/rules/names.ts'
import type { Drawing } from '#features/signing/rules/drawing.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { ApiError, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PasswordInput } from '#base/client/ui/password-input.tsx'
import { RadioGroup } from '#base/client/ui/radio-group.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { SignatureField } from './signature-field.tsx'

type Filled = {
  by: 'typing' | 'drawing'
  name: string
  strokes: Drawing
  ticked: boolean
  password: string
}
type Proof = BodyOf<'POST /api/signables/fais-letter/signature'>['proof']
type Problems = Partial<Record<'signature' | 'password' | 'ticked', string>>

const NO_SIGNATURE = 'Please draw your signature'

/** Problems by field. */
function problemsOf(
  { by, name, strokes, ticked, password }: Filled,
  signable: SignableView,
  byPasskey: boolean,
): Problems {
  const problems: Problems = {}
  if (by === 'typing' && !isSameName(name, signable.signerName)) {
    problems.signature = `Please type your full name exactly as in your application: ${signable.signerName}`
  }
  if (by === 'drawing' && strokes.length === 0) problems.signature = NO_SIGNATURE
  if (!ticked) problems.ticked = 'Please tick to confirm'
  if (password === '' && !byPasskey) problems.password = 'Please enter your password'
  return problems
}

/** Problems without those of the fields that have just changed; another way to sign is another question. */
function remainingProblems({ ...problems }: Problems, changed: Partial<Filled>): Problems {
  if ('by' in changed || 'name' in changed || 'strokes' in changed) delete problems.signature
  if ('password' in changed) delete problems.password
  if (changed.ticked) delete problems.ticked
  return problems
}

type SignFormProps = {
  signable: SignableView
  /** Of the shown letter. */
  sha256: string
  onSigned: () => void
}

/** The signature form: name or drawing, the statements in one box, and the password again. */
export function SignForm({ signable, sha256, onSigned }: SignFormProps) {
  const [filled, setFilled] = useState<Filled>({
    by: 'typing',
    name: '',
    strokes: [],
    ticked: false,
    password: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Partial<Filled>) => {
    setFilled((before) => ({ ...before, ...part }))
    setProblems((before) => remainingProblems(before, part))
  }
  const signing = useSigning({ filled, signable, sha256, setProblems, onSigned })
  const sign = (form: HTMLFormElement, byPasskey: boolean) => {
    const found = problemsOf(filled, signable, byPasskey)
    setProblems(found)
    if (Object.keys(found).length > 0) focusFirstProblem(form)
    else if (!signing.isPending) signing.mutate(byPasskey)
  }
  return (
    <form
      noValidate
      className="mt-6 flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        sign(event.currentTarget, false)
      }}
    >
      {signing.error && Object.keys(problems).length === 0 ? (
        <Notice tone="danger" live="alert">
          {signing.error.name === 'NoAnswerError' ? signing.error.message : detailOf(signing.error)}
        </Notice>
      ) : null}
      <SignatureChoice {...{ filled, change, signable }} error={problems.signature} />
      <Checkbox
        label={signable.statements.join(' ')}
        name="statements"
        error={problems.ticked}
        checked={filled.ticked}
        onChange={({ target }) => change({ ticked: target.checked })}
      />
      <PasswordInput
        label="Your password"
        name="signingPassword"
        hint="Enter it again so that no one else can sign for you"
        autoComplete="current-password"
        error={problems.password}
        value={filled.password}
        onChange={({ target }) => change({ password: target.value })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={signing.isPending} pendingLabel="Signing...">
          Sign the letter
        </Button>
        <PasskeyButton disabled={signing.isPending} onSign={(form) => sign(form, true)} />
      </div>
    </form>
  )
}

/** For users with a passkey: it signs exactly this letter, and needs no password. */
function PasskeyButton({ disabled, onSign }: { disabled: boolean; onSign: (form: HTMLFormElement) => void }) {
  const { passkeys } = useBranding()
  const isOffered = passkeys && 'PublicKeyCredential' in window
  const { data } = useQuery({ ...queryFor('GET /api/account/passkeys'), enabled: isOffered })
  if (!data?.some(({ worksHere }) => worksHere)) return null
  return (
    <Button
      tone="secondary"
      disabled={disabled}
      onClick={({ currentTarget: { form } }) => {
        if (form !== null) onSign(form)
      }}
    >
      Sign with a passkey
    </Button>
  )
}

type SigningOptions = SignFormProps & {
  filled: Filled
  setProblems: (problems: Problems) => void
}

/** Signs; field errors of the server are shown beside the fields. */
function useSigning({ filled, signable, sha256, setProblems, onSigned }: SigningOptions) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (byPasskey: boolean) => {
      const document = { sha256, statementsVersion: signable.wording }
      const proof: Proof = byPasskey
        ? await (await import('#features/sign-in/client/passkeys/prove.ts')).proveByPasskey(document)
        : { by: 'password', password: filled.password }
      return callIdempotent('POST /api/signables/fais-letter/signature', {
        body: { sha256, ...bodyOf(filled, signable), proof },
      })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryFor('GET /api/application').queryKey })
      onSigned()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return
      const { password, ...fields } = error.fields
      const signature = Object.entries(fields).find(([path]) => path.startsWith('signature'))?.[1]
      setProblems({ ...(password && { password }), ...(signature && { signature }) })
      // The letter has changed meanwhile and must be read again.
      if (error.status === 409) {
        await client.invalidateQueries({ queryKey: queryFor('GET /api/signables/fais-letter').queryKey })
      }
    },
  })
}

type ChoiceProps = {
  filled: Filled
  change: (part: Partial<Filled>) => void
  signable: SignableView
  error: string | undefined
}

function SignatureChoice({ filled, change, signable, error }: ChoiceProps) {
  return (
    <>
      <RadioGroup
        label="How would you like to sign?"
        name="signedBy"
        layout="row"
        options={[
          { value: 'typing', label: 'Type my name' },
          { value: 'drawing', label: 'Draw my signature' },
        ]}
        value={filled.by}
        onValueChange={(by) => change({ by: by === 'drawing' ? 'drawing' : 'typing' })}
      />
      {filled.by === 'typing' ? (
        <TextInput
          label="Your full name"
          name="signatureName"
          hint={`Exactly as in your application: ${signable.signerName}`}
          autoComplete="name"
          error={error}
          value={filled.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      ) : (
        <SignatureField error={error} onDrawn={(strokes) => change({ strokes })} />
      )}
      {filled.by === 'typing' && filled.name.trim() !== '' ? (
        <p aria-hidden="true" className="border-b border-edge pb-1 font-serif text-3xl italic text-info">
          {filled.name}
        </p>
      ) : null}
    </>
  )
}

function bodyOf({ by, name, strokes }: Filled, { wording, statements }: SignableView) {
  return {
    signature: by === 'typing' ? { by, name } : { by, strokes },
    wording,
    statements: statements.map(() => true as const),
  }
}

/** After the errors are rendered. */
function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

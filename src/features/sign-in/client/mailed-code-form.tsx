import { readMailedCode } from '#base/rules/input/mailed-code.ts'
import { Button } from '#base/client/ui/button.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { useSmallForm } from '#base/client/form/use-small-form.ts'

const NOT_A_CODE = 'Please enter all 16 letters and numbers of the code'

type Props = {
  label: string
  /** Where the code is; by default in an email. */
  field?: { label: string; hint: string }
  pending?: boolean
  onCode: (code: string) => void
}

const IN_EMAIL = {
  label: 'Code from the email',
  hint: 'Below the button in the email, such as K7QM-2XWD-9FHT-4BNC',
}

/** For links that arrive without their code, which some mail programs remove. */
export function MailedCodeForm({ label, field = IN_EMAIL, pending = false, onCode }: Props) {
  const { formProps, problems } = useSmallForm({
    names: ['code'],
    check: (texts) => (readMailedCode(texts.code) === null ? { code: NOT_A_CODE } : {}),
    send: (texts) => Promise.resolve(onCode(readMailedCode(texts.code) ?? '')),
  })
  return (
    <form {...formProps} className="mb-6 flex flex-col gap-4">
      <TextInput
        {...field}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        error={problems.code}
      />
      <Button type="submit" className="w-full" pending={pending}>
        {label}
      </Button>
    </form>
  )
}

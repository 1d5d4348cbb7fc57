import { useState } from 'react'
import { MAX_WORDS_LENGTH } from '#domain/corrections/subjects.ts'
import { TextArea, type TextAreaProps } from '#client/ui/text-area.tsx'

/** What a client writes about something that is asked for, until it is saved. */
export function useWords(saved: string | null) {
  const [reply, setReply] = useState(saved ?? '')
  return { reply, setReply }
}

type WordsFieldProps = Pick<TextAreaProps, 'label' | 'hint' | 'error' | 'optional' | 'id'> &
  ReturnType<typeof useWords>

/** The message beside an answer, or in place of one. */
export function WordsField({ reply, setReply, ...field }: WordsFieldProps) {
  return (
    <TextArea
      {...field}
      name="reply"
      rows={3}
      maxLength={MAX_WORDS_LENGTH}
      value={reply}
      onChange={({ target }) => setReply(target.value)}
    />
  )
}
